//go:build tools

// Package tools names the programs that the server tests run, so that `go mod tidy` keeps their sums.
package tools

import (
	_ "go.etcd.io/etcd/server/v3"
	_ "k8s.io/kubernetes/cmd/kube-apiserver"
	_ "k8s.io/kubernetes/cmd/kubectl"
	_ "sigs.k8s.io/yaml"
)
