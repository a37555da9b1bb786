
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'kubectl-omnia' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'kubectl-omnia'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'kubectl-omnia' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour text: auto, always or never')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Ask no cluster: whatever needs one is an error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('lint', 'lint', [CompletionResultType]::ParameterValue, 'Check manifests as kubectl and the API server would')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check manifests as kubectl and the API server would')
            [CompletionResult]::new('validate', 'validate', [CompletionResultType]::ParameterValue, 'Check manifests as kubectl and the API server would')
            [CompletionResult]::new('read', 'read', [CompletionResultType]::ParameterValue, 'Print each document as the JSON that kubectl would send')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a rule (SCH001) or a field (agentruntime.spec.rollout.steps)')
            [CompletionResult]::new('rules', 'rules', [CompletionResultType]::ParameterValue, 'List the rules')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'List or export the schemas')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Tell what a cluster has of the platform, and what you may read there')
            [CompletionResult]::new('options', 'options', [CompletionResultType]::ParameterValue, 'Print the flags that choose a cluster')
            [CompletionResult]::new('completion', 'completion', [CompletionResultType]::ParameterValue, 'Print a completion script for a shell')
            [CompletionResult]::new('version', 'version', [CompletionResultType]::ParameterValue, 'Print the version')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print the help of a command or a topic')
            break
        }
        'kubectl-omnia;lint' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'A file, a directory (without those below it, see -R), a pattern, or `-`')
            [CompletionResult]::new('--filename', '--filename', [CompletionResultType]::ParameterName, 'A file, a directory (without those below it, see -R), a pattern, or `-`')
            [CompletionResult]::new('-k', '-k', [CompletionResultType]::ParameterName, 'Build the kustomization in DIR with `kubectl kustomize` and read the result')
            [CompletionResult]::new('--kustomize', '--kustomize', [CompletionResultType]::ParameterName, 'Build the kustomization in DIR with `kubectl kustomize` and read the result')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The name under which standard input is reported')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files that match PATTERN (syntax of .gitignore)')
            [CompletionResult]::new('--crd', '--crd', [CompletionResultType]::ParameterName, 'Use the CRDs in FILE or DIR; they replace those of the same kind')
            [CompletionResult]::new('--omnia-version', '--omnia-version', [CompletionResultType]::ParameterName, 'The release of the platform')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write findings as FORMAT (see `help formats`), to FILE or to standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write findings as FORMAT (see `help formats`), to FILE or to standard output')
            [CompletionResult]::new('--kube-version', '--kube-version', [CompletionResultType]::ParameterName, 'The Kubernetes release whose words are used: 1.30 to 1.36')
            [CompletionResult]::new('--operation', '--operation', [CompletionResultType]::ParameterName, 'The kubectl command that will send the manifests [default: apply; with --against replace]')
            [CompletionResult]::new('--against', '--against', [CompletionResultType]::ParameterName, 'Judge updates: PATH holds what is stored; git:REV stands for the same files at a revision')
            [CompletionResult]::new('--with', '--with', [CompletionResultType]::ParameterName, 'Files and directories with more objects: what the inputs refer to')
            [CompletionResult]::new('--scope', '--scope', [CompletionResultType]::ParameterName, 'What an object is that no file holds: files (not known), complete (missing)')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'The namespace of objects that name none [default: default]')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'The namespace of objects that name none [default: default]')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'Exit with 1 from this severity on')
            [CompletionResult]::new('--show', '--show', [CompletionResultType]::ParameterName, 'Print findings from this severity on (JSON holds all)')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Report these rules only: codes, names, families, ALL')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Do not report these rules')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Number of files to check at once (default: one a core)')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Number of files to check at once (default: one a core)')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour text: auto, always or never')
            [CompletionResult]::new('-R', '-R ', [CompletionResultType]::ParameterName, 'Walk the directories of -f with all below them')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Walk the directories of -f with all below them')
            [CompletionResult]::new('--force-exclude', '--force-exclude', [CompletionResultType]::ParameterName, 'Leave out files that match --exclude even when they are named')
            [CompletionResult]::new('--no-respect-gitignore', '--no-respect-gitignore', [CompletionResultType]::ParameterName, 'Read files that .gitignore leaves out')
            [CompletionResult]::new('--strict-kinds', '--strict-kinds', [CompletionResultType]::ParameterName, 'Take an Omnia kind without a known schema for an error')
            [CompletionResult]::new('--trace', '--trace', [CompletionResultType]::ParameterName, 'Show what the parts of a rule that does not hold were, and where in the file that stands')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Succeed when there is nothing to check')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Ask no cluster: whatever needs one is an error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kubectl-omnia;check' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'A file, a directory (without those below it, see -R), a pattern, or `-`')
            [CompletionResult]::new('--filename', '--filename', [CompletionResultType]::ParameterName, 'A file, a directory (without those below it, see -R), a pattern, or `-`')
            [CompletionResult]::new('-k', '-k', [CompletionResultType]::ParameterName, 'Build the kustomization in DIR with `kubectl kustomize` and read the result')
            [CompletionResult]::new('--kustomize', '--kustomize', [CompletionResultType]::ParameterName, 'Build the kustomization in DIR with `kubectl kustomize` and read the result')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The name under which standard input is reported')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files that match PATTERN (syntax of .gitignore)')
            [CompletionResult]::new('--crd', '--crd', [CompletionResultType]::ParameterName, 'Use the CRDs in FILE or DIR; they replace those of the same kind')
            [CompletionResult]::new('--omnia-version', '--omnia-version', [CompletionResultType]::ParameterName, 'The release of the platform')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write findings as FORMAT (see `help formats`), to FILE or to standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write findings as FORMAT (see `help formats`), to FILE or to standard output')
            [CompletionResult]::new('--kube-version', '--kube-version', [CompletionResultType]::ParameterName, 'The Kubernetes release whose words are used: 1.30 to 1.36')
            [CompletionResult]::new('--operation', '--operation', [CompletionResultType]::ParameterName, 'The kubectl command that will send the manifests [default: apply; with --against replace]')
            [CompletionResult]::new('--against', '--against', [CompletionResultType]::ParameterName, 'Judge updates: PATH holds what is stored; git:REV stands for the same files at a revision')
            [CompletionResult]::new('--with', '--with', [CompletionResultType]::ParameterName, 'Files and directories with more objects: what the inputs refer to')
            [CompletionResult]::new('--scope', '--scope', [CompletionResultType]::ParameterName, 'What an object is that no file holds: files (not known), complete (missing)')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'The namespace of objects that name none [default: default]')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'The namespace of objects that name none [default: default]')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'Exit with 1 from this severity on')
            [CompletionResult]::new('--show', '--show', [CompletionResultType]::ParameterName, 'Print findings from this severity on (JSON holds all)')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Report these rules only: codes, names, families, ALL')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Do not report these rules')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Number of files to check at once (default: one a core)')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Number of files to check at once (default: one a core)')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour text: auto, always or never')
            [CompletionResult]::new('-R', '-R ', [CompletionResultType]::ParameterName, 'Walk the directories of -f with all below them')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Walk the directories of -f with all below them')
            [CompletionResult]::new('--force-exclude', '--force-exclude', [CompletionResultType]::ParameterName, 'Leave out files that match --exclude even when they are named')
            [CompletionResult]::new('--no-respect-gitignore', '--no-respect-gitignore', [CompletionResultType]::ParameterName, 'Read files that .gitignore leaves out')
            [CompletionResult]::new('--strict-kinds', '--strict-kinds', [CompletionResultType]::ParameterName, 'Take an Omnia kind without a known schema for an error')
            [CompletionResult]::new('--trace', '--trace', [CompletionResultType]::ParameterName, 'Show what the parts of a rule that does not hold were, and where in the file that stands')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Succeed when there is nothing to check')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Ask no cluster: whatever needs one is an error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kubectl-omnia;validate' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'A file, a directory (without those below it, see -R), a pattern, or `-`')
            [CompletionResult]::new('--filename', '--filename', [CompletionResultType]::ParameterName, 'A file, a directory (without those below it, see -R), a pattern, or `-`')
            [CompletionResult]::new('-k', '-k', [CompletionResultType]::ParameterName, 'Build the kustomization in DIR with `kubectl kustomize` and read the result')
            [CompletionResult]::new('--kustomize', '--kustomize', [CompletionResultType]::ParameterName, 'Build the kustomization in DIR with `kubectl kustomize` and read the result')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The name under which standard input is reported')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files that match PATTERN (syntax of .gitignore)')
            [CompletionResult]::new('--crd', '--crd', [CompletionResultType]::ParameterName, 'Use the CRDs in FILE or DIR; they replace those of the same kind')
            [CompletionResult]::new('--omnia-version', '--omnia-version', [CompletionResultType]::ParameterName, 'The release of the platform')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write findings as FORMAT (see `help formats`), to FILE or to standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write findings as FORMAT (see `help formats`), to FILE or to standard output')
            [CompletionResult]::new('--kube-version', '--kube-version', [CompletionResultType]::ParameterName, 'The Kubernetes release whose words are used: 1.30 to 1.36')
            [CompletionResult]::new('--operation', '--operation', [CompletionResultType]::ParameterName, 'The kubectl command that will send the manifests [default: apply; with --against replace]')
            [CompletionResult]::new('--against', '--against', [CompletionResultType]::ParameterName, 'Judge updates: PATH holds what is stored; git:REV stands for the same files at a revision')
            [CompletionResult]::new('--with', '--with', [CompletionResultType]::ParameterName, 'Files and directories with more objects: what the inputs refer to')
            [CompletionResult]::new('--scope', '--scope', [CompletionResultType]::ParameterName, 'What an object is that no file holds: files (not known), complete (missing)')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'The namespace of objects that name none [default: default]')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'The namespace of objects that name none [default: default]')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'Exit with 1 from this severity on')
            [CompletionResult]::new('--show', '--show', [CompletionResultType]::ParameterName, 'Print findings from this severity on (JSON holds all)')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Report these rules only: codes, names, families, ALL')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Do not report these rules')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Number of files to check at once (default: one a core)')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Number of files to check at once (default: one a core)')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour text: auto, always or never')
            [CompletionResult]::new('-R', '-R ', [CompletionResultType]::ParameterName, 'Walk the directories of -f with all below them')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Walk the directories of -f with all below them')
            [CompletionResult]::new('--force-exclude', '--force-exclude', [CompletionResultType]::ParameterName, 'Leave out files that match --exclude even when they are named')
            [CompletionResult]::new('--no-respect-gitignore', '--no-respect-gitignore', [CompletionResultType]::ParameterName, 'Read files that .gitignore leaves out')
            [CompletionResult]::new('--strict-kinds', '--strict-kinds', [CompletionResultType]::ParameterName, 'Take an Omnia kind without a known schema for an error')
            [CompletionResult]::new('--trace', '--trace', [CompletionResultType]::ParameterName, 'Show what the parts of a rule that does not hold were, and where in the file that stands')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Succeed when there is nothing to check')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Ask no cluster: whatever needs one is an error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kubectl-omnia;read' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'A file, a directory (without those below it, see -R), a pattern, or `-`')
            [CompletionResult]::new('--filename', '--filename', [CompletionResultType]::ParameterName, 'A file, a directory (without those below it, see -R), a pattern, or `-`')
            [CompletionResult]::new('-k', '-k', [CompletionResultType]::ParameterName, 'Build the kustomization in DIR with `kubectl kustomize` and read the result')
            [CompletionResult]::new('--kustomize', '--kustomize', [CompletionResultType]::ParameterName, 'Build the kustomization in DIR with `kubectl kustomize` and read the result')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The name under which standard input is reported')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files that match PATTERN (syntax of .gitignore)')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The format: text (the JSON of each document on a line) or json (JSON Lines)')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The format: text (the JSON of each document on a line) or json (JSON Lines)')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour text: auto, always or never')
            [CompletionResult]::new('-R', '-R ', [CompletionResultType]::ParameterName, 'Walk the directories of -f with all below them')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Walk the directories of -f with all below them')
            [CompletionResult]::new('--force-exclude', '--force-exclude', [CompletionResultType]::ParameterName, 'Leave out files that match --exclude even when they are named')
            [CompletionResult]::new('--no-respect-gitignore', '--no-respect-gitignore', [CompletionResultType]::ParameterName, 'Read files that .gitignore leaves out')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Ask no cluster: whatever needs one is an error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kubectl-omnia;explain' {
            [CompletionResult]::new('--crd', '--crd', [CompletionResultType]::ParameterName, 'Use the CRDs in FILE or DIR; they replace those of the same kind')
            [CompletionResult]::new('--omnia-version', '--omnia-version', [CompletionResultType]::ParameterName, 'The release of the platform')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The format: text, json or yaml')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The format: text, json or yaml')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour text: auto, always or never')
            [CompletionResult]::new('--rule', '--rule', [CompletionResultType]::ParameterName, 'Show the expressions of the rule in the embedded CRDs, and where they stand')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Ask no cluster: whatever needs one is an error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kubectl-omnia;rules' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The format: text, json or yaml')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The format: text, json or yaml')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour text: auto, always or never')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Ask no cluster: whatever needs one is an error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kubectl-omnia;schema' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour text: auto, always or never')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Ask no cluster: whatever needs one is an error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the kinds whose schemas are embedded')
            [CompletionResult]::new('export', 'export', [CompletionResultType]::ParameterValue, 'Print CRDs for `kubectl apply`, or a JSON Schema for editors')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Compare CRDs: those of a cluster, of a release, of files')
            [CompletionResult]::new('validate-crd', 'validate-crd', [CompletionResultType]::ParameterValue, 'Judge CRDs as the API server does when they are created')
            break
        }
        'kubectl-omnia;schema;list' {
            [CompletionResult]::new('--omnia-version', '--omnia-version', [CompletionResultType]::ParameterName, 'The release of the platform: current or 2026-07')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The format: text, json or yaml')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The format: text, json or yaml')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour text: auto, always or never')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Ask no cluster: whatever needs one is an error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kubectl-omnia;schema;export' {
            [CompletionResult]::new('--omnia-version', '--omnia-version', [CompletionResultType]::ParameterName, 'The release of the platform: current or 2026-07')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The format of the CRDs; a JSON Schema is always JSON')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The format of the CRDs; a JSON Schema is always JSON')
            [CompletionResult]::new('--output-file', '--output-file', [CompletionResultType]::ParameterName, 'Write to FILE instead of standard output')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour text: auto, always or never')
            [CompletionResult]::new('--json-schema', '--json-schema', [CompletionResultType]::ParameterName, 'Print a JSON Schema instead of CRDs')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Ask no cluster: whatever needs one is an error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kubectl-omnia;schema;diff' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The format: text, json or yaml')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The format: text, json or yaml')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'The namespace [default: that of the context]')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'The namespace [default: that of the context]')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'The context of the kubeconfig')
            [CompletionResult]::new('--kubeconfig', '--kubeconfig', [CompletionResultType]::ParameterName, 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]')
            [CompletionResult]::new('--cluster', '--cluster', [CompletionResultType]::ParameterName, 'The cluster entry of the kubeconfig')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user entry of the kubeconfig')
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'The URL of the API server')
            [CompletionResult]::new('--server', '--server', [CompletionResultType]::ParameterName, 'The URL of the API server')
            [CompletionResult]::new('--token', '--token', [CompletionResultType]::ParameterName, 'The bearer token')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'The user to act as')
            [CompletionResult]::new('--as-group', '--as-group', [CompletionResultType]::ParameterName, 'A group to act as; may be repeated')
            [CompletionResult]::new('--as-uid', '--as-uid', [CompletionResultType]::ParameterName, 'The UID to act as')
            [CompletionResult]::new('--certificate-authority', '--certificate-authority', [CompletionResultType]::ParameterName, 'The certificates that sign the server''s')
            [CompletionResult]::new('--client-certificate', '--client-certificate', [CompletionResultType]::ParameterName, 'The client''s certificate')
            [CompletionResult]::new('--client-key', '--client-key', [CompletionResultType]::ParameterName, 'The key of the client''s certificate')
            [CompletionResult]::new('--tls-server-name', '--tls-server-name', [CompletionResultType]::ParameterName, 'The name that the server''s certificate must have')
            [CompletionResult]::new('--request-timeout', '--request-timeout', [CompletionResultType]::ParameterName, 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour text: auto, always or never')
            [CompletionResult]::new('--insecure-skip-tls-verify', '--insecure-skip-tls-verify', [CompletionResultType]::ParameterName, 'Do not check the server''s certificate')
            [CompletionResult]::new('--disable-compression', '--disable-compression', [CompletionResultType]::ParameterName, 'Do not ask for compressed answers')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Ask no cluster: whatever needs one is an error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kubectl-omnia;schema;validate-crd' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'A file, a directory (without those below it, see -R), a pattern, or `-`')
            [CompletionResult]::new('--filename', '--filename', [CompletionResultType]::ParameterName, 'A file, a directory (without those below it, see -R), a pattern, or `-`')
            [CompletionResult]::new('-k', '-k', [CompletionResultType]::ParameterName, 'Build the kustomization in DIR with `kubectl kustomize` and read the result')
            [CompletionResult]::new('--kustomize', '--kustomize', [CompletionResultType]::ParameterName, 'Build the kustomization in DIR with `kubectl kustomize` and read the result')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'The name under which standard input is reported')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files that match PATTERN (syntax of .gitignore)')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write findings as FORMAT (text, concise, json), to FILE or to standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write findings as FORMAT (text, concise, json), to FILE or to standard output')
            [CompletionResult]::new('--kube-version', '--kube-version', [CompletionResultType]::ParameterName, 'The Kubernetes release whose words and rules count: 1.30 to 1.36')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour text: auto, always or never')
            [CompletionResult]::new('-R', '-R ', [CompletionResultType]::ParameterName, 'Walk the directories of -f with all below them')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Walk the directories of -f with all below them')
            [CompletionResult]::new('--force-exclude', '--force-exclude', [CompletionResultType]::ParameterName, 'Leave out files that match --exclude even when they are named')
            [CompletionResult]::new('--no-respect-gitignore', '--no-respect-gitignore', [CompletionResultType]::ParameterName, 'Read files that .gitignore leaves out')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Ask no cluster: whatever needs one is an error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kubectl-omnia;doctor' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The format: text, json or yaml')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The format: text, json or yaml')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'The namespace [default: that of the context]')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'The namespace [default: that of the context]')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'The context of the kubeconfig')
            [CompletionResult]::new('--kubeconfig', '--kubeconfig', [CompletionResultType]::ParameterName, 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]')
            [CompletionResult]::new('--cluster', '--cluster', [CompletionResultType]::ParameterName, 'The cluster entry of the kubeconfig')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The user entry of the kubeconfig')
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'The URL of the API server')
            [CompletionResult]::new('--server', '--server', [CompletionResultType]::ParameterName, 'The URL of the API server')
            [CompletionResult]::new('--token', '--token', [CompletionResultType]::ParameterName, 'The bearer token')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'The user to act as')
            [CompletionResult]::new('--as-group', '--as-group', [CompletionResultType]::ParameterName, 'A group to act as; may be repeated')
            [CompletionResult]::new('--as-uid', '--as-uid', [CompletionResultType]::ParameterName, 'The UID to act as')
            [CompletionResult]::new('--certificate-authority', '--certificate-authority', [CompletionResultType]::ParameterName, 'The certificates that sign the server''s')
            [CompletionResult]::new('--client-certificate', '--client-certificate', [CompletionResultType]::ParameterName, 'The client''s certificate')
            [CompletionResult]::new('--client-key', '--client-key', [CompletionResultType]::ParameterName, 'The key of the client''s certificate')
            [CompletionResult]::new('--tls-server-name', '--tls-server-name', [CompletionResultType]::ParameterName, 'The name that the server''s certificate must have')
            [CompletionResult]::new('--request-timeout', '--request-timeout', [CompletionResultType]::ParameterName, 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour text: auto, always or never')
            [CompletionResult]::new('--insecure-skip-tls-verify', '--insecure-skip-tls-verify', [CompletionResultType]::ParameterName, 'Do not check the server''s certificate')
            [CompletionResult]::new('--disable-compression', '--disable-compression', [CompletionResultType]::ParameterName, 'Do not ask for compressed answers')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Ask no cluster: whatever needs one is an error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kubectl-omnia;options' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour text: auto, always or never')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Ask no cluster: whatever needs one is an error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kubectl-omnia;completion' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour text: auto, always or never')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Ask no cluster: whatever needs one is an error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kubectl-omnia;version' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The format: text, json or yaml')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The format: text, json or yaml')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour text: auto, always or never')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Ask no cluster: whatever needs one is an error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kubectl-omnia;help' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour text: auto, always or never')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print findings only; twice: print nothing, the exit code tells')
            [CompletionResult]::new('--offline', '--offline', [CompletionResultType]::ParameterName, 'Ask no cluster: whatever needs one is an error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
