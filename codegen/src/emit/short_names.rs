//! The names of references that end with a semicolon and fit a word: most that documents have.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// A hash table of words with open addressing.
struct Table {
    /// What a word is multiplied with; the upper bits are its place.
    multiplier: u64,
    shift: u32,
    /// For each place one more than the index of a word, or zero.
    places: Vec<u16>,
    /// Each word, and which name it is.
    words: Vec<(u64, usize)>,
}

/// The table as Rust, for names in the order of their numbers.
pub(super) fn table(names: &[(String, Vec<u32>)]) -> Result<TokenStream, String> {
    let table = Table::new(names)?;
    let multiplier = Literal::u64_unsuffixed(table.multiplier);
    let shift = Literal::u32_unsuffixed(table.shift);
    let places = table.places.iter().map(|at| Literal::u16_unsuffixed(*at));
    let words = table.words.iter().map(|(word, _)| {
        let text: Vec<u8> = word.to_le_bytes().into_iter().collect();
        let text = Literal::byte_string(&text);
        quote!(u64::from_le_bytes(*#text))
    });
    let numbers = table
        .words
        .iter()
        .map(|(_, number)| u16::try_from(*number).map(Literal::u16_unsuffixed))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|_| "more names of references than 16 bits can count")?;
    Ok(quote! {
        static SHORT: ShortNames = ShortNames {
            multiplier: #multiplier,
            shift: #shift,
            places: &[#(#places),*],
            words: &[#(#words),*],
            numbers: &[#(#numbers),*],
        };
    })
}

impl Table {
    fn new(names: &[(String, Vec<u32>)]) -> Result<Self, String> {
        let word = |name: &String| {
            let mut bytes = [0; 8];
            bytes
                .get_mut(..name.len())?
                .copy_from_slice(name.as_bytes());
            name.ends_with(';').then_some(u64::from_le_bytes(bytes))
        };
        let names = names.iter().enumerate();
        let words: Vec<_> = names
            .filter_map(|(number, (name, _))| Some((word(name)?, number)))
            .collect();
        let bits = (2 * words.len() + 1).next_power_of_two().ilog2();
        let shift = 64 - bits;
        // Of a few multipliers, the one that leads fewest words to places that are taken.
        let multipliers = (0..64_u64).map(|n| (0x9E37_79B9_7F4A_7C15_u64).wrapping_mul(2 * n + 1));
        let tables = multipliers.map(|multiplier| {
            let mut places = vec![0_u16; 1 << bits];
            let mut steps = 0;
            for (index, (word, _)) in words.iter().enumerate() {
                let mut at = (word.wrapping_mul(multiplier) >> shift) as usize;
                while places.get(at).is_some_and(|place| *place != 0) {
                    (at, steps) = (at + 1, steps + 1);
                }
                places.resize(places.len().max(at + 1), 0);
                places[at] = u16::try_from(index + 1).unwrap_or_default();
            }
            // A search ends at a place that is free.
            places.push(0);
            (steps, multiplier, places)
        });
        let (_, multiplier, places) = tables.min().ok_or("no multiplier")?;
        Ok(Table {
            multiplier,
            shift,
            places,
            words,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn every_word_is_found_and_stands_for_its_name() {
        let names: Vec<_> = ["AMP", "AMP;", "amp;", "eacute;", "muchtoolong;", "lt;"]
            .map(|name| (name.to_owned(), vec![0x41]))
            .to_vec();
        let table = Table::new(&names).expect("few names");
        let numbers: Vec<_> = table.words.iter().map(|(_, number)| *number).collect();
        assert_eq!(numbers, [1, 2, 3, 5]);
        for (index, (word, _)) in table.words.iter().enumerate() {
            let at = (word.wrapping_mul(table.multiplier) >> table.shift) as usize;
            let mut places = table.places[at..].iter().take_while(|place| **place != 0);
            assert!(places.any(|place| usize::from(*place) == index + 1));
        }
    }
}
