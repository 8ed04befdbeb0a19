//! The section of a release in CHANGELOG.md.

use super::finding::Finding;

/// The file.
pub(crate) const FILE: &str = "CHANGELOG.md";

/// What a section of the changelog is for a release.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Section {
    /// It has a date and content.
    Dated,
    /// There is none, and what would be in it is under "Unreleased".
    Unreleased,
}

/// Looks for the section of a version.
///
/// # Errors
/// What is wrong with the file.
pub(crate) fn section(text: &str, version: &str) -> Result<Section, Finding> {
    let wrong = |message: String| Finding::new(FILE, message);
    let own = format!("## [{version}]");
    if let Some(body) = body(text, &own) {
        let (heading, rest) = body.split_once('\n').unwrap_or((body, ""));
        let date = heading.strip_prefix(" - ").unwrap_or_default();
        if !is_date(date) {
            return Err(wrong(format!(
                "the section {version} has no date: `{own} - YYYY-MM-DD`"
            )));
        }
        if rest.trim().is_empty() {
            return Err(wrong(format!("the section {version} is empty")));
        }
        if !text.contains(&format!("\n[{version}]: ")) {
            return Err(wrong(format!("no address for the heading [{version}]")));
        }
        return Ok(Section::Dated);
    }
    match body(text, "## [Unreleased]").map(str::trim) {
        Some(unreleased) if !unreleased.is_empty() => Ok(Section::Unreleased),
        _ => Err(wrong(format!(
            "neither a section {version} nor anything under `Unreleased`"
        ))),
    }
}

/// Whether the file has a release before a version.
pub(crate) fn has_earlier(text: &str, version: &str) -> bool {
    let headings = text.lines().filter_map(|line| line.strip_prefix("## ["));
    let mut names = headings.filter_map(|heading| Some(heading.split_once(']')?.0));
    names.any(|name| name != "Unreleased" && name != version)
}

/// The text from a heading on, up to the next heading of its level or the addresses at the end.
fn body<'t>(text: &'t str, heading: &str) -> Option<&'t str> {
    let start = text.find(&format!("\n{heading}"))? + 1 + heading.len();
    let rest = &text[start..];
    let ends = ["\n## ", "\n["].map(|end| rest.find(end).unwrap_or(rest.len()));
    Some(&rest[..ends[0].min(ends[1])])
}

/// Whether a text is a date as `2026-07-19`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    lengths == [4, 2, 2] && parts.concat().bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const END: &str = "\n[Unreleased]: https://example.org\n[0.1.0]: https://example.org\n";

    #[test]
    fn the_version_itself_is_no_earlier_release() {
        assert!(!has_earlier(
            "## [Unreleased]\n\n## [0.1.0] - 2026-12-01\n",
            "0.1.0"
        ));
        assert!(has_earlier(
            "## [0.2.0] - 2027-01-01\n\n## [0.1.0] - 2026-12-01\n",
            "0.2.0"
        ));
    }

    #[test]
    fn a_section_has_a_date_and_content() {
        let of = |text: &str| section(&format!("# Changelog\n\n{text}{END}"), "0.1.0");
        assert_eq!(of("## [Unreleased]\n\n- a\n"), Ok(Section::Unreleased));
        assert_eq!(of("## [0.1.0] - 2026-12-01\n\n- a\n"), Ok(Section::Dated));
        assert_eq!(
            of("## [Unreleased]\n\n## [0.1.0] - 2026-12-01\n\n- a\n"),
            Ok(Section::Dated)
        );
        for wrong in [
            "## [0.1.0]\n\n- a\n",
            "## [0.1.0] - soon\n\n- a\n",
            "## [0.1.0] - 2026-12-01\n",
            "## [Unreleased]\n",
        ] {
            assert!(of(wrong).is_err(), "{wrong}");
        }
    }
}
