// Go-types prints how Go's encoder writes the Kubernetes types that manifests of Omnia hold: which fields there are, and which of
// them are left out when they are empty. See crds/README.md for the form.
//
//	go run . > ../../crds/go-types.txt
package main

import (
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"

	autoscaling "k8s.io/api/autoscaling/v2"
	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// What is printed, and all that it holds.
var roots = []reflect.Type{
	reflect.TypeFor[core.PodSpec](),
	reflect.TypeFor[autoscaling.HorizontalPodAutoscalerSpec](),
}

// Types that write themselves.
var scalars = map[reflect.Type]string{
	reflect.TypeFor[resource.Quantity]():  "quantity",
	reflect.TypeFor[intstr.IntOrString](): "intstr",
	reflect.TypeFor[meta.Time]():          "time",
	reflect.TypeFor[meta.FieldsV1]():      "raw",
}

type printer struct {
	names map[string]reflect.Type
	lines map[string][]string
}

func main() {
	p := printer{names: map[string]reflect.Type{}, lines: map[string][]string{}}
	for _, root := range roots {
		p.name(root)
	}
	names := make([]string, 0, len(p.lines))
	for name := range p.lines {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Printf("%s\n%s", name, strings.Join(p.lines[name], ""))
	}
}

// name is the word for a type; the fields of a struct are collected when it is met first.
func (p *printer) name(t reflect.Type) string {
	if scalar, ok := scalars[t]; ok {
		return scalar
	}
	switch t.Kind() {
	case reflect.String, reflect.Bool, reflect.Int32, reflect.Int64:
		return t.Kind().String()
	case reflect.Pointer:
		return "*" + p.name(t.Elem())
	case reflect.Slice:
		return "[]" + p.name(t.Elem())
	case reflect.Map:
		return "{}" + p.name(t.Elem())
	case reflect.Struct:
		if known, ok := p.names[t.Name()]; ok && known != t {
			fail("two types are named %s", t.Name())
		} else if !ok {
			p.names[t.Name()] = t
			p.lines[t.Name()] = p.fields(t)
		}
		return t.Name()
	}
	fail("no word for %s", t)
	return ""
}

// fields are the lines of a struct in the order in which its fields are written; those of embedded structs stand among them.
func (p *printer) fields(t reflect.Type) []string {
	var lines []string
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" && field.Anonymous {
			lines = append(lines, p.fields(field.Type)...)
			continue
		}
		marks := ""
		for _, option := range strings.Split(options, ",") {
			switch option {
			case "omitempty":
				marks += "?"
			case "omitzero":
				marks += "!"
			case "":
			default:
				fail("%s.%s has the option %s", t, name, option)
			}
		}
		lines = append(lines, fmt.Sprintf(" %s%s %s\n", name, marks, p.name(field.Type)))
	}
	return lines
}

func fail(format string, values ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", values...)
	os.Exit(1)
}
