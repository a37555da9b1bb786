#!/usr/bin/env bash
# Builds the programs that the server tests run, from the Go modules pinned beside this script, once: a stamp beside each program, of the
# pins, the sources and the Go release, skips later builds.
#
# Usage: build.sh FOLDER [RELEASE [PROGRAM...]]
#   FOLDER   receives the programs and the stamps
#   RELEASE  1.35 (default) or 1.34: the Kubernetes release, each pinned by a module file of its own
#   PROGRAM  etcd, yaml-read (the YAML library of kubectl), kubectl, kube-apiserver; all without any
set -euo pipefail

folder=${1:?usage: build.sh FOLDER [RELEASE [PROGRAM...]]}
release=${2:-1.35}
programs=("${@:3}")
[ ${#programs[@]} -gt 0 ] || programs=(etcd yaml-read kubectl kube-apiserver)
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cd "$(dirname "$0")"

case $release in
    1.35) modfile=go.mod ;;
    1.34) modfile=go-1.34.mod ;;
    *)
        echo "build.sh: Kubernetes $release is not pinned here, only 1.35 and 1.34 are" >&2
        exit 2
        ;;
esac

# Two runs of the tests share the folder: the second waits for the first and finds its work done.
if command -v flock >/dev/null 2>&1; then
    exec 9>"$folder/lock"
    flock 9
fi

stamp=$( (go env GOVERSION GOOS GOARCH && cat "$modfile" "${modfile%.mod}.sum" build.sh yaml-read/*.go) | cksum)
current() { [ -x "$folder/$1" ] && [ "$(cat "$folder/$1.stamp" 2>/dev/null)" = "$stamp" ]; }
version() { go list -modfile="$modfile" -m -f '{{with .Replace}}{{.Version}}{{else}}{{.Version}}{{end}}' "$1"; }

# Without C code the programs build on a machine that has Go alone, and run wherever they are copied.
export CGO_ENABLED=0 GOFLAGS=
for program in "${programs[@]}"; do
    if current "$program"; then
        continue
    fi
    case $program in
        etcd) package=go.etcd.io/etcd/server/v3 module=go.etcd.io/etcd/server/v3 ;;
        yaml-read) package=./yaml-read module=sigs.k8s.io/yaml ;;
        kubectl | kube-apiserver) package=k8s.io/kubernetes/cmd/$program module=k8s.io/kubernetes ;;
        *)
            echo "build.sh: no program is called $program" >&2
            exit 2
            ;;
    esac
    # What a release build of Kubernetes stamps into its programs; the server takes its compatibility version from it.
    kubernetes=$(version k8s.io/kubernetes)
    flags="-s -w"
    for stamped in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
        flags+=" -X $stamped.gitVersion=$kubernetes -X $stamped.gitMajor=1 -X $stamped.gitMinor=${release#1.}"
    done
    echo "server tests: building $program ($module $(version $module)); the first build takes minutes" >&2
    nice -n 5 go build -modfile="$modfile" -trimpath -ldflags "$flags" -o "$folder/$program" "$package"
    echo "$stamp" >"$folder/$program.stamp"
done
