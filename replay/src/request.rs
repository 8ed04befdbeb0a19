//! A request: a JSON object.

use serde_json::Value;

/// What tree construction does at a tag: the text mode that it switches to, and whether the adjusted current node is
/// foreign afterwards, each if it changes.
pub(crate) type Response = (Option<String>, Option<bool>);

/// An input, and how the tokenizer is set up for it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// The revision, such as `whatwg-2026-07-19`.
    pub(crate) revision: String,
    /// The initial state, by its name in the tables; the revision's own if omitted.
    pub(crate) state: Option<String>,
    /// The content model flag: `PCDATA`, `RCDATA`, `CDATA` or `PLAINTEXT`.
    pub(crate) content_model: Option<String>,
    /// The name of the last start tag.
    pub(crate) last_start_tag: Option<String>,
    /// Whether the adjusted current node is outside the HTML namespace.
    pub(crate) foreign: bool,
    /// Whether the input is a document or a fragment, whose open elements are followed. The fields above have no effect
    /// then.
    pub(crate) follow: bool,
    /// The context element of a fragment, such as `td` or `svg path`.
    pub(crate) context: Option<String>,
    /// Whether scripts run.
    pub(crate) scripting: bool,
    /// What tree construction does at each tag, in order.
    pub(crate) responses: Vec<Response>,
    pub(crate) input: String,
}

impl Request {
    /// Reads a request.
    ///
    /// # Errors
    /// If a field is missing, unknown or of the wrong type.
    pub(crate) fn read(line: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let Value::Object(mut fields) = value else {
            return Err("not an object".to_owned());
        };
        let responses = responses(fields.remove("responses"))?;
        let mut string = |key: &str| match fields.remove(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(format!("`{key}` is not a string")),
        };
        let revision = string("revision")?.ok_or("no `revision`")?;
        let state = string("state")?;
        let content_model = string("content_model")?;
        let last_start_tag = string("last_start_tag")?;
        let context = string("context")?;
        let input = string("input")?.ok_or("no `input`")?;
        let mut flag = |key: &str| match fields.remove(key) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(_) => Err(format!("`{key}` is not true or false")),
        };
        let request = Request {
            revision,
            state,
            content_model,
            last_start_tag,
            foreign: flag("foreign")?,
            follow: flag("follow")?,
            context,
            scripting: flag("scripting")?,
            responses,
            input,
        };
        match fields.keys().next() {
            Some(unknown) => Err(format!("unknown key `{unknown}`")),
            None => Ok(request),
        }
    }
}

fn responses(field: Option<Value>) -> Result<Vec<Response>, String> {
    let Some(field) = field else {
        return Ok(Vec::new());
    };
    let one = |response: &Value| match (&response["switch"], &response["foreign"]) {
        (Value::Null, Value::Null) => Some((None, None)),
        (Value::String(mode), Value::Null) => Some((Some(mode.clone()), None)),
        (Value::Null, Value::Bool(foreign)) => Some((None, Some(*foreign))),
        (Value::String(mode), Value::Bool(foreign)) => Some((Some(mode.clone()), Some(*foreign))),
        _ => None,
    };
    let all = field.as_array().map(|all| all.iter().map(one).collect());
    all.flatten()
        .ok_or_else(|| "`responses` is no list of responses".to_owned())
}

#[cfg(test)]
mod tests {
    use super::Request;

    #[test]
    fn a_request_has_a_revision_and_an_input() {
        let read = Request::read(r#"{"revision": "r", "input": "<", "state": "RCDATA"}"#);
        let expected = Request {
            revision: "r".to_owned(),
            state: Some("RCDATA".to_owned()),
            content_model: None,
            last_start_tag: None,
            foreign: false,
            follow: false,
            context: None,
            scripting: false,
            responses: Vec::new(),
            input: "<".to_owned(),
        };
        assert_eq!(read, Ok(expected));
    }

    #[test]
    fn anything_else_is_refused_with_the_reason() {
        for (line, why) in [
            ("[]", "not an object"),
            (r#"{"input": ""}"#, "no `revision`"),
            (r#"{"revision": "r"}"#, "no `input`"),
            (
                r#"{"revision": "r", "input": 1}"#,
                "`input` is not a string",
            ),
            (
                r#"{"revision": "r", "input": "", "foreign": 1}"#,
                "`foreign` is not true or false",
            ),
            (
                r#"{"revision": "r", "input": "", "x": 1}"#,
                "unknown key `x`",
            ),
        ] {
            assert_eq!(Request::read(line), Err(why.to_owned()));
        }
    }
}
