/*
 * Tokens of lexbor for driver.py: a test a line in, its tokens in a line out, all texts in hexadecimal digits after an `x`.
 *
 * A line in has a state, the last start tag, and the input, with tabs between. A line out has the tokens with tabs between; the parts of
 * a token have spaces between.
 */
#include "lexbor/html/html.h"
#include "lexbor/html/tokenizer/state.h"
#include "lexbor/html/tokenizer/state_rawtext.h"
#include "lexbor/html/tokenizer/state_rcdata.h"
#include "lexbor/html/tokenizer/state_script.h"

#include "texts.h"

static const struct {
    const char *name;
    lxb_html_tokenizer_state_f state;
} states[] = {
    {"data", lxb_html_tokenizer_state_data_before},
    {"RCDATA", lxb_html_tokenizer_state_rcdata_before},
    {"RAWTEXT", lxb_html_tokenizer_state_rawtext_before},
    {"script data", lxb_html_tokenizer_state_script_data_before},
    {"PLAINTEXT", lxb_html_tokenizer_state_plaintext_before},
    {"CDATA section", lxb_html_tokenizer_state_cdata_section_before},
};

/* An identifier of a DOCTYPE, or `-` if it is missing. */
static void identifier(const lxb_html_token_attr_t *attribute) {
    if (attribute == NULL || attribute->value_begin == NULL) {
        printf(" -");
    } else {
        text(attribute->value, attribute->value_size);
    }
}

/* The name of a DOCTYPE is its first attribute; the identifiers are the values of those behind it. */
static void doctype(lxb_html_token_t *token) {
    lxb_html_token_attr_t *name = token->attr_first;
    lxb_html_token_attr_t *next = name == NULL ? NULL : name->next;
    size_t length = 0;
    printf("DOCTYPE");
    if (name == NULL || name->name == NULL) {
        printf(" -");
    } else {
        const lxb_char_t *shown = lxb_html_token_attr_name(name, &length);
        text(shown, length);
    }
    if (next != NULL && next->name != NULL && next->name->attr_id == LXB_DOM_ATTR_PUBLIC) {
        identifier(next);
        next = next->next;
    } else {
        printf(" -");
    }
    identifier(next);
    printf(" %d\t", (token->type & LXB_HTML_TOKEN_TYPE_FORCE_QUIRKS) == 0);
}

static void tag(lxb_html_token_t *token) {
    size_t length = 0;
    const lxb_char_t *name = lxb_tag_name_by_id(token->tag_id, &length);
    if (token->type & LXB_HTML_TOKEN_TYPE_CLOSE) {
        printf("EndTag");
        text(name, length);
        printf("\t");
        return;
    }
    printf("StartTag");
    text(name, length);
    printf(" %d", (token->type & LXB_HTML_TOKEN_TYPE_CLOSE_SELF) != 0);
    for (lxb_html_token_attr_t *one = token->attr_first; one != NULL; one = one->next) {
        name = lxb_html_token_attr_name(one, &length);
        text(name, length);
        text(one->value, one->value == NULL ? 0 : one->value_size);
    }
    printf("\t");
}

/* The context is the last tag of a test, as long as that is all that was read. */
static lxb_html_token_t *write_token(lxb_html_tokenizer_t *tokenizer, lxb_html_token_t *token, void *context) {
    const lxb_char_t *start = token->text_start;
    size_t length = token->text_end - token->text_start;
    (void) tokenizer;
    if (context != NULL) {
        *(lxb_tag_id_t *) context = token->tag_id;
        return token;
    }
    switch (token->tag_id) {
        case LXB_TAG__END_OF_FILE:
            break;
        case LXB_TAG__TEXT:
            printf("Character");
            text(start, length);
            printf("\t");
            break;
        case LXB_TAG__EM_COMMENT:
            printf("Comment");
            text(start, length);
            printf("\t");
            break;
        case LXB_TAG__EM_DOCTYPE:
            doctype(token);
            break;
        case LXB_TAG__PROCESSINGINSTRUCTION:
            printf("ProcessingInstruction");
            text(start, token->null_count);
            text(start + token->null_count, length - token->null_count);
            printf("\t");
            break;
        default:
            tag(token);
    }
    return token;
}

static lxb_html_tokenizer_state_f state_of(const char *name) {
    for (size_t at = 0; at < sizeof(states) / sizeof(states[0]); at++) {
        if (strcmp(states[at].name, name) == 0) {
            return states[at].state;
        }
    }
    fail("a state of another name");
    return NULL;
}

static void run(const char *state, const char *last, const lxb_char_t *input, size_t length) {
    lxb_html_tokenizer_t *tokenizer = lxb_html_tokenizer_create();
    if (lxb_html_tokenizer_init(tokenizer) != LXB_STATUS_OK || lxb_html_tokenizer_tags_make(tokenizer, 128) != LXB_STATUS_OK
        || lxb_html_tokenizer_attrs_make(tokenizer, 128) != LXB_STATUS_OK)
    {
        fail("no tokenizer");
    }
    if (lxb_html_tokenizer_begin(tokenizer) != LXB_STATUS_OK) {
        fail("no beginning");
    }
    if (*last != '\0') {
        lxb_tag_id_t tag = LXB_TAG__UNDEF;
        char *start_tag = malloc(strlen(last) + sizeof("<>"));
        if (start_tag == NULL) {
            fail("no memory");
        }
        int size = sprintf(start_tag, "<%s>", last);
        lxb_html_tokenizer_callback_token_done_set(tokenizer, write_token, &tag);
        lxb_html_tokenizer_chunk(tokenizer, (const lxb_char_t *) start_tag, (size_t) size);
        lxb_html_tokenizer_tmp_tag_id_set(tokenizer, tag);
        free(start_tag);
    }
    lxb_html_tokenizer_callback_token_done_set(tokenizer, write_token, NULL);
    lxb_html_tokenizer_state_set(tokenizer, state_of(state));
    if (lxb_html_tokenizer_chunk(tokenizer, input, length) != LXB_STATUS_OK || lxb_html_tokenizer_end(tokenizer) != LXB_STATUS_OK) {
        fail("no tokens");
    }
    lxb_html_tokenizer_tags_destroy(tokenizer);
    lxb_html_tokenizer_attrs_destroy(tokenizer);
    lxb_html_tokenizer_destroy(tokenizer);
}

int main(void) {
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    while ((size = getline(&line, &capacity, stdin)) > 0) {
        line[size - 1] = '\0';
        char *state = line;
        char *last = strchr(state, '\t');
        char *digits = last == NULL ? NULL : strchr(last + 1, '\t');
        if (digits == NULL) {
            fail("a line of another form");
        }
        *last++ = '\0';
        *digits++ = '\0';
        size_t length;
        lxb_char_t *input = read_text(digits, &length);
        run(state, last, input, length);
        printf("\n");
        fflush(stdout);
        free(input);
    }
    free(line);
    return 0;
}
