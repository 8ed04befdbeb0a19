//! Which rows have the page of a row before them.
//!
//! The first row of a page, in the order of the input, is kept: of its files, and in a file of its records. Threads read the input in any
//! order, so it is read once before to know which is first, without looking at the pages, and what was found is written to the output:
//! a run that continues has the same rows as one that was not interrupted. Pages are the same if their bytes are, without transfer codings and
//! content encodings; the digest is computed, as that of a record may be wrong, and SHA-256, so that an attacker cannot make two pages
//! with one. A row whose record has an error, a row that a filter leaves out by its record, and a row without a page take no part.

use super::arguments::Arguments;
use super::destination::Destination;
use super::failure::Failure;
use super::filter::Filter;
use super::job::Job;
use super::read::{Row, read};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

/// The file of what was found.
const NAME: &str = "_duplicates.json";

/// A half of a digest: of 2^40 pages, two have the same by chance with a probability of 2^-48.
type Key = [u8; 16];

/// Where a row is: the number of its job, and its number there.
type Spot = (u32, u32);

/// The rows to leave out, by the name of their job, in their order.
#[derive(Default)]
pub(crate) struct Duplicates(BTreeMap<String, Vec<u32>>);

impl Duplicates {
    /// The numbers of a job's rows that are left out.
    pub(crate) fn of(&self, job: &Job) -> &[u32] {
        self.0.get(&job.name).map_or(&[], Vec::as_slice)
    }

    /// Takes what a run before has found, or reads all rows.
    pub(crate) fn find(
        jobs: &[Job],
        arguments: &Arguments,
        destination: &Destination,
    ) -> Result<Self, Failure> {
        if let Some(before) = destination.read(NAME)? {
            let before = serde_json::from_slice(&before);
            return before
                .map(Duplicates)
                .map_err(|error| destination.failed(NAME, error));
        }
        let found = Mutex::new(Found::default());
        let filter = Filter::new(arguments);
        jobs.par_iter()
            .with_max_len(1)
            .enumerate()
            .try_for_each(|(number, job)| {
                let keys = keys(job, arguments, &filter)?;
                let number = u32::try_from(number).map_err(Failure::new)?;
                found
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .add(number, keys);
                Ok(())
            })?;
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut duplicates: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for (job, row) in found.duplicates {
            if let Some(job) = jobs.get(job as usize) {
                duplicates.entry(job.name.clone()).or_default().push(row);
            }
        }
        duplicates
            .values_mut()
            .for_each(|rows| rows.sort_unstable());
        let text = serde_json::to_vec(&duplicates);
        let text = text.map_err(|error| destination.failed(NAME, error))?;
        destination.write(NAME, &text)?;
        Ok(Duplicates(duplicates))
    }
}

/// What is known of the pages so far.
#[derive(Default)]
struct Found {
    first: HashMap<Key, Spot>,
    duplicates: Vec<Spot>,
}

impl Found {
    /// Adds the pages of a job. The order in which jobs come has no effect.
    fn add(&mut self, job: u32, keys: Vec<(u32, Key)>) {
        for (row, key) in keys {
            let spot = (job, row);
            let first = self.first.entry(key).or_insert(spot);
            if spot != *first {
                self.duplicates.push(spot.max(*first));
                *first = spot.min(*first);
            }
        }
    }
}

/// The digests of a job's pages, with the numbers of their rows.
fn keys(job: &Job, arguments: &Arguments, filter: &Filter<'_>) -> Result<Vec<(u32, Key)>, Failure> {
    let mut keys = Vec::new();
    let mut number = 0;
    read(job, arguments, &mut |row| {
        if filter.takes(row.record)
            && let Some(key) = key(&row)
        {
            keys.push((number, key));
        }
        number = u32::checked_add(number, 1)
            .ok_or_else(|| Failure::new(format!("{}: a part has too many rows", job.name)))?;
        Ok(())
    })?;
    Ok(keys)
}

/// The digest of a row's page; `None` if it takes no part.
fn key(row: &Row<'_>) -> Option<Key> {
    if row.record.reason.is_some() {
        return None;
    }
    let bytes = match (&row.record.text, row.page) {
        (Some(text), _) => text.as_bytes(),
        (None, Some(page)) => page.page_bytes(),
        (None, None) => return None,
    };
    let digest = Sha256::digest(bytes);
    digest[..16].try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::Found;

    #[test]
    fn the_first_is_kept_in_any_order() {
        let jobs = [
            (0, vec![(0, [1; 16]), (2, [2; 16])]),
            (1, vec![(0, [2; 16]), (1, [1; 16])]),
            (2, vec![(7, [1; 16]), (8, [1; 16])]),
        ];
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            let mut found = Found::default();
            for job in order {
                let (number, keys) = jobs[job].clone();
                found.add(number, keys);
            }
            found.duplicates.sort_unstable();
            assert_eq!(
                found.duplicates,
                [(1, 0), (1, 1), (2, 7), (2, 8)],
                "{order:?}"
            );
        }
    }
}
