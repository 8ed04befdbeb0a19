//! The keys of the files of tree construction.
//!
//! They are data, as those of the tokenizer's files are, so that messages, schemas and the reference page agree with the
//! loader.

use crate::language::tables;

tables! {
    list TABLES;

    FILE "tree-construction/*.toml", "a file of tree construction": "A part of the section, in its order." {
        optional "section": Tables(&SECTION), "a section of the document: what follows it, up to the next one, is there";
        optional "initial": Table(&INITIAL), "where a parser starts";
        optional "question": Tables(&OUTSIDE), "questions that the document answers";
        optional "output": Tables(&OUTSIDE), "outputs that the document gets, besides nodes";
        optional "sets": Table(&SETS), "sets of elements, by name";
        optional "scopes": Table(&SCOPES), "the elements at which each scope ends";
        optional "identifiers": Table(&IDENTIFIERS), "lists of identifiers of DOCTYPEs";
        optional "pairs": Table(&PAIRS), "tables of names and what they become";
        optional "foreign-attribute": Tables(&FOREIGN_ATTRIBUTE), "attributes that get a namespace in foreign content";
        optional "definition": Tables(&DEFINITION), "conditions that the section defines";
        optional "algorithm": Tables(&ALGORITHM), "steps with a name";
        optional "mode": Tables(&MODE), "the insertion modes";
        optional "foreign-content": Table(&FOREIGN_CONTENT), "the rules for parsing tokens in foreign content";
    }

    SECTION "[[section]]", "a section": "The start of a section of the document." {
        required "number": Pattern("^[0-9]+(\\.[0-9]+)*$"), "its number; numbers ascend";
        required "title": Text, "its title";
    }

    INITIAL "[initial]", "`[initial]`": "Where a parser starts." {
        required "insertion-mode": Text, "the insertion mode";
    }

    OUTSIDE "[[question]]", "a question or output": "What belongs to the document and not to the parser." {
        required "name": Text, "the sentence; words in braces are its parameters";
        required "meaning": Text, "what it means for the document";
    }

    SETS "[sets]", "`[sets]`": "Sets of elements, such as the special category." {
        names "a set": Texts, "its elements: `p`, `MathML mi`, `SVG title`";
    }

    SCOPES "[scopes]", "`[scopes]`": "The elements at which each scope ends." {
        names "a scope": Texts, "its elements: `table`, `MathML mi`, `SVG title`";
    }

    IDENTIFIERS "[identifiers]", "`[identifiers]`": "Lists of public and system identifiers." {
        names "a list": Texts, "its identifiers; ASCII case is ignored";
    }

    PAIRS "[pairs]", "`[pairs]`": "Tables of names and what they become." {
        names "a table": Table(&PAIR), "its names";
    }

    PAIR "[pairs.\"a table\"]", "a table of pairs": "Names and what they become." {
        names "a name": Text, "what it becomes";
    }

    FOREIGN_ATTRIBUTE "[[foreign-attribute]]", "a foreign attribute":
        "An attribute that gets a namespace in foreign content." {
        required "name": Text, "its name on the token";
        optional "prefix": Text, "its prefix";
        required "local-name": Text, "its local name";
        required "namespace": OneOf(&["XLink", "XML", "XMLNS"]), "its namespace";
    }

    DEFINITION "[[definition]]", "a definition": "A condition that the section defines by others." {
        required "condition": Text, "the sentence; words in braces are its parameters";
        optional "means": Conditions, "the conditions that it abbreviates";
        optional "means-any": ConditionList, "the conditions of which one has to hold";
    }

    ALGORITHM "[[algorithm]]", "an algorithm": "Steps with a name, which rows and other algorithms call." {
        required "name": Text, "the sentence that calls it; words in braces are its parameters";
        required "do": Body, "the steps";
    }

    MODE "[[mode]]", "an insertion mode": "An insertion mode: the rows for its tokens." {
        required "name": Text, "its name";
        optional "never": Texts, "kinds of tokens that never come";
        required "row": Tables(&ROW), "its rows; the first that matches runs";
    }

    FOREIGN_CONTENT "[foreign-content]", "the foreign content": "The rules for parsing tokens in foreign content." {
        optional "never": Texts, "kinds of tokens that never come";
        required "row": Tables(&ROW), "its rows; the first that matches runs";
    }

    ROW "[[mode.row]]", "a row": "The tokens that it matches, and what the parser does." {
        required "on": Tokens(&TOKENS), "the tokens that it matches";
        required "do": Body, "the steps";
        optional "note": Text, "a remark for readers";
    }

    TOKENS "{ start-tag = [\"p\"] }", "tokens": "Tokens by their names, or under a condition." {
        optional "token": Text, "tokens that have a name, such as `a character token`";
        optional "start-tag": Elements, "the names of start tags";
        optional "end-tag": Elements, "the names of end tags";
        optional "when": Conditions, "a condition that has to hold as well";
    }

    CLAUSE "{ if = \"…\" }", "a clause": "A branch, a loop or a label." {
        optional "if": Conditions, "one or more conditions joined by ` and `";
        optional "if-any": ConditionList, "conditions of which one has to hold";
        optional "then": Body, "the steps if they hold";
        optional "else": Body, "the steps otherwise";
        optional "while": Conditions, "the condition of a loop";
        optional "do": Body, "the steps of a turn";
        optional "label": Text, "the name of a step to which others jump";
    }
}
