/*
 * Trees of lexbor for trees.py: a test a line in, its nodes in a line out, all texts in hexadecimal digits after an `x`.
 *
 * A line in has the namespace of the context, its name, whether scripting is enabled, and the document, with tabs between; the first two
 * are empty without a context. A line out has the nodes in tree order with tabs between; the parts of a node have spaces between: its
 * depth, its kind, and what it has.
 */
#include "lexbor/html/html.h"
#include "lexbor/html/interfaces/document.h"
#include "lexbor/html/interfaces/template_element.h"
#include "lexbor/dom/interfaces/document_type.h"
#include "lexbor/dom/interfaces/processing_instruction.h"

#include "texts.h"

static const char *namespace_of(lxb_ns_id_t id) {
    return id == LXB_NS_SVG ? "svg" : id == LXB_NS_MATH ? "math" : "html";
}

static void element(lxb_dom_node_t *node) {
    size_t length = 0;
    const lxb_char_t *name = lxb_dom_element_local_name(lxb_dom_interface_element(node), &length);
    if (node->ns == LXB_NS_SVG) {
        name = lxb_dom_element_qualified_name(lxb_dom_interface_element(node), &length);
    }
    printf("element %s", namespace_of(node->ns));
    text(name, length);
    lxb_dom_attr_t *attribute = lxb_dom_element_first_attribute(lxb_dom_interface_element(node));
    for (; attribute != NULL; attribute = lxb_dom_element_next_attribute(attribute)) {
        name = lxb_dom_attr_qualified_name(attribute, &length);
        text(name, length);
        const lxb_char_t *value = lxb_dom_attr_value(attribute, &length);
        text(value, value == NULL ? 0 : length);
        printf(" %d", attribute->node.ns == LXB_NS_XLINK || attribute->node.ns == LXB_NS_XML || attribute->node.ns == LXB_NS_XMLNS);
    }
}

static void data(lxb_dom_node_t *node) {
    lexbor_str_t *string = &lxb_dom_interface_character_data(node)->data;
    text(string->data, string->length);
}

static void write_children(lxb_dom_node_t *parent, int depth) {
    for (lxb_dom_node_t *node = parent->first_child; node != NULL; node = node->next) {
        size_t length = 0;
        const lxb_char_t *name;
        printf("%d ", depth);
        switch (node->type) {
            case LXB_DOM_NODE_TYPE_DOCUMENT_TYPE: {
                lxb_dom_document_type_t *doctype = lxb_dom_interface_document_type(node);
                printf("doctype");
                name = lxb_dom_document_type_name(doctype, &length);
                text(name, name == NULL ? 0 : length);
                text(doctype->public_id.data, doctype->public_id.length);
                text(doctype->system_id.data, doctype->system_id.length);
                break;
            }
            case LXB_DOM_NODE_TYPE_TEXT:
                printf("text");
                data(node);
                break;
            case LXB_DOM_NODE_TYPE_COMMENT:
                printf("comment");
                data(node);
                break;
            case LXB_DOM_NODE_TYPE_PROCESSING_INSTRUCTION: {
                lexbor_str_t *target = &lxb_dom_interface_processing_instruction(node)->target;
                printf("instruction");
                text(target->data, target->length);
                data(node);
                break;
            }
            default:
                element(node);
        }
        printf("\t");
        if (node->local_name == LXB_TAG_TEMPLATE && node->ns == LXB_NS_HTML) {
            printf("%d content\t", depth + 1);
            write_children(lxb_dom_interface_node(lxb_html_interface_template(node)->content), depth + 2);
        }
        write_children(node, depth + 1);
    }
}

static void run(const char *space, const char *name, int scripting, const lxb_char_t *input, size_t length) {
    lxb_html_document_t *document = lxb_html_document_create();
    if (document == NULL) {
        fail("no document");
    }
    lxb_html_document_scripting_set(document, scripting);
    if (*name == '\0') {
        if (lxb_html_document_parse(document, input, length) != LXB_STATUS_OK) {
            fail("no tree");
        }
        write_children(lxb_dom_interface_node(document), 0);
    } else {
        size_t size = 0;
        lxb_ns_id_t id = strcmp(space, "svg") == 0 ? LXB_NS_SVG : strcmp(space, "math") == 0 ? LXB_NS_MATH : LXB_NS_HTML;
        const lxb_char_t *link = lxb_ns_by_id(lxb_dom_interface_document(document)->ns, id, &size);
        lxb_dom_element_t *context = lxb_dom_element_create(lxb_dom_interface_document(document), (const lxb_char_t *) name, strlen(name),
                                                            link, size, NULL, 0, NULL, 0, false);
        lxb_dom_node_t *fragment = context == NULL ? NULL : lxb_html_document_parse_fragment(document, context, input, length);
        if (fragment == NULL) {
            fail("no fragment");
        }
        write_children(fragment, 0);
    }
    lxb_html_document_destroy(document);
}

int main(void) {
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    while ((size = getline(&line, &capacity, stdin)) > 0) {
        line[size - 1] = '\0';
        char *parts[4] = {line};
        for (int at = 1; at < 4; at++) {
            char *tab = strchr(parts[at - 1], '\t');
            if (tab == NULL) {
                fail("a line of another form");
            }
            *tab = '\0';
            parts[at] = tab + 1;
        }
        size_t length;
        lxb_char_t *input = read_text(parts[3], &length);
        run(parts[0], parts[1], *parts[2] == '1', input, length);
        printf("\n");
        fflush(stdout);
        free(input);
    }
    free(line);
    return 0;
}
