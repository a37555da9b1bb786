// yaml-read answers for each text on standard input what kubectl's libraries make of it.
//
// A text comes as its length in bytes (four bytes, little-endian) and its bytes; each answer is a line of JSON.
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"log"
	"os"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
	"k8s.io/apimachinery/pkg/runtime"
	kubeyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// answer holds the JSON of the text as one document, or the error, and what kubectl's stream reader finds in it.
type answer struct {
	JSON        string   `json:"json"`
	Error       string   `json:"error"`
	Docs        []string `json:"docs"`
	StreamError string   `json:"streamError"`
}

func main() {
	log.SetFlags(0)
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for {
		var length uint32
		if err := binary.Read(in, binary.LittleEndian, &length); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		text := make([]byte, length)
		if _, err := io.ReadFull(in, text); err != nil {
			log.Fatal(err)
		}
		if err := encoder.Encode(read(text)); err != nil {
			log.Fatal(err)
		}
	}
}

func read(text []byte) answer {
	var found answer
	if converted, err := yaml.YAMLToJSON(text); err != nil {
		found.Error = err.Error()
	} else {
		found.JSON = string(converted)
	}
	found.Docs, found.StreamError = stream(text)
	return found
}

// stream reads as the visitor of files in k8s.io/cli-runtime does: bytes are decoded by their mark, values that are none are passed over.
func stream(text []byte) (docs []string, failure string) {
	docs = []string{}
	decoded := transform.NewReader(bytes.NewReader(text), unicode.BOMOverride(unicode.UTF8.NewDecoder()))
	decoder := kubeyaml.NewYAMLOrJSONDecoder(decoded, 4096)
	for {
		var document runtime.RawExtension
		if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
			return docs, ""
		} else if err != nil {
			return docs, err.Error()
		}
		raw := bytes.TrimSpace(document.Raw)
		if len(raw) != 0 && !bytes.Equal(raw, []byte("null")) {
			docs = append(docs, string(raw))
		}
	}
}
