//! Error codes from and to text.

use crate::ErrorCode;
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

impl FromStr for ErrorCode {
    type Err = UnknownErrorCode;

    /// Reads a code as the spec spells it.
    ///
    /// ```
    /// use tokenwright::ErrorCode;
    ///
    /// assert_eq!("eof-in-tag".parse(), Ok(ErrorCode::EofInTag));
    /// let error = "eof-in-tga".parse::<ErrorCode>().unwrap_err();
    /// assert_eq!(error.to_string(), "no parse error has the code `eof-in-tga`");
    /// ```
    fn from_str(code: &str) -> Result<Self, Self::Err> {
        let found = ErrorCode::ALL.binary_search_by(|known| known.as_str().cmp(code));
        match found {
            Ok(at) => Ok(ErrorCode::ALL[at]),
            Err(_) => Err(UnknownErrorCode(code.to_owned())),
        }
    }
}

/// A string that is not the code of a parse error.
///
/// [`ErrorCode::from_str`] returns it. Codes are case-sensitive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownErrorCode(String);

impl fmt::Display for UnknownErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no parse error has the code `{}`", self.0)
    }
}

impl core::error::Error for UnknownErrorCode {}

#[cfg(test)]
mod tests {
    use crate::ErrorCode;

    #[test]
    fn every_code_has_a_description() {
        for code in ErrorCode::ALL {
            let description = code.description();
            assert!(
                description.contains(' ') && !description.ends_with('.'),
                "{code}"
            );
        }
    }

    #[test]
    fn every_code_is_read_back() {
        for code in ErrorCode::ALL {
            assert_eq!(code.as_str().parse(), Ok(*code));
        }
        for text in ["", "eof", "EOF-IN-TAG", "eof-in-tag "] {
            assert!(text.parse::<ErrorCode>().is_err(), "{text:?}");
        }
    }
}
