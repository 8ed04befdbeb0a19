//! Addresses of objects.

use std::fmt;

/// An address such as `s3://bucket/folder/crawl.warc.gz`. Keys are taken as they are written: nothing in them is decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Address {
    /// The bucket's name.
    pub bucket: String,
    /// The key of an object, or the beginning of keys; it may be empty.
    pub key: String,
}

impl Address {
    /// Reads an address; `None` is a path. An error is an address without a bucket.
    ///
    /// ```
    /// use tokenwright_extract::objects::Address;
    ///
    /// let address = Address::parse("s3://crawls/a/crawl.warc.gz").expect("an address").expect("a bucket");
    /// assert_eq!((&*address.bucket, &*address.key), ("crawls", "a/crawl.warc.gz"));
    /// assert!(Address::parse("a/crawl.warc.gz").is_none());
    /// ```
    pub fn parse(text: &str) -> Option<Result<Self, &'static str>> {
        let rest = text.strip_prefix("s3://")?;
        let (bucket, key) = rest.split_once('/').unwrap_or((rest, ""));
        let is_in = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
        Some(match bucket {
            "" => Err("the address names no bucket: write `s3://bucket/key`"),
            _ if !bucket.bytes().all(is_in) => {
                Err("the bucket's name has other characters than letters, digits, `-`, `.` and `_`")
            }
            _ => Ok(Address {
                bucket: bucket.to_owned(),
                key: key.to_owned(),
            }),
        })
    }

    /// Whether the key is a pattern, with `*`, `?` or `[…]`.
    pub fn is_pattern(&self) -> bool {
        self.key.contains(['*', '?', '['])
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s3://{}/{}", self.bucket, self.key)
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn an_address_names_a_bucket() {
        let key = |text| Address::parse(text).map(|found| found.map(|address| address.key));
        assert_eq!(key("s3://b"), Some(Ok(String::new())));
        assert_eq!(key("s3://b/a%20b//c"), Some(Ok("a%20b//c".to_owned())));
        assert!(matches!(key("s3:///a"), Some(Err(_))));
        assert!(matches!(key("s3://a b/c"), Some(Err(_))));
        assert_eq!(key("S3/a"), None);
    }
}
