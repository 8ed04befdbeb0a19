/*
 * Texts on the lines that driver.py and trees.py exchange with the programs here: hexadecimal digits, in what is written after an `x`.
 */
#ifndef TEXTS_H
#define TEXTS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lexbor/core/types.h"

static void fail(const char *what) {
    fprintf(stderr, "error: %s\n", what);
    exit(2);
}

static void text(const lxb_char_t *from, size_t length) {
    printf(" x");
    for (size_t at = 0; at < length; at++) {
        printf("%02x", from[at]);
    }
}

/* The text of some digits, for the caller to free. */
static lxb_char_t *read_text(const char *digits, size_t *length) {
    *length = strlen(digits) / 2;
    lxb_char_t *input = malloc(*length + 1);
    for (size_t at = 0; at < *length; at++) {
        unsigned byte;
        if (input == NULL || sscanf(digits + 2 * at, "%2x", &byte) != 1) {
            fail("a text of another form");
        }
        input[at] = (lxb_char_t) byte;
    }
    return input;
}

#endif
