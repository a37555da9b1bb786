
use builtin;
use str;

set edit:completion:arg-completer[kubectl-omnia] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'kubectl-omnia'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'kubectl-omnia'= {
            cand --color 'When to colour text: auto, always or never'
            cand -q 'Print findings only; twice: print nothing, the exit code tells'
            cand --quiet 'Print findings only; twice: print nothing, the exit code tells'
            cand -h 'Print help'
            cand --help 'Print help'
            cand -V 'Print version'
            cand --version 'Print version'
            cand lint 'Check manifests as kubectl and the API server would'
            cand check 'Check manifests as kubectl and the API server would'
            cand validate 'Check manifests as kubectl and the API server would'
            cand read 'Print each document as the JSON that kubectl would send'
            cand explain 'Explain a rule (SCH001) or a field (agentruntime.spec.rollout.steps)'
            cand rules 'List the rules'
            cand schema 'List or export the schemas'
            cand completion 'Print a completion script for a shell'
            cand version 'Print the version'
            cand help 'Print the help of a command or a topic'
        }
        &'kubectl-omnia;lint'= {
            cand -f 'A file, a directory (without those below it, see -R), a pattern, or `-`'
            cand --filename 'A file, a directory (without those below it, see -R), a pattern, or `-`'
            cand -k 'Build the kustomization in DIR with `kubectl kustomize` and read the result'
            cand --kustomize 'Build the kustomization in DIR with `kubectl kustomize` and read the result'
            cand --stdin-filename 'The name under which standard input is reported'
            cand --exclude 'Leave out files that match PATTERN (syntax of .gitignore)'
            cand --crd 'Use the CRDs in FILE or DIR; they replace those of the same kind'
            cand --omnia-version 'The release of the platform'
            cand -o 'Write findings as FORMAT (text, concise, json, kubectl), to FILE or to standard output'
            cand --output 'Write findings as FORMAT (text, concise, json, kubectl), to FILE or to standard output'
            cand --kube-version 'The Kubernetes release whose words are used: 1.30 to 1.36'
            cand --operation 'The kubectl command that will send the manifests'
            cand -n 'The namespace that kubectl will be given'
            cand --namespace 'The namespace that kubectl will be given'
            cand --fail-on 'Exit with 1 from this severity on'
            cand --show 'Print findings from this severity on (JSON holds all)'
            cand --select 'Report these rules only: codes, names, families, ALL'
            cand --ignore 'Do not report these rules'
            cand -j 'Number of files to check at once (default: one a core)'
            cand --jobs 'Number of files to check at once (default: one a core)'
            cand --color 'When to colour text: auto, always or never'
            cand -R 'Walk the directories of -f with all below them'
            cand --recursive 'Walk the directories of -f with all below them'
            cand --force-exclude 'Leave out files that match --exclude even when they are named'
            cand --no-respect-gitignore 'Read files that .gitignore leaves out'
            cand --strict-kinds 'Take an Omnia kind without a known schema for an error'
            cand --allow-empty 'Succeed when there is nothing to check'
            cand -q 'Print findings only; twice: print nothing, the exit code tells'
            cand --quiet 'Print findings only; twice: print nothing, the exit code tells'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kubectl-omnia;check'= {
            cand -f 'A file, a directory (without those below it, see -R), a pattern, or `-`'
            cand --filename 'A file, a directory (without those below it, see -R), a pattern, or `-`'
            cand -k 'Build the kustomization in DIR with `kubectl kustomize` and read the result'
            cand --kustomize 'Build the kustomization in DIR with `kubectl kustomize` and read the result'
            cand --stdin-filename 'The name under which standard input is reported'
            cand --exclude 'Leave out files that match PATTERN (syntax of .gitignore)'
            cand --crd 'Use the CRDs in FILE or DIR; they replace those of the same kind'
            cand --omnia-version 'The release of the platform'
            cand -o 'Write findings as FORMAT (text, concise, json, kubectl), to FILE or to standard output'
            cand --output 'Write findings as FORMAT (text, concise, json, kubectl), to FILE or to standard output'
            cand --kube-version 'The Kubernetes release whose words are used: 1.30 to 1.36'
            cand --operation 'The kubectl command that will send the manifests'
            cand -n 'The namespace that kubectl will be given'
            cand --namespace 'The namespace that kubectl will be given'
            cand --fail-on 'Exit with 1 from this severity on'
            cand --show 'Print findings from this severity on (JSON holds all)'
            cand --select 'Report these rules only: codes, names, families, ALL'
            cand --ignore 'Do not report these rules'
            cand -j 'Number of files to check at once (default: one a core)'
            cand --jobs 'Number of files to check at once (default: one a core)'
            cand --color 'When to colour text: auto, always or never'
            cand -R 'Walk the directories of -f with all below them'
            cand --recursive 'Walk the directories of -f with all below them'
            cand --force-exclude 'Leave out files that match --exclude even when they are named'
            cand --no-respect-gitignore 'Read files that .gitignore leaves out'
            cand --strict-kinds 'Take an Omnia kind without a known schema for an error'
            cand --allow-empty 'Succeed when there is nothing to check'
            cand -q 'Print findings only; twice: print nothing, the exit code tells'
            cand --quiet 'Print findings only; twice: print nothing, the exit code tells'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kubectl-omnia;validate'= {
            cand -f 'A file, a directory (without those below it, see -R), a pattern, or `-`'
            cand --filename 'A file, a directory (without those below it, see -R), a pattern, or `-`'
            cand -k 'Build the kustomization in DIR with `kubectl kustomize` and read the result'
            cand --kustomize 'Build the kustomization in DIR with `kubectl kustomize` and read the result'
            cand --stdin-filename 'The name under which standard input is reported'
            cand --exclude 'Leave out files that match PATTERN (syntax of .gitignore)'
            cand --crd 'Use the CRDs in FILE or DIR; they replace those of the same kind'
            cand --omnia-version 'The release of the platform'
            cand -o 'Write findings as FORMAT (text, concise, json, kubectl), to FILE or to standard output'
            cand --output 'Write findings as FORMAT (text, concise, json, kubectl), to FILE or to standard output'
            cand --kube-version 'The Kubernetes release whose words are used: 1.30 to 1.36'
            cand --operation 'The kubectl command that will send the manifests'
            cand -n 'The namespace that kubectl will be given'
            cand --namespace 'The namespace that kubectl will be given'
            cand --fail-on 'Exit with 1 from this severity on'
            cand --show 'Print findings from this severity on (JSON holds all)'
            cand --select 'Report these rules only: codes, names, families, ALL'
            cand --ignore 'Do not report these rules'
            cand -j 'Number of files to check at once (default: one a core)'
            cand --jobs 'Number of files to check at once (default: one a core)'
            cand --color 'When to colour text: auto, always or never'
            cand -R 'Walk the directories of -f with all below them'
            cand --recursive 'Walk the directories of -f with all below them'
            cand --force-exclude 'Leave out files that match --exclude even when they are named'
            cand --no-respect-gitignore 'Read files that .gitignore leaves out'
            cand --strict-kinds 'Take an Omnia kind without a known schema for an error'
            cand --allow-empty 'Succeed when there is nothing to check'
            cand -q 'Print findings only; twice: print nothing, the exit code tells'
            cand --quiet 'Print findings only; twice: print nothing, the exit code tells'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kubectl-omnia;read'= {
            cand -f 'A file, a directory (without those below it, see -R), a pattern, or `-`'
            cand --filename 'A file, a directory (without those below it, see -R), a pattern, or `-`'
            cand -k 'Build the kustomization in DIR with `kubectl kustomize` and read the result'
            cand --kustomize 'Build the kustomization in DIR with `kubectl kustomize` and read the result'
            cand --stdin-filename 'The name under which standard input is reported'
            cand --exclude 'Leave out files that match PATTERN (syntax of .gitignore)'
            cand -o 'The format: text (the JSON of each document on a line) or json (JSON Lines)'
            cand --output 'The format: text (the JSON of each document on a line) or json (JSON Lines)'
            cand --color 'When to colour text: auto, always or never'
            cand -R 'Walk the directories of -f with all below them'
            cand --recursive 'Walk the directories of -f with all below them'
            cand --force-exclude 'Leave out files that match --exclude even when they are named'
            cand --no-respect-gitignore 'Read files that .gitignore leaves out'
            cand -q 'Print findings only; twice: print nothing, the exit code tells'
            cand --quiet 'Print findings only; twice: print nothing, the exit code tells'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kubectl-omnia;explain'= {
            cand --crd 'Use the CRDs in FILE or DIR; they replace those of the same kind'
            cand --omnia-version 'The release of the platform'
            cand -o 'The format: text, json or yaml'
            cand --output 'The format: text, json or yaml'
            cand --color 'When to colour text: auto, always or never'
            cand --rule 'Show the expressions of the rule in the embedded CRDs, and where they stand'
            cand -q 'Print findings only; twice: print nothing, the exit code tells'
            cand --quiet 'Print findings only; twice: print nothing, the exit code tells'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kubectl-omnia;rules'= {
            cand -o 'The format: text, json or yaml'
            cand --output 'The format: text, json or yaml'
            cand --color 'When to colour text: auto, always or never'
            cand -q 'Print findings only; twice: print nothing, the exit code tells'
            cand --quiet 'Print findings only; twice: print nothing, the exit code tells'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kubectl-omnia;schema'= {
            cand --color 'When to colour text: auto, always or never'
            cand -q 'Print findings only; twice: print nothing, the exit code tells'
            cand --quiet 'Print findings only; twice: print nothing, the exit code tells'
            cand -h 'Print help'
            cand --help 'Print help'
            cand list 'List the kinds whose schemas are embedded'
            cand export 'Print CRDs for `kubectl apply`, or a JSON Schema for editors'
        }
        &'kubectl-omnia;schema;list'= {
            cand --omnia-version 'The release of the platform: current or 2026-07'
            cand -o 'The format: text, json or yaml'
            cand --output 'The format: text, json or yaml'
            cand --color 'When to colour text: auto, always or never'
            cand -q 'Print findings only; twice: print nothing, the exit code tells'
            cand --quiet 'Print findings only; twice: print nothing, the exit code tells'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kubectl-omnia;schema;export'= {
            cand --omnia-version 'The release of the platform: current or 2026-07'
            cand -o 'The format of the CRDs; a JSON Schema is always JSON'
            cand --output 'The format of the CRDs; a JSON Schema is always JSON'
            cand --output-file 'Write to FILE instead of standard output'
            cand --color 'When to colour text: auto, always or never'
            cand --json-schema 'Print a JSON Schema instead of CRDs'
            cand -q 'Print findings only; twice: print nothing, the exit code tells'
            cand --quiet 'Print findings only; twice: print nothing, the exit code tells'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kubectl-omnia;completion'= {
            cand --color 'When to colour text: auto, always or never'
            cand -q 'Print findings only; twice: print nothing, the exit code tells'
            cand --quiet 'Print findings only; twice: print nothing, the exit code tells'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kubectl-omnia;version'= {
            cand -o 'The format: text, json or yaml'
            cand --output 'The format: text, json or yaml'
            cand --color 'When to colour text: auto, always or never'
            cand -q 'Print findings only; twice: print nothing, the exit code tells'
            cand --quiet 'Print findings only; twice: print nothing, the exit code tells'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kubectl-omnia;help'= {
            cand --color 'When to colour text: auto, always or never'
            cand -q 'Print findings only; twice: print nothing, the exit code tells'
            cand --quiet 'Print findings only; twice: print nothing, the exit code tells'
            cand -h 'Print help'
            cand --help 'Print help'
        }
    ]
    $completions[$command]
}
