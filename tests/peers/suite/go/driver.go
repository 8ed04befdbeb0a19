// Tokens of Go's golang.org/x/net/html, for compare.py: a JSON object a line in, a JSON object a line out.
//
// Its tokenizer starts in the data state, or in the content of an element that it is given.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"golang.org/x/net/html"
)

type test struct {
	Input        string  `json:"input"`
	State        string  `json:"state"`
	LastStartTag *string `json:"lastStartTag"`
	Foreign      bool    `json:"foreign"`
}

// doctype has the name of a DOCTYPE and its identifiers, which the tokenizer leaves in one text.
func doctype(data string) []any {
	node, err := html.Parse(strings.NewReader("<!DOCTYPE " + data + ">"))
	if err != nil || node.FirstChild == nil || node.FirstChild.Type != html.DoctypeNode {
		return []any{"DOCTYPE", data}
	}
	found := []any{"DOCTYPE", node.FirstChild.Data, nil, nil}
	for _, attribute := range node.FirstChild.Attr {
		if attribute.Key == "public" {
			found[2] = attribute.Val
		} else {
			found[3] = attribute.Val
		}
	}
	return found
}

func tokens(text string) [][]any {
	all := [][]any{}
	tokenizer := html.NewTokenizer(strings.NewReader(text))
	for tokenizer.Next() != html.ErrorToken {
		token := tokenizer.Token()
		switch token.Type {
		case html.TextToken:
			all = append(all, []any{"Character", token.Data})
		case html.StartTagToken, html.SelfClosingTagToken:
			attributes := map[string]string{}
			for _, attribute := range token.Attr {
				if _, has := attributes[attribute.Key]; !has {
					attributes[attribute.Key] = attribute.Val
				}
			}
			closed := token.Type == html.SelfClosingTagToken
			all = append(all, []any{"StartTag", token.Data, attributes, closed})
		case html.EndTagToken:
			all = append(all, []any{"EndTag", token.Data})
		case html.CommentToken:
			all = append(all, []any{"Comment", token.Data})
		case html.DoctypeToken:
			all = append(all, doctype(token.Data))
		}
	}
	return all
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var one test
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		var answer any = map[string]bool{"unsupported": true}
		if one.State == "data" && !one.Foreign {
			answer = map[string]any{"tokens": tokens(one.Input)}
		}
		out, err := json.Marshal(answer)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		fmt.Println(string(out))
	}
}
