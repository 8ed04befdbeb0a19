//! The names of references that may omit the semicolon, by their first two bytes.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The number of hash buckets.
const BUCKETS: usize = 1024;

/// The table as Rust, for names in the order of their numbers.
pub(super) fn table(names: &[(String, Vec<u32>)]) -> Result<TokenStream, String> {
    let buckets = buckets(names)?;
    let mut starts = vec![0];
    for bucket in &buckets {
        starts.push(starts.last().map_or(0, |start| start + bucket.len()));
    }
    let number = |n: &usize| u16::try_from(*n).map(Literal::u16_unsuffixed);
    let too_many = |_| "more names of references than 16 bits can count";
    let starts: Result<Vec<_>, _> = starts.iter().map(number).collect();
    let starts = starts.map_err(too_many)?;
    let numbers: Result<Vec<_>, _> = buckets.iter().flatten().map(|(_, n)| number(n)).collect();
    let numbers = numbers.map_err(too_many)?;
    let words = buckets.iter().flatten();
    let words: Vec<u8> = words.flat_map(|(word, _)| word.to_le_bytes()).collect();
    let words = Literal::byte_string(&words);
    Ok(quote! {
        static OPEN: OpenNames = OpenNames {
            starts: &[#(#starts),*],
            words: #words.as_chunks().0,
            numbers: &[#(#numbers),*],
        };
    })
}

/// The names of each bucket as words, longest first, with their indices.
fn buckets(names: &[(String, Vec<u32>)]) -> Result<Vec<Vec<(u64, usize)>>, String> {
    let mut buckets = vec![Vec::new(); BUCKETS];
    for (number, (name, _)) in names.iter().enumerate().rev() {
        if name.ends_with(';') {
            continue;
        }
        let mut bytes = [0; 8];
        let start = bytes.get_mut(..name.len()).ok_or_else(|| {
            format!("`{name}` is longer than 8 bytes, and may go without its semicolon")
        })?;
        start.copy_from_slice(name.as_bytes());
        // Any byte may follow a name of one letter.
        let seconds = match name.as_bytes() {
            [_, second, ..] => *second..=*second,
            _ => 0..=u8::MAX,
        };
        let mut places: Vec<usize> = seconds.map(|second| bucket(bytes[0], second)).collect();
        places.sort_unstable();
        places.dedup();
        for place in places {
            buckets[place].push((u64::from_le_bytes(bytes), number));
        }
    }
    for bucket in &mut buckets {
        bucket.sort_by_key(|(word, _)| word.leading_zeros());
    }
    Ok(buckets)
}

/// Must equal the hash of the tokenizer's `OpenNames`.
fn bucket(first: u8, second: u8) -> usize {
    (usize::from(first) << 5 ^ usize::from(second)) & (BUCKETS - 1)
}

#[cfg(test)]
mod tests {
    use super::{bucket, buckets};

    fn names(names: &[&str]) -> Vec<(String, Vec<u32>)> {
        names
            .iter()
            .map(|name| (name.to_string(), vec![0x41]))
            .collect()
    }

    #[test]
    fn longer_names_come_first_and_those_of_one_letter_everywhere() {
        let found = buckets(&names(&["n", "not", "not;", "noti", "x;"])).expect("short names");
        let of = |first, second| {
            let numbers = found[bucket(first, second)].iter().map(|(_, n)| *n);
            numbers.collect::<Vec<_>>()
        };
        assert_eq!(of(b'n', b'o'), [3, 1, 0]);
        assert_eq!(of(b'n', b' '), [0]);
        assert!(of(b'x', b';').is_empty());
    }

    #[test]
    fn a_name_that_does_not_fit_is_told() {
        let error = buckets(&names(&["muchtoolong"])).expect_err("too long");
        assert!(error.contains("muchtoolong"), "{error}");
    }
}
