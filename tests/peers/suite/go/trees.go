// Trees of Go's golang.org/x/net/html, for trees.py: a test a line in, its tree a line out, both as JSON.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

type test struct {
	Document  string  `json:"document"`
	Context   *string `json:"context"`
	Scripting bool    `json:"scripting"`
}

func prefixed(namespace, name string) string {
	if namespace == "" {
		return name
	}
	return namespace + " " + name
}

// write writes a node and what is in it. The children of a template element are its contents.
func write(out *strings.Builder, node *html.Node, depth int) {
	line := func(depth int, text string) {
		fmt.Fprintf(out, "| %s%s\n", strings.Repeat("  ", depth), text)
	}
	inside := depth + 1
	switch node.Type {
	case html.DoctypeNode:
		public, system, has := "", "", false
		for _, attribute := range node.Attr {
			if attribute.Key == "public" {
				public = attribute.Val
			} else {
				system = attribute.Val
			}
			has = has || attribute.Val != ""
		}
		if has {
			line(depth, fmt.Sprintf("<!DOCTYPE %s \"%s\" \"%s\">", node.Data, public, system))
		} else {
			line(depth, "<!DOCTYPE "+node.Data+">")
		}
	case html.TextNode:
		line(depth, "\""+node.Data+"\"")
	case html.CommentNode:
		line(depth, "<!-- "+node.Data+" -->")
	case html.ElementNode:
		line(depth, "<"+prefixed(node.Namespace, node.Data)+">")
		name := func(at int) string { return prefixed(node.Attr[at].Namespace, node.Attr[at].Key) }
		sort.Slice(node.Attr, func(a, b int) bool { return name(a) < name(b) })
		for at, attribute := range node.Attr {
			line(depth+1, name(at)+"=\""+attribute.Val+"\"")
		}
		if node.Namespace == "" && node.DataAtom == atom.Template {
			line(depth+1, "content")
			inside++
		}
	}
	for child := node.FirstChild; child != nil; child = child.NextSibling {
		write(out, child, inside)
	}
}

func tree(test test) (string, error) {
	out := &strings.Builder{}
	scripting := html.ParseOptionEnableScripting(test.Scripting)
	if test.Context == nil {
		document, err := html.ParseWithOptions(strings.NewReader(test.Document), scripting)
		if err != nil {
			return "", err
		}
		for child := document.FirstChild; child != nil; child = child.NextSibling {
			write(out, child, 0)
		}
		return out.String(), nil
	}
	namespace, name, found := strings.Cut(*test.Context, " ")
	if !found {
		namespace, name = "", *test.Context
	}
	context := &html.Node{Type: html.ElementNode, Data: name, DataAtom: atom.Lookup([]byte(name)), Namespace: namespace}
	nodes, err := html.ParseFragmentWithOptions(strings.NewReader(test.Document), context, scripting)
	for _, node := range nodes {
		write(out, node, 0)
	}
	return out.String(), err
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		given := test{}
		if err := json.Unmarshal(lines.Bytes(), &given); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		// A document that it refuses has no tree.
		var answer any
		if found, err := tree(given); err == nil {
			answer = found
		}
		out, _ := json.Marshal(answer)
		fmt.Println(string(out))
	}
}
