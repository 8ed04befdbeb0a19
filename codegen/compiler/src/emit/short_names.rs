//! The names of references that end with a semicolon and fit a word, which are the most frequent ones.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// A perfect hash table by displacement: the words of a bucket move together, by the displacement of the bucket.
struct Table {
    multiplier: u64,
    /// The shift that leaves the bucket of a word times the multiplier.
    shift: u32,
    /// For each bucket, the bits to flip in the slots of its words.
    displacements: Vec<u16>,
    /// For each slot, a word and the index of its name, or zeros.
    places: Vec<(u64, u16)>,
}

/// The number of bits for the index of a name; the remaining bits hold the length of its characters.
const NUMBER_BITS: u32 = 12;

/// The table as Rust, for names in the order of their numbers, and the characters of each.
pub(super) fn table(
    names: &[(String, Vec<u32>)],
    values: &[String],
) -> Result<TokenStream, String> {
    let table = Table::new(names)?;
    let multiplier = Literal::u64_unsuffixed(table.multiplier);
    let shift = Literal::u32_unsuffixed(table.shift);
    let displacements = table.displacements.iter();
    let displacements = displacements.map(|d| Literal::u16_unsuffixed(*d));
    // One literal: one call per word or node took about a tenth of `cargo check`.
    let words = table.places.iter();
    let words: Vec<u8> = words.flat_map(|(word, _)| word.to_le_bytes()).collect();
    let words = Literal::byte_string(&words);
    let mut numbers = Vec::new();
    for (_, number) in &table.places {
        let len = values.get(usize::from(*number)).map_or(0, String::len);
        let number = usize::from(*number) | len << NUMBER_BITS;
        let number = u16::try_from(number)
            .ok()
            .filter(|_| names.len() <= 1 << NUMBER_BITS);
        let number = number
            .ok_or("more names of references, or longer characters, than 16 bits can tell")?;
        numbers.push(Literal::u16_unsuffixed(number));
    }
    Ok(quote! {
        static SHORT: ShortNames = ShortNames {
            multiplier: #multiplier,
            shift: #shift,
            displacements: &[#(#displacements),*],
            words: #words.as_chunks().0,
            numbers: &[#(#numbers),*],
        };
    })
}

impl Table {
    fn new(names: &[(String, Vec<u32>)]) -> Result<Self, String> {
        let mut words = Vec::new();
        for (number, (name, _)) in names.iter().enumerate() {
            let mut bytes = [0; 8];
            if let Some(start) = bytes.get_mut(..name.len()).filter(|_| name.ends_with(';')) {
                start.copy_from_slice(name.as_bytes());
                let number = u16::try_from(number)
                    .map_err(|_| "more names of references than 16 bits can count")?;
                words.push((u64::from_le_bytes(bytes), number));
            }
        }
        let places = (words.len() * 5 / 4 + 1).next_power_of_two();
        let multipliers = (0..64_u64).map(|n| (0x9E37_79B9_7F4A_7C15_u64).wrapping_mul(2 * n + 1));
        let mut tables =
            multipliers.filter_map(|multiplier| Table::with(&words, places, multiplier));
        let table = tables.next();
        table.ok_or_else(|| "no table for the short names of references was found".to_string())
    }

    /// The table with this multiplier, unless some bucket finds no displacement.
    fn with(words: &[(u64, u16)], size: usize, multiplier: u64) -> Option<Self> {
        let buckets = (size / 4).max(2);
        let mut table = Table {
            multiplier,
            shift: u64::BITS - buckets.ilog2(),
            displacements: vec![0; buckets],
            places: vec![(0, 0); size],
        };
        let mut filled: Vec<Vec<(u64, u16)>> = vec![Vec::new(); buckets];
        for word in words {
            filled[table.bucket(word.0)].push(*word);
        }
        // Large buckets first, while most slots are free.
        let mut order: Vec<usize> = (0..buckets).collect();
        order.sort_by_key(|bucket| std::cmp::Reverse(filled[*bucket].len()));
        for bucket in order {
            let mut displacements = (0..size).filter_map(|d| u16::try_from(d).ok());
            table.displacements[bucket] = displacements.find(|displacement| {
                let places = filled[bucket]
                    .iter()
                    .map(|w| table.place(w.0, *displacement));
                let places: BTreeSet<usize> = places.collect();
                places.len() == filled[bucket].len()
                    && places.iter().all(|place| table.places[*place].0 == 0)
            })?;
            for word in &filled[bucket] {
                let place = table.place(word.0, table.displacements[bucket]);
                table.places[place] = *word;
            }
        }
        Some(table)
    }

    fn bucket(&self, word: u64) -> usize {
        (word.wrapping_mul(self.multiplier) >> self.shift) as usize
    }

    /// Must equal the hash of the tokenizer's `ShortNames`.
    fn place(&self, word: u64, displacement: u16) -> usize {
        let hash = (word.wrapping_mul(self.multiplier) >> 32) as usize;
        (hash ^ usize::from(displacement)) & (self.places.len() - 1)
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
        for (number, (name, _)) in names.iter().enumerate() {
            let mut bytes = [0; 8];
            bytes[..name.len().min(8)].copy_from_slice(&name.as_bytes()[..name.len().min(8)]);
            let word = u64::from_le_bytes(bytes);
            let displacement = table.displacements[table.bucket(word)];
            let found = table.places[table.place(word, displacement)];
            let is_there = found == (word, number as u16);
            assert_eq!(is_there, [1, 2, 3, 5].contains(&number), "{name}");
        }
        let taken = table.places.iter().filter(|(word, _)| *word != 0);
        assert_eq!(taken.count(), 4);
    }

    #[test]
    fn thousands_of_words_have_places_of_their_own() {
        let names: Vec<_> = (0..2000).map(|n| (format!("n{n};"), vec![0x41])).collect();
        let table = Table::new(&names).expect("a table");
        let taken = table.places.iter().filter(|(word, _)| *word != 0);
        assert_eq!(taken.count(), names.len());
    }
}
