//! Errors of stores, in words.

use object_store::Error;
use std::io;

/// What an error of a store means. Its own text has the request, the answer as XML, and how often it was tried.
pub(crate) fn of(error: Error, bucket: &str) -> io::Error {
    let chain = chain(&error);
    let (kind, message) = match error {
        _ if chain.contains("<Code>NoSuchBucket<") => (
            io::ErrorKind::InvalidInput,
            format!("there is no bucket `{bucket}`"),
        ),
        Error::NotFound { .. } => (
            io::ErrorKind::NotFound,
            "there is no such object".to_owned(),
        ),
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => (
            io::ErrorKind::PermissionDenied,
            format!("access is denied{}: {chain}", hint()),
        ),
        Error::Precondition { .. } => (
            io::ErrorKind::InvalidData,
            "the object was replaced while it was read".to_owned(),
        ),
        _ if has_no_credentials() => (
            io::ErrorKind::PermissionDenied,
            format!("{chain}{}", hint()),
        ),
        _ => (io::ErrorKind::Other, chain),
    };
    io::Error::new(kind, message)
}

/// The message of an error and of what caused it, without what is said twice, on one line.
fn chain(error: &Error) -> String {
    let mut message = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        let text = error.to_string();
        if !message.contains(&text) {
            message += ": ";
            message += &text;
        }
        cause = error.source();
    }
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether no variable says who asks, so that a machine of Amazon's would have to.
fn has_no_credentials() -> bool {
    const SOURCES: [&str; 5] = [
        "AWS_ACCESS_KEY_ID",
        "AWS_SKIP_SIGNATURE",
        "AWS_WEB_IDENTITY_TOKEN_FILE",
        "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
        "AWS_CONTAINER_CREDENTIALS_FULL_URI",
    ];
    SOURCES.iter().all(|name| std::env::var_os(name).is_none())
}

fn hint() -> &'static str {
    match has_no_credentials() {
        true => {
            " (there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SKIP_SIGNATURE=true for a public bucket)"
        }
        false => "",
    }
}
