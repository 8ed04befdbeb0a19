//! Digests of records: an algorithm, a colon, and a value in base 32, hexadecimal or base 64.

use data_encoding::{BASE32_NOPAD, BASE64_NOPAD, HEXLOWER_PERMISSIVE};
use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512};

/// Why a digest is not that of some bytes; `None` if it is, or its algorithm is not known.
pub(crate) fn mismatch(field: &str, declared: &str, bytes: &[u8]) -> Option<String> {
    let (algorithm, value) = declared.split_once(':')?;
    let hash: fn(&[u8]) -> Vec<u8> = match algorithm.trim().to_ascii_lowercase().as_str() {
        "sha1" | "sha-1" => |bytes| Sha1::digest(bytes).to_vec(),
        "sha256" | "sha-256" => |bytes| Sha256::digest(bytes).to_vec(),
        "sha512" | "sha-512" => |bytes| Sha512::digest(bytes).to_vec(),
        "md5" => |bytes| Md5::digest(bytes).to_vec(),
        _ => return None,
    };
    let len = hash(b"").len();
    let Some(expected) = decode(value.trim().trim_end_matches('='), len) else {
        return Some(format!("the `{field}` of the record is no {algorithm}"));
    };
    match hash(bytes) == expected {
        true => None,
        false => Some(format!(
            "the `{field}` of the record is that of other content"
        )),
    }
}

/// The bytes of a value, of which there must be `len`.
fn decode(value: &str, len: usize) -> Option<Vec<u8>> {
    let upper = value.to_ascii_uppercase();
    let decoded = [
        HEXLOWER_PERMISSIVE.decode(value.as_bytes()),
        BASE32_NOPAD.decode(upper.as_bytes()),
        BASE64_NOPAD.decode(value.replace('-', "+").replace('_', "/").as_bytes()),
    ];
    decoded
        .into_iter()
        .flatten()
        .find(|bytes| bytes.len() == len)
}
