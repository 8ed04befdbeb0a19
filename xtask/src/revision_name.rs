//! Names of revisions, in full or abbreviated.

use tokenwright_tables::grammar::nearest;

/// Why a name is not that of one revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unresolved {
    /// The error: ``no revision `2010` ``.
    pub message: String,
    /// The nearest revision, or a list of all.
    pub help: String,
}

/// The revision of this name. A part between hyphens will do where only one revision has it:
/// `2020` and `2020-05` for `whatwg-2020-05-22`.
///
/// # Errors
/// If no revision has the name, or several do.
pub fn resolve<'i>(name: &str, ids: &[&'i str]) -> Result<&'i str, Unresolved> {
    if let Some(id) = ids.iter().find(|id| **id == name) {
        return Ok(id);
    }
    let parts: Vec<&str> = name.split('-').collect();
    let has_parts = |id: &&&str| {
        let all: Vec<&str> = id.split('-').collect();
        let mut runs = all.windows(parts.len());
        runs.any(|run| {
            run.iter()
                .zip(&parts)
                .all(|(a, b)| a.eq_ignore_ascii_case(b))
        })
    };
    let found: Vec<&str> = ids.iter().filter(has_parts).copied().collect();
    let listed = |ids: &[&str]| ids.join(", ");
    let begins = |id: &&&str| {
        let mut parts = id.split('-');
        !name.is_empty() && parts.any(|part| part.starts_with(name))
    };
    let alike: Vec<&str> = ids.iter().filter(begins).copied().collect();
    Err(match found[..] {
        [id] => return Ok(id),
        [] => Unresolved {
            message: format!("no revision `{name}`"),
            help: match nearest(name, ids.iter().copied()) {
                Some(near) => format!("the nearest revision is `{near}`"),
                None if alike.is_empty() => format!("the revisions are {}", listed(ids)),
                None => format!("it may be short for {}", listed(&alike)),
            },
        },
        _ => Unresolved {
            message: format!("`{name}` is short for several revisions"),
            help: format!("they are {}", listed(&found)),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::resolve;

    const IDS: [&str; 4] = [
        "w3c-2012",
        "whatwg-2014-05-23",
        "whatwg-2020-05-22",
        "whatwg-2026-07-19",
    ];

    #[test]
    fn a_part_of_a_name_is_enough() {
        for (name, id) in [
            ("w3c-2012", IDS[0]),
            ("w3c", IDS[0]),
            ("2012", IDS[0]),
            ("W3C", IDS[0]),
            ("2014", IDS[1]),
            ("2020-05-22", IDS[2]),
            ("whatwg-2020", IDS[2]),
            ("07-19", IDS[3]),
        ] {
            assert_eq!(resolve(name, &IDS), Ok(id), "{name}");
        }
    }

    #[test]
    fn a_name_of_several_or_of_none_is_an_error() {
        let error = |name| resolve(name, &IDS).expect_err(name);
        let message = error("whatwg").message;
        assert_eq!(message, "`whatwg` is short for several revisions");
        let all = format!("the revisions are {}", IDS.join(", "));
        for (name, help) in [
            ("05", "they are whatwg-2014-05-23, whatwg-2020-05-22"),
            (
                "whatwg-2026-07-20",
                "the nearest revision is `whatwg-2026-07-19`",
            ),
            (
                "202",
                "it may be short for whatwg-2020-05-22, whatwg-2026-07-19",
            ),
            ("2008", &all),
        ] {
            assert_eq!(error(name).help, help, "{name}");
        }
        for name in ["", "-", "20", "2008"] {
            assert_eq!(error(name).message, format!("no revision `{name}`"));
        }
    }
}
