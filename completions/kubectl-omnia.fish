# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_kubectl_omnia_global_optspecs
    string join \n color= q/quiet offline v/v= h/help V/version
end

function __fish_kubectl_omnia_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_kubectl_omnia_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_kubectl_omnia_using_subcommand
    set -l cmd (__fish_kubectl_omnia_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -s V -l version -d 'Print version'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "lint" -d 'Check manifests as kubectl and the API server would'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "check" -d 'Check manifests as kubectl and the API server would'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "validate" -d 'Check manifests as kubectl and the API server would'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "render" -d 'Print the objects that the operator would create'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "preview" -d 'Print the objects that the operator would create'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "diff" -d 'Compare what the operator would create for two versions of manifests'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "fix" -d 'Mend what is safe to mend: the same as lint --fix'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "migrate" -d 'Rewrite manifests of older releases of the platform'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "resolve" -d 'Tell which PromptPack version each reference of an agent means, and why'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "packs" -d 'List the versions of packs, their channels, and who follows them'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "graph" -d 'Draw which objects refer to which'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "rollout" -d 'See, plan, promote and roll back the rollouts of agents'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "status" -d 'Show how agents are: pods, pack, rollout, and the worst problem'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "why" -d 'Tell why an agent is not healthy, down to the field to edit'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "events" -d 'Show the events of agents, and of their Deployments, ReplicaSets and pods'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "read" -d 'Print each document as the JSON that kubectl would send'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "explain" -d 'Explain a rule (SCH001) or a field (agentruntime.spec.rollout.steps)'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "rules" -d 'List the rules'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "schema" -d 'List or export the schemas'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "doctor" -d 'Tell what a cluster has of the platform, and what you may read there'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "auth" -d 'Tell which commands you may use in a cluster, and which rules are missing'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "options" -d 'Print the flags that choose a cluster'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "config" -d 'Show what is configured, or write a configuration'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "completion" -d 'Print a completion script for a shell'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "version" -d 'Print the version'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_needs_command" -f -a "help" -d 'Print the help of a command or a topic'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -s f -l filename -d 'A file, a directory (without those below it, see -R), a pattern, or `-`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -s k -l kustomize -d 'Build the kustomization in DIR with `kubectl kustomize` and read the result' -r -f -a "(__fish_complete_directories)"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l stdin-filename -d 'The name under which standard input is reported' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l exclude -d 'Leave out files that match PATTERN (syntax of .gitignore)' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l crd -d 'Use the CRDs in FILE or DIR; they replace those of the same kind' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l omnia-version -d 'The release of the platform: current (the default) or 2026-07' -r -f -a "current\t''
2026-07\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -s o -l output -d 'Write findings as FORMAT (see `help formats`), to FILE or to standard output' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l kube-version -d 'The Kubernetes release whose words are used, 1.30 to 1.36 [default: that of the cluster, or 1.35]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l operation -d 'The kubectl command that will send the manifests [default: apply; with --against replace]' -r -f -a "apply\t''
create\t''
replace\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l against -d 'Judge updates: PATH holds what is stored; git:REV stands for the same files at a revision' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l with -d 'Files and directories with more objects: what the inputs refer to' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l scope -d 'What an object is that no file holds: files (not known), complete (missing)' -r -f -a "files\t''
complete\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -s n -l namespace -d 'The namespace of objects that name none [default: default]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l operator -d 'The operator\'s Deployment, or a document with `flags`, `env` and `thirdPartyCRDs`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l operator-preset -d 'Without --operator: chart (its default values, which render assumes) or binary (no flags, no CRDs of others)' -r -f -a "chart\t''
binary\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l app-version -d 'The version of the chart, for the images of the preset' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l operator-namespace -d 'The namespace that the operator runs in' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l third-party-crds -d 'The groups of foreign CRDs in the cluster: keda, istio, gateway, or nothing' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l fail-on -d 'Exit with 1 from this severity on [default: error]' -r -f -a "error\t''
warning\t''
info\t''
never\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l show -d 'Print findings from this severity on (JSON holds all) [default: warning]' -r -f -a "error\t''
warning\t''
info\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l select -d 'Report these rules only: codes, names, families, ALL' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l extend-select -d 'Report these rules as well as those that the configuration selects' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l ignore -d 'Do not report these rules' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l per-file-ignores -d 'Do not report these rules in files that match PATTERN' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l severity -d 'Take a rule for an error, a warning or an info' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l add-ignores -d 'Write a comment above each line with findings that ignores them, with this reason' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l baseline -d 'Do not report the findings that FILE holds' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l fix -d 'Mend what is safe to mend, or all that can be mended, in the files' -r -f -a "safe\t''
all\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l config -d 'Use this configuration and look for none, or set one key: `--config lint.show=info`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -s j -l jobs -d 'Number of files to check at once (default: one a core)' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -s l -l selector -d 'Check the stored objects with these labels' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -s R -l recursive -d 'Walk the directories of -f with all below them'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l force-exclude -d 'A program names the files: leave out those that match --exclude even so, and pass over what is no manifest'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l no-respect-gitignore -d 'Read files that .gitignore leaves out'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l strict-kinds -d 'Take an Omnia kind without a known schema for an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l no-ignores -d 'Report what comments, annotations and the baseline ignore'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l update-baseline -d 'Write the findings to the baseline'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l diff -d 'Print what --fix would change, and change nothing'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -s w -l watch -d 'Check again whenever a file changes'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l isolated -d 'Use no configuration file'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l trace -d 'Show what the parts of a rule that does not hold were, and where in the file that stands'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l allow-empty -d 'Succeed when there is nothing to check'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l live -d 'Ask the cluster: its CRDs judge, and files are changes of what is stored there'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -s A -l all-namespaces -d 'Check the stored objects of all namespaces'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand lint" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -s f -l filename -d 'A file, a directory (without those below it, see -R), a pattern, or `-`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -s k -l kustomize -d 'Build the kustomization in DIR with `kubectl kustomize` and read the result' -r -f -a "(__fish_complete_directories)"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l stdin-filename -d 'The name under which standard input is reported' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l exclude -d 'Leave out files that match PATTERN (syntax of .gitignore)' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l crd -d 'Use the CRDs in FILE or DIR; they replace those of the same kind' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l omnia-version -d 'The release of the platform: current (the default) or 2026-07' -r -f -a "current\t''
2026-07\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -s o -l output -d 'Write findings as FORMAT (see `help formats`), to FILE or to standard output' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l kube-version -d 'The Kubernetes release whose words are used, 1.30 to 1.36 [default: that of the cluster, or 1.35]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l operation -d 'The kubectl command that will send the manifests [default: apply; with --against replace]' -r -f -a "apply\t''
create\t''
replace\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l against -d 'Judge updates: PATH holds what is stored; git:REV stands for the same files at a revision' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l with -d 'Files and directories with more objects: what the inputs refer to' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l scope -d 'What an object is that no file holds: files (not known), complete (missing)' -r -f -a "files\t''
complete\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -s n -l namespace -d 'The namespace of objects that name none [default: default]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l operator -d 'The operator\'s Deployment, or a document with `flags`, `env` and `thirdPartyCRDs`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l operator-preset -d 'Without --operator: chart (its default values, which render assumes) or binary (no flags, no CRDs of others)' -r -f -a "chart\t''
binary\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l app-version -d 'The version of the chart, for the images of the preset' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l operator-namespace -d 'The namespace that the operator runs in' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l third-party-crds -d 'The groups of foreign CRDs in the cluster: keda, istio, gateway, or nothing' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l fail-on -d 'Exit with 1 from this severity on [default: error]' -r -f -a "error\t''
warning\t''
info\t''
never\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l show -d 'Print findings from this severity on (JSON holds all) [default: warning]' -r -f -a "error\t''
warning\t''
info\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l select -d 'Report these rules only: codes, names, families, ALL' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l extend-select -d 'Report these rules as well as those that the configuration selects' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l ignore -d 'Do not report these rules' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l per-file-ignores -d 'Do not report these rules in files that match PATTERN' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l severity -d 'Take a rule for an error, a warning or an info' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l add-ignores -d 'Write a comment above each line with findings that ignores them, with this reason' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l baseline -d 'Do not report the findings that FILE holds' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l fix -d 'Mend what is safe to mend, or all that can be mended, in the files' -r -f -a "safe\t''
all\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l config -d 'Use this configuration and look for none, or set one key: `--config lint.show=info`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -s j -l jobs -d 'Number of files to check at once (default: one a core)' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -s l -l selector -d 'Check the stored objects with these labels' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -s R -l recursive -d 'Walk the directories of -f with all below them'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l force-exclude -d 'A program names the files: leave out those that match --exclude even so, and pass over what is no manifest'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l no-respect-gitignore -d 'Read files that .gitignore leaves out'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l strict-kinds -d 'Take an Omnia kind without a known schema for an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l no-ignores -d 'Report what comments, annotations and the baseline ignore'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l update-baseline -d 'Write the findings to the baseline'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l diff -d 'Print what --fix would change, and change nothing'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -s w -l watch -d 'Check again whenever a file changes'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l isolated -d 'Use no configuration file'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l trace -d 'Show what the parts of a rule that does not hold were, and where in the file that stands'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l allow-empty -d 'Succeed when there is nothing to check'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l live -d 'Ask the cluster: its CRDs judge, and files are changes of what is stored there'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -s A -l all-namespaces -d 'Check the stored objects of all namespaces'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand check" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -s f -l filename -d 'A file, a directory (without those below it, see -R), a pattern, or `-`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -s k -l kustomize -d 'Build the kustomization in DIR with `kubectl kustomize` and read the result' -r -f -a "(__fish_complete_directories)"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l stdin-filename -d 'The name under which standard input is reported' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l exclude -d 'Leave out files that match PATTERN (syntax of .gitignore)' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l crd -d 'Use the CRDs in FILE or DIR; they replace those of the same kind' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l omnia-version -d 'The release of the platform: current (the default) or 2026-07' -r -f -a "current\t''
2026-07\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -s o -l output -d 'Write findings as FORMAT (see `help formats`), to FILE or to standard output' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l kube-version -d 'The Kubernetes release whose words are used, 1.30 to 1.36 [default: that of the cluster, or 1.35]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l operation -d 'The kubectl command that will send the manifests [default: apply; with --against replace]' -r -f -a "apply\t''
create\t''
replace\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l against -d 'Judge updates: PATH holds what is stored; git:REV stands for the same files at a revision' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l with -d 'Files and directories with more objects: what the inputs refer to' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l scope -d 'What an object is that no file holds: files (not known), complete (missing)' -r -f -a "files\t''
complete\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -s n -l namespace -d 'The namespace of objects that name none [default: default]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l operator -d 'The operator\'s Deployment, or a document with `flags`, `env` and `thirdPartyCRDs`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l operator-preset -d 'Without --operator: chart (its default values, which render assumes) or binary (no flags, no CRDs of others)' -r -f -a "chart\t''
binary\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l app-version -d 'The version of the chart, for the images of the preset' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l operator-namespace -d 'The namespace that the operator runs in' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l third-party-crds -d 'The groups of foreign CRDs in the cluster: keda, istio, gateway, or nothing' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l fail-on -d 'Exit with 1 from this severity on [default: error]' -r -f -a "error\t''
warning\t''
info\t''
never\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l show -d 'Print findings from this severity on (JSON holds all) [default: warning]' -r -f -a "error\t''
warning\t''
info\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l select -d 'Report these rules only: codes, names, families, ALL' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l extend-select -d 'Report these rules as well as those that the configuration selects' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l ignore -d 'Do not report these rules' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l per-file-ignores -d 'Do not report these rules in files that match PATTERN' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l severity -d 'Take a rule for an error, a warning or an info' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l add-ignores -d 'Write a comment above each line with findings that ignores them, with this reason' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l baseline -d 'Do not report the findings that FILE holds' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l fix -d 'Mend what is safe to mend, or all that can be mended, in the files' -r -f -a "safe\t''
all\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l config -d 'Use this configuration and look for none, or set one key: `--config lint.show=info`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -s j -l jobs -d 'Number of files to check at once (default: one a core)' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -s l -l selector -d 'Check the stored objects with these labels' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -s R -l recursive -d 'Walk the directories of -f with all below them'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l force-exclude -d 'A program names the files: leave out those that match --exclude even so, and pass over what is no manifest'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l no-respect-gitignore -d 'Read files that .gitignore leaves out'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l strict-kinds -d 'Take an Omnia kind without a known schema for an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l no-ignores -d 'Report what comments, annotations and the baseline ignore'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l update-baseline -d 'Write the findings to the baseline'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l diff -d 'Print what --fix would change, and change nothing'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -s w -l watch -d 'Check again whenever a file changes'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l isolated -d 'Use no configuration file'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l trace -d 'Show what the parts of a rule that does not hold were, and where in the file that stands'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l allow-empty -d 'Succeed when there is nothing to check'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l live -d 'Ask the cluster: its CRDs judge, and files are changes of what is stored there'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -s A -l all-namespaces -d 'Check the stored objects of all namespaces'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand validate" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -s f -l filename -d 'A file, a directory (without those below it, see -R), a pattern, or `-`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -s k -l kustomize -d 'Build the kustomization in DIR with `kubectl kustomize` and read the result' -r -f -a "(__fish_complete_directories)"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l stdin-filename -d 'The name under which standard input is reported' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l exclude -d 'Leave out files that match PATTERN (syntax of .gitignore)' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l with -d 'Files and directories with more objects: what the inputs refer to' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l scope -d 'What an object is that no file holds: files (not known), complete (missing)' -r -f -a "files\t''
complete\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -s n -l namespace -d 'The namespace of objects that name none [default: default]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l crd -d 'Use the CRDs in FILE or DIR; they replace those of the same kind' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l omnia-version -d 'The release of the platform: current (the default) or 2026-07' -r -f -a "current\t''
2026-07\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l operator -d 'The operator\'s Deployment, or a document with `flags`, `env` and `thirdPartyCRDs`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l operator-preset -d 'Without --operator: chart (its default values, which render assumes) or binary (no flags, no CRDs of others)' -r -f -a "chart\t''
binary\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l app-version -d 'The version of the chart, for the images of the preset' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l operator-namespace -d 'The namespace that the operator runs in' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l third-party-crds -d 'The groups of foreign CRDs in the cluster: keda, istio, gateway, or nothing' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l default-exposure-base-domain -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l default-exposure-gateway-name -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l default-exposure-gateway-namespace -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l default-exposure-gateway-section -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l enterprise -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l eval-worker-image -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l eval-worker-image-pull-policy -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l facade-image -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l facade-image-pull-policy -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l framework-image -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l framework-image-pull-policy -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l license-api-url -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l mesh-enabled -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l mgmt-plane-jwks-url -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l policy-broker-image -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l redis-url -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l redis-url-secret-key -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l redis-url-secret-name -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l sandbox-api-url -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l session-api-auth-audience -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l session-api-auth-enabled -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l session-api-auth-token-expiration-seconds -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l session-redis-url -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l session-redis-url-secret-key -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l session-redis-url-secret-name -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l tracing-enabled -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l tracing-endpoint -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l workspace-content-path -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l workspace-reader-rbac -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -s o -l output -d 'Write the objects as FORMAT (yaml, json, name, tree), to FILE or to standard output' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l kind -d 'Print objects of these kinds only' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l agent -d 'Render these agents only: NAME or NAMESPACE/NAME' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -s R -l recursive -d 'Walk the directories of -f with all below them'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l force-exclude -d 'A program names the files: leave out those that match --exclude even so, and pass over what is no manifest'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l no-respect-gitignore -d 'Read files that .gitignore leaves out'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l explain -d 'Say of each value where it comes from'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l show-secrets -d 'Print the data of Secrets'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l force -d 'Render what the API server would refuse or the operator could not read, too'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l allow-empty -d 'Succeed when there is no AgentRuntime'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand render" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -s f -l filename -d 'A file, a directory (without those below it, see -R), a pattern, or `-`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -s k -l kustomize -d 'Build the kustomization in DIR with `kubectl kustomize` and read the result' -r -f -a "(__fish_complete_directories)"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l stdin-filename -d 'The name under which standard input is reported' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l exclude -d 'Leave out files that match PATTERN (syntax of .gitignore)' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l with -d 'Files and directories with more objects: what the inputs refer to' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l scope -d 'What an object is that no file holds: files (not known), complete (missing)' -r -f -a "files\t''
complete\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -s n -l namespace -d 'The namespace of objects that name none [default: default]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l crd -d 'Use the CRDs in FILE or DIR; they replace those of the same kind' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l omnia-version -d 'The release of the platform: current (the default) or 2026-07' -r -f -a "current\t''
2026-07\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l operator -d 'The operator\'s Deployment, or a document with `flags`, `env` and `thirdPartyCRDs`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l operator-preset -d 'Without --operator: chart (its default values, which render assumes) or binary (no flags, no CRDs of others)' -r -f -a "chart\t''
binary\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l app-version -d 'The version of the chart, for the images of the preset' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l operator-namespace -d 'The namespace that the operator runs in' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l third-party-crds -d 'The groups of foreign CRDs in the cluster: keda, istio, gateway, or nothing' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l default-exposure-base-domain -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l default-exposure-gateway-name -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l default-exposure-gateway-namespace -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l default-exposure-gateway-section -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l enterprise -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l eval-worker-image -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l eval-worker-image-pull-policy -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l facade-image -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l facade-image-pull-policy -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l framework-image -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l framework-image-pull-policy -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l license-api-url -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l mesh-enabled -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l mgmt-plane-jwks-url -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l policy-broker-image -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l redis-url -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l redis-url-secret-key -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l redis-url-secret-name -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l sandbox-api-url -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l session-api-auth-audience -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l session-api-auth-enabled -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l session-api-auth-token-expiration-seconds -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l session-redis-url -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l session-redis-url-secret-key -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l session-redis-url-secret-name -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l tracing-enabled -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l tracing-endpoint -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l workspace-content-path -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l workspace-reader-rbac -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -s o -l output -d 'Write the objects as FORMAT (yaml, json, name, tree), to FILE or to standard output' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l kind -d 'Print objects of these kinds only' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l agent -d 'Render these agents only: NAME or NAMESPACE/NAME' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -s R -l recursive -d 'Walk the directories of -f with all below them'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l force-exclude -d 'A program names the files: leave out those that match --exclude even so, and pass over what is no manifest'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l no-respect-gitignore -d 'Read files that .gitignore leaves out'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l explain -d 'Say of each value where it comes from'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l show-secrets -d 'Print the data of Secrets'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l force -d 'Render what the API server would refuse or the operator could not read, too'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l allow-empty -d 'Succeed when there is no AgentRuntime'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand preview" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l with -d 'Files and directories with more objects: what the inputs refer to' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l scope -d 'What an object is that no file holds: files (not known), complete (missing)' -r -f -a "files\t''
complete\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -s n -l namespace -d 'The namespace of objects that name none [default: default]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l crd -d 'Use the CRDs in FILE or DIR; they replace those of the same kind' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l omnia-version -d 'The release of the platform: current (the default) or 2026-07' -r -f -a "current\t''
2026-07\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l operator -d 'The operator\'s Deployment, or a document with `flags`, `env` and `thirdPartyCRDs`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l operator-preset -d 'Without --operator: chart (its default values, which render assumes) or binary (no flags, no CRDs of others)' -r -f -a "chart\t''
binary\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l app-version -d 'The version of the chart, for the images of the preset' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l operator-namespace -d 'The namespace that the operator runs in' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l third-party-crds -d 'The groups of foreign CRDs in the cluster: keda, istio, gateway, or nothing' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l default-exposure-base-domain -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l default-exposure-gateway-name -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l default-exposure-gateway-namespace -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l default-exposure-gateway-section -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l enterprise -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l eval-worker-image -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l eval-worker-image-pull-policy -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l facade-image -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l facade-image-pull-policy -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l framework-image -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l framework-image-pull-policy -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l license-api-url -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l mesh-enabled -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l mgmt-plane-jwks-url -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l policy-broker-image -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l redis-url -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l redis-url-secret-key -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l redis-url-secret-name -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l sandbox-api-url -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l session-api-auth-audience -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l session-api-auth-enabled -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l session-api-auth-token-expiration-seconds -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l session-redis-url -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l session-redis-url-secret-key -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l session-redis-url-secret-name -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l tracing-enabled -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l tracing-endpoint -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l workspace-content-path -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l workspace-reader-rbac -d 'As the operator\'s flag.' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -s o -l output -d 'Write the difference as FORMAT (unified, markdown, json), to FILE or to standard output' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l live -d 'Compare with the live objects, which stand for the old version'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand diff" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -s f -l filename -d 'A file, a directory (without those below it, see -R), a pattern, or `-`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -s k -l kustomize -d 'Build the kustomization in DIR with `kubectl kustomize` and read the result' -r -f -a "(__fish_complete_directories)"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l stdin-filename -d 'The name under which standard input is reported' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l exclude -d 'Leave out files that match PATTERN (syntax of .gitignore)' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l crd -d 'Use the CRDs in FILE or DIR; they replace those of the same kind' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l omnia-version -d 'The release of the platform: current (the default) or 2026-07' -r -f -a "current\t''
2026-07\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -s o -l output -d 'Write findings as FORMAT (see `help formats`), to FILE or to standard output' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l kube-version -d 'The Kubernetes release whose words are used, 1.30 to 1.36 [default: that of the cluster, or 1.35]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l operation -d 'The kubectl command that will send the manifests [default: apply; with --against replace]' -r -f -a "apply\t''
create\t''
replace\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l against -d 'Judge updates: PATH holds what is stored; git:REV stands for the same files at a revision' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l with -d 'Files and directories with more objects: what the inputs refer to' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l scope -d 'What an object is that no file holds: files (not known), complete (missing)' -r -f -a "files\t''
complete\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -s n -l namespace -d 'The namespace of objects that name none [default: default]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l operator -d 'The operator\'s Deployment, or a document with `flags`, `env` and `thirdPartyCRDs`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l operator-preset -d 'Without --operator: chart (its default values, which render assumes) or binary (no flags, no CRDs of others)' -r -f -a "chart\t''
binary\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l app-version -d 'The version of the chart, for the images of the preset' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l operator-namespace -d 'The namespace that the operator runs in' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l third-party-crds -d 'The groups of foreign CRDs in the cluster: keda, istio, gateway, or nothing' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l fail-on -d 'Exit with 1 from this severity on [default: error]' -r -f -a "error\t''
warning\t''
info\t''
never\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l show -d 'Print findings from this severity on (JSON holds all) [default: warning]' -r -f -a "error\t''
warning\t''
info\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l select -d 'Report these rules only: codes, names, families, ALL' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l extend-select -d 'Report these rules as well as those that the configuration selects' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l ignore -d 'Do not report these rules' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l per-file-ignores -d 'Do not report these rules in files that match PATTERN' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l severity -d 'Take a rule for an error, a warning or an info' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l add-ignores -d 'Write a comment above each line with findings that ignores them, with this reason' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l baseline -d 'Do not report the findings that FILE holds' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l fix -d 'Mend what is safe to mend, or all that can be mended, in the files' -r -f -a "safe\t''
all\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l config -d 'Use this configuration and look for none, or set one key: `--config lint.show=info`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -s j -l jobs -d 'Number of files to check at once (default: one a core)' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -s l -l selector -d 'Check the stored objects with these labels' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -s R -l recursive -d 'Walk the directories of -f with all below them'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l force-exclude -d 'A program names the files: leave out those that match --exclude even so, and pass over what is no manifest'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l no-respect-gitignore -d 'Read files that .gitignore leaves out'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l strict-kinds -d 'Take an Omnia kind without a known schema for an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l no-ignores -d 'Report what comments, annotations and the baseline ignore'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l update-baseline -d 'Write the findings to the baseline'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l diff -d 'Print what --fix would change, and change nothing'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -s w -l watch -d 'Check again whenever a file changes'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l isolated -d 'Use no configuration file'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l trace -d 'Show what the parts of a rule that does not hold were, and where in the file that stands'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l allow-empty -d 'Succeed when there is nothing to check'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l live -d 'Ask the cluster: its CRDs judge, and files are changes of what is stored there'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -s A -l all-namespaces -d 'Check the stored objects of all namespaces'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand fix" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand migrate" -s f -l filename -d 'A file, a directory (without those below it, see -R), a pattern, or `-`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand migrate" -s k -l kustomize -d 'Build the kustomization in DIR with `kubectl kustomize` and read the result' -r -f -a "(__fish_complete_directories)"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand migrate" -l stdin-filename -d 'The name under which standard input is reported' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand migrate" -l exclude -d 'Leave out files that match PATTERN (syntax of .gitignore)' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand migrate" -l to -d 'The release to bring the manifests to: current or 2026-07' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand migrate" -s o -l output -d 'The format of the report: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand migrate" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand migrate" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand migrate" -s R -l recursive -d 'Walk the directories of -f with all below them'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand migrate" -l force-exclude -d 'A program names the files: leave out those that match --exclude even so, and pass over what is no manifest'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand migrate" -l no-respect-gitignore -d 'Read files that .gitignore leaves out'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand migrate" -l diff -d 'Print how the files would change, and nothing else; change nothing'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand migrate" -l dry-run -d 'Report what would change and what is left, and change nothing'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand migrate" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand migrate" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand migrate" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -s f -l filename -d 'A file, a directory (without those below it, see -R), a pattern, or `-`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -s k -l kustomize -d 'Build the kustomization in DIR with `kubectl kustomize` and read the result' -r -f -a "(__fish_complete_directories)"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l stdin-filename -d 'The name under which standard input is reported' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l exclude -d 'Leave out files that match PATTERN (syntax of .gitignore)' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l with -d 'Files and directories with more objects: what the inputs refer to' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l scope -d 'What an object is that no file holds: files (not known), complete (missing)' -r -f -a "files\t''
complete\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -s l -l selector -d 'Ask for the objects with these labels' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -s n -l namespace -d 'The namespace [default: that of the context]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l crd -d 'Use the CRDs in FILE or DIR; they replace those of the same kind' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l omnia-version -d 'The release of the platform: current (the default) or 2026-07' -r -f -a "current\t''
2026-07\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -s o -l output -d 'Write FORMAT (table, wide, name, json, yaml), to FILE or to standard output' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l against -d 'Compare with the same files at a revision of Git' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l against-context -d 'Compare with another context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -s R -l recursive -d 'Walk the directories of -f with all below them'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l force-exclude -d 'A program names the files: leave out those that match --exclude even so, and pass over what is no manifest'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l no-respect-gitignore -d 'Read files that .gitignore leaves out'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l live -d 'Look up in the cluster what the files do not hold'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -s A -l all-namespaces -d 'Ask for the objects of all namespaces'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l explain -d 'Name every candidate with the reason why it won or lost'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l fail-on-change -d 'Exit with 1 when a reference means another version than in what it is compared with'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand resolve" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -s f -l filename -d 'A file, a directory (without those below it, see -R), a pattern, or `-`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -s k -l kustomize -d 'Build the kustomization in DIR with `kubectl kustomize` and read the result' -r -f -a "(__fish_complete_directories)"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l stdin-filename -d 'The name under which standard input is reported' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l exclude -d 'Leave out files that match PATTERN (syntax of .gitignore)' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l with -d 'Files and directories with more objects: what the inputs refer to' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l scope -d 'What an object is that no file holds: files (not known), complete (missing)' -r -f -a "files\t''
complete\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -s l -l selector -d 'Ask for the objects with these labels' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -s n -l namespace -d 'The namespace [default: that of the context]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l crd -d 'Use the CRDs in FILE or DIR; they replace those of the same kind' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l omnia-version -d 'The release of the platform: current (the default) or 2026-07' -r -f -a "current\t''
2026-07\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l if-published -d 'Tell who would move if this version were published, and what that does' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -s R -l recursive -d 'Walk the directories of -f with all below them'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l force-exclude -d 'A program names the files: leave out those that match --exclude even so, and pass over what is no manifest'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l no-respect-gitignore -d 'Read files that .gitignore leaves out'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l live -d 'Look up in the cluster what the files do not hold'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -s A -l all-namespaces -d 'Ask for the objects of all namespaces'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand packs" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -s f -l filename -d 'A file, a directory (without those below it, see -R), a pattern, or `-`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -s k -l kustomize -d 'Build the kustomization in DIR with `kubectl kustomize` and read the result' -r -f -a "(__fish_complete_directories)"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l stdin-filename -d 'The name under which standard input is reported' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l exclude -d 'Leave out files that match PATTERN (syntax of .gitignore)' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l with -d 'Files and directories with more objects: what the inputs refer to' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l scope -d 'What an object is that no file holds: files (not known), complete (missing)' -r -f -a "files\t''
complete\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -s l -l selector -d 'Ask for the objects with these labels' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -s n -l namespace -d 'The namespace [default: that of the context]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l crd -d 'Use the CRDs in FILE or DIR; they replace those of the same kind' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l omnia-version -d 'The release of the platform: current (the default) or 2026-07' -r -f -a "current\t''
2026-07\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -s o -l output -d 'The format: tree, dot, mermaid or json' -r -f -a "tree\t''
dot\t''
mermaid\t''
json\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l impact -d 'Draw only what refers to this object' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -s R -l recursive -d 'Walk the directories of -f with all below them'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l force-exclude -d 'A program names the files: leave out those that match --exclude even so, and pass over what is no manifest'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l no-respect-gitignore -d 'Read files that .gitignore leaves out'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l live -d 'Look up in the cluster what the files do not hold'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -s A -l all-namespaces -d 'Ask for the objects of all namespaces'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand graph" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and not __fish_seen_subcommand_from status history plan start promote pause resume rollback undo abort retry" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and not __fish_seen_subcommand_from status history plan start promote pause resume rollback undo abort retry" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and not __fish_seen_subcommand_from status history plan start promote pause resume rollback undo abort retry" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and not __fish_seen_subcommand_from status history plan start promote pause resume rollback undo abort retry" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and not __fish_seen_subcommand_from status history plan start promote pause resume rollback undo abort retry" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and not __fish_seen_subcommand_from status history plan start promote pause resume rollback undo abort retry" -f -a "status" -d 'Show where rollouts stand'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and not __fish_seen_subcommand_from status history plan start promote pause resume rollback undo abort retry" -f -a "history" -d 'Show the events of a rollout'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and not __fish_seen_subcommand_from status history plan start promote pause resume rollback undo abort retry" -f -a "plan" -d 'Show what the steps of a rollout will do, before one runs'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and not __fish_seen_subcommand_from status history plan start promote pause resume rollback undo abort retry" -f -a "start" -d 'Set a candidate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and not __fish_seen_subcommand_from status history plan start promote pause resume rollback undo abort retry" -f -a "promote" -d 'Go on to the next step, or with --full to the end'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and not __fish_seen_subcommand_from status history plan start promote pause resume rollback undo abort retry" -f -a "pause" -d 'Stop at the current step'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and not __fish_seen_subcommand_from status history plan start promote pause resume rollback undo abort retry" -f -a "resume" -d 'Go on after a pause that only a person ends'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and not __fish_seen_subcommand_from status history plan start promote pause resume rollback undo abort retry" -f -a "rollback" -d 'Go back to stable, and mark the version as rolled back'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and not __fish_seen_subcommand_from status history plan start promote pause resume rollback undo abort retry" -f -a "undo" -d 'Go back to stable, and mark the version as rolled back'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and not __fish_seen_subcommand_from status history plan start promote pause resume rollback undo abort retry" -f -a "abort" -d 'Go back to stable without a mark'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and not __fish_seen_subcommand_from status history plan start promote pause resume rollback undo abort retry" -f -a "retry" -d 'Try the version again that was rolled back'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -s l -l selector -d 'The agents with these labels' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l for -d 'Wait for this goal' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l timeout -d 'How long to wait, as in 90s or 1h30m [default: for ever]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -s n -l namespace -d 'The namespace [default: that of the context]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -s A -l all-namespaces -d 'The agents of all namespaces'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -s w -l watch -d 'Go on showing until it is over'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from status" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -s n -l namespace -d 'The namespace [default: that of the context]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from history" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -s f -l filename -d 'A file, a directory (without those below it, see -R), a pattern, or `-`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -s k -l kustomize -d 'Build the kustomization in DIR with `kubectl kustomize` and read the result' -r -f -a "(__fish_complete_directories)"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l stdin-filename -d 'The name under which standard input is reported' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l exclude -d 'Leave out files that match PATTERN (syntax of .gitignore)' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l with -d 'Files and directories with more objects: what the inputs refer to' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l scope -d 'What an object is that no file holds: files (not known), complete (missing)' -r -f -a "files\t''
complete\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -s n -l namespace -d 'The namespace of objects that name none [default: default]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l crd -d 'Use the CRDs in FILE or DIR; they replace those of the same kind' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l omnia-version -d 'The release of the platform: current (the default) or 2026-07' -r -f -a "current\t''
2026-07\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -s R -l recursive -d 'Walk the directories of -f with all below them'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l force-exclude -d 'A program names the files: leave out those that match --exclude even so, and pass over what is no manifest'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l no-respect-gitignore -d 'Read files that .gitignore leaves out'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from plan" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l pack-version -d 'The version of the pack' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l track -d 'The channel of the pack: stable or prerelease' -r -f -a "stable\t''
prerelease\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l pack -d 'Another pack' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l provider -d 'Another Provider for an entry of spec.providers, by its name or role; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l tool-registry -d 'Another ToolRegistry' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l steps -d 'A file with the list of steps, for an agent that has none' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l dry-run -d 'Write nothing: print the requests (client), or let the server check the first one (server)' -r -f -a "client\t'Print the requests'
server\t'Let the server check the first one'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l timeout -d 'How long to wait, as in 90s or 1h30m [default: 10m]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l write -d 'Make the matching change in this manifest of Git; comments and layout stay' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -s n -l namespace -d 'The namespace [default: that of the context]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -s y -l yes -d 'Do not ask'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l wait -d 'Follow the rollout to its end, or to the next pause that a person has to end'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l force -d 'Do it although it is refused; the reason is shown as its cost. Not every refusal can be forced'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from start" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l dry-run -d 'Write nothing: print the requests (client), or let the server check the first one (server)' -r -f -a "client\t'Print the requests'
server\t'Let the server check the first one'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l timeout -d 'How long to wait, as in 90s or 1h30m [default: 10m]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l write -d 'Make the matching change in this manifest of Git; comments and layout stay' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -s n -l namespace -d 'The namespace [default: that of the context]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l full -d 'To the end: the operator replaces stable by the candidate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -s y -l yes -d 'Do not ask'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l wait -d 'Follow the rollout to its end, or to the next pause that a person has to end'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l force -d 'Do it although it is refused; the reason is shown as its cost. Not every refusal can be forced'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from promote" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l dry-run -d 'Write nothing: print the requests (client), or let the server check the first one (server)' -r -f -a "client\t'Print the requests'
server\t'Let the server check the first one'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l timeout -d 'How long to wait, as in 90s or 1h30m [default: 10m]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l write -d 'Make the matching change in this manifest of Git; comments and layout stay' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -s n -l namespace -d 'The namespace [default: that of the context]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -s y -l yes -d 'Do not ask'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l wait -d 'Follow the rollout to its end, or to the next pause that a person has to end'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l force -d 'Do it although it is refused; the reason is shown as its cost. Not every refusal can be forced'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from pause" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l dry-run -d 'Write nothing: print the requests (client), or let the server check the first one (server)' -r -f -a "client\t'Print the requests'
server\t'Let the server check the first one'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l timeout -d 'How long to wait, as in 90s or 1h30m [default: 10m]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l write -d 'Make the matching change in this manifest of Git; comments and layout stay' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -s n -l namespace -d 'The namespace [default: that of the context]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -s y -l yes -d 'Do not ask'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l wait -d 'Follow the rollout to its end, or to the next pause that a person has to end'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l force -d 'Do it although it is refused; the reason is shown as its cost. Not every refusal can be forced'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from resume" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -s f -l filename -d 'The manifest with the references that served before, for a rollback while promoting' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l dry-run -d 'Write nothing: print the requests (client), or let the server check the first one (server)' -r -f -a "client\t'Print the requests'
server\t'Let the server check the first one'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l timeout -d 'How long to wait, as in 90s or 1h30m [default: 10m]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l write -d 'Make the matching change in this manifest of Git; comments and layout stay' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -s n -l namespace -d 'The namespace [default: that of the context]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -s y -l yes -d 'Do not ask'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l wait -d 'Follow the rollout to its end, or to the next pause that a person has to end'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l force -d 'Do it although it is refused; the reason is shown as its cost. Not every refusal can be forced'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from rollback" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -s f -l filename -d 'The manifest with the references that served before, for a rollback while promoting' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l dry-run -d 'Write nothing: print the requests (client), or let the server check the first one (server)' -r -f -a "client\t'Print the requests'
server\t'Let the server check the first one'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l timeout -d 'How long to wait, as in 90s or 1h30m [default: 10m]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l write -d 'Make the matching change in this manifest of Git; comments and layout stay' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -s n -l namespace -d 'The namespace [default: that of the context]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -s y -l yes -d 'Do not ask'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l wait -d 'Follow the rollout to its end, or to the next pause that a person has to end'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l force -d 'Do it although it is refused; the reason is shown as its cost. Not every refusal can be forced'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from undo" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l dry-run -d 'Write nothing: print the requests (client), or let the server check the first one (server)' -r -f -a "client\t'Print the requests'
server\t'Let the server check the first one'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l timeout -d 'How long to wait, as in 90s or 1h30m [default: 10m]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l write -d 'Make the matching change in this manifest of Git; comments and layout stay' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -s n -l namespace -d 'The namespace [default: that of the context]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -s y -l yes -d 'Do not ask'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l wait -d 'Follow the rollout to its end, or to the next pause that a person has to end'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l force -d 'Do it although it is refused; the reason is shown as its cost. Not every refusal can be forced'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from abort" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l dry-run -d 'Write nothing: print the requests (client), or let the server check the first one (server)' -r -f -a "client\t'Print the requests'
server\t'Let the server check the first one'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l timeout -d 'How long to wait, as in 90s or 1h30m [default: 10m]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l write -d 'Make the matching change in this manifest of Git; comments and layout stay' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -s n -l namespace -d 'The namespace [default: that of the context]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -s y -l yes -d 'Do not ask'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l wait -d 'Follow the rollout to its end, or to the next pause that a person has to end'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l force -d 'Do it although it is refused; the reason is shown as its cost. Not every refusal can be forced'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rollout; and __fish_seen_subcommand_from retry" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -s l -l selector -d 'The agents with these labels' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -s n -l namespace -d 'The namespace [default: that of the context]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -s A -l all-namespaces -d 'The agents of all namespaces'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand status" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -s n -l namespace -d 'The namespace [default: that of the context]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand why" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -s n -l namespace -d 'The namespace [default: that of the context]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand events" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand read" -s f -l filename -d 'A file, a directory (without those below it, see -R), a pattern, or `-`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand read" -s k -l kustomize -d 'Build the kustomization in DIR with `kubectl kustomize` and read the result' -r -f -a "(__fish_complete_directories)"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand read" -l stdin-filename -d 'The name under which standard input is reported' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand read" -l exclude -d 'Leave out files that match PATTERN (syntax of .gitignore)' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand read" -s o -l output -d 'The format: text (the JSON of each document on a line) or json (JSON Lines)' -r -f -a "text\t'The JSON of each document on a line'
json\t'JSON Lines with file and document'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand read" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand read" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand read" -s R -l recursive -d 'Walk the directories of -f with all below them'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand read" -l force-exclude -d 'A program names the files: leave out those that match --exclude even so, and pass over what is no manifest'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand read" -l no-respect-gitignore -d 'Read files that .gitignore leaves out'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand read" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand read" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand read" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand explain" -l crd -d 'Use the CRDs in FILE or DIR; they replace those of the same kind' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand explain" -l omnia-version -d 'The release of the platform: current (the default) or 2026-07' -r -f -a "current\t''
2026-07\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand explain" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand explain" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand explain" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand explain" -l rule -d 'Show the expressions of the rule in the embedded CRDs, and where they stand'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand explain" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand explain" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand explain" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rules" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rules" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rules" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rules" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rules" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand rules" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and not __fish_seen_subcommand_from list export diff validate-crd" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and not __fish_seen_subcommand_from list export diff validate-crd" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and not __fish_seen_subcommand_from list export diff validate-crd" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and not __fish_seen_subcommand_from list export diff validate-crd" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and not __fish_seen_subcommand_from list export diff validate-crd" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and not __fish_seen_subcommand_from list export diff validate-crd" -f -a "list" -d 'List the kinds whose schemas are embedded'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and not __fish_seen_subcommand_from list export diff validate-crd" -f -a "export" -d 'Print CRDs for `kubectl apply`, or a JSON Schema for editors'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and not __fish_seen_subcommand_from list export diff validate-crd" -f -a "diff" -d 'Compare CRDs: those of a cluster, of a release, of files'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and not __fish_seen_subcommand_from list export diff validate-crd" -f -a "validate-crd" -d 'Judge CRDs as the API server does when they are created'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from list" -l omnia-version -d 'The release of the platform: current or 2026-07' -r -f -a "current\t'What the documentation of November 2026 describes'
2026-07\t'What was published in July 2026'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from list" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from list" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from list" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from list" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from export" -l omnia-version -d 'The release of the platform: current or 2026-07' -r -f -a "current\t'What the documentation of November 2026 describes'
2026-07\t'What was published in July 2026'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from export" -s o -l output -d 'The format of the CRDs; a JSON Schema is always JSON' -r -f -a "yaml\t''
json\t''"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from export" -l output-file -d 'Write to FILE instead of standard output' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from export" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from export" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from export" -l json-schema -d 'Print a JSON Schema instead of CRDs'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from export" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from export" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from export" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from diff" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from validate-crd" -s f -l filename -d 'A file, a directory (without those below it, see -R), a pattern, or `-`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from validate-crd" -s k -l kustomize -d 'Build the kustomization in DIR with `kubectl kustomize` and read the result' -r -f -a "(__fish_complete_directories)"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from validate-crd" -l stdin-filename -d 'The name under which standard input is reported' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from validate-crd" -l exclude -d 'Leave out files that match PATTERN (syntax of .gitignore)' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from validate-crd" -s o -l output -d 'Write findings as FORMAT (text, concise, json), to FILE or to standard output' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from validate-crd" -l kube-version -d 'The Kubernetes release whose words and rules count: 1.30 to 1.36' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from validate-crd" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from validate-crd" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from validate-crd" -s R -l recursive -d 'Walk the directories of -f with all below them'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from validate-crd" -l force-exclude -d 'A program names the files: leave out those that match --exclude even so, and pass over what is no manifest'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from validate-crd" -l no-respect-gitignore -d 'Read files that .gitignore leaves out'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from validate-crd" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from validate-crd" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand schema; and __fish_seen_subcommand_from validate-crd" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -s n -l namespace -d 'The namespace [default: that of the context]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand doctor" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -s o -l output -d 'The format: text, json, yaml or role' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'
role\t'The roles that are missing with their bindings, as manifests'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -s n -l namespace -d 'The namespace [default: that of the context]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -l context -d 'The context of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -l kubeconfig -d 'The kubeconfig file [default: those of KUBECONFIG, or ~/.kube/config]' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -l cluster -d 'The cluster entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -l user -d 'The user entry of the kubeconfig' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -s s -l server -d 'The URL of the API server' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -l token -d 'The bearer token' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -l as -d 'The user to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -l as-group -d 'A group to act as; may be repeated' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -l as-uid -d 'The UID to act as' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -l certificate-authority -d 'The certificates that sign the server\'s' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -l client-certificate -d 'The client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -l client-key -d 'The key of the client\'s certificate' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -l tls-server-name -d 'The name that the server\'s certificate must have' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -l request-timeout -d 'How long an answer may take: seconds, or as in 1m30s; 0 for ever [default: 60]' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -s A -l all-namespaces -d 'Ask for all namespaces, for the commands that can look at all'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -l disable-compression -d 'Do not ask for compressed answers'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand auth" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand options" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand options" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand options" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand options" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand options" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and not __fish_seen_subcommand_from show init path schema" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and not __fish_seen_subcommand_from show init path schema" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and not __fish_seen_subcommand_from show init path schema" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and not __fish_seen_subcommand_from show init path schema" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and not __fish_seen_subcommand_from show init path schema" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and not __fish_seen_subcommand_from show init path schema" -f -a "show" -d 'Print what holds, and where it was set'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and not __fish_seen_subcommand_from show init path schema" -f -a "init" -d 'Write an omnia.yaml in which everything has its default'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and not __fish_seen_subcommand_from show init path schema" -f -a "path" -d 'Print the path of the configuration that is used'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and not __fish_seen_subcommand_from show init path schema" -f -a "schema" -d 'Print the JSON Schema of configuration files'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from show" -l config -d 'Use this configuration and look for none, or set one key: `--config lint.show=info`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from show" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from show" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from show" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from show" -l isolated -d 'Use no configuration file'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from show" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from init" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from init" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from init" -l force -d 'Replace a file that is there'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from init" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from init" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from init" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from path" -l config -d 'Use this configuration and look for none, or set one key: `--config lint.show=info`' -r -F
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from path" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from path" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from path" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from path" -l isolated -d 'Use no configuration file'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from path" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from path" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from path" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from schema" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from schema" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from schema" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from schema" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand config; and __fish_seen_subcommand_from schema" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand completion" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand completion" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand completion" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand completion" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand completion" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand version" -s o -l output -d 'The format: text, json or yaml' -r -f -a "text\t'For people'
json\t'JSON, indented'
yaml\t'YAML'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand version" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand version" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand version" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand version" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand version" -s h -l help -d 'Print help'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand help" -l color -d 'When to colour text: auto, always or never' -r -f -a "auto\t'As the terminal and the environment say'
always\t'Always, text formats only'
never\t'Never'"
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand help" -s v -l v -d 'Log requests to a cluster on standard error: from 6 on each, from 8 on with bodies, but those of Secrets' -r
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand help" -s q -l quiet -d 'Print findings only; twice: print nothing, the exit code tells'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand help" -l offline -d 'Ask no cluster: whatever needs one is an error'
complete -c kubectl-omnia -n "__fish_kubectl_omnia_using_subcommand help" -s h -l help -d 'Print help'
