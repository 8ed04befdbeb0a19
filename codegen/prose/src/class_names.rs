//! The names of character classes in spec pages.

/// The name that tables use for a class, by any of its names over the years.
pub(super) fn class(text: &str) -> Option<&'static str> {
    let text = text
        .strip_suffix(" characters")
        .or_else(|| text.strip_suffix(" character"))
        .unwrap_or(text);
    Some(match text {
        "ASCII digit" | "ASCII digits" => "ASCII digit",
        "ASCII upper hex digit" | "uppercase ASCII hex digit" | "Uppercase ASCII hex digit" => {
            "ASCII upper hex digit"
        }
        "ASCII lower hex digit" | "lowercase ASCII hex digit" | "Lowercase ASCII hex digit" => {
            "ASCII lower hex digit"
        }
        "ASCII hex digit" | "ASCII hex digits" => "ASCII hex digit",
        "ASCII upper alpha"
        | "uppercase ASCII letter"
        | "Uppercase ASCII letter"
        | "Uppercase ASCII letters"
        | "uppercase ASCII letters" => "ASCII upper alpha",
        "ASCII lower alpha"
        | "lowercase ASCII letter"
        | "Lowercase ASCII letter"
        | "Lowercase ASCII letters"
        | "lowercase ASCII letters" => "ASCII lower alpha",
        "ASCII alpha" | "ASCII letter" | "ASCII letters" => "ASCII alpha",
        "ASCII alphanumeric"
        | "ASCII alphanumerics"
        | "alphanumeric ASCII"
        | "Alphanumeric ASCII" => "ASCII alphanumeric",
        "ASCII whitespace" => "ASCII whitespace",
        "control" | "controls" => "control",
        "noncharacter" | "noncharacters" => "noncharacter",
        "surrogate" | "surrogates" => "surrogate",
        _ => return None,
    })
}
