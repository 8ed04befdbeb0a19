//! The folder of the output, which says what is done already.
//!
//! Without partitions a part of the input is done when its file is there. With them it has files in several folders, so a mark in
//! `_parts` says it, written after them; what a part that was interrupted has left is removed before it is read again. Readers of
//! such folders pass over names that begin with `_`, and wait for `_SUCCESS`, which is written last.

use super::arguments::{Arguments, Format};
use super::destination::Destination;
use super::failure::Failure;
use super::job::Job;
use std::collections::{HashMap, HashSet};

/// The file that Hadoop and Spark write when a job is complete.
const SUCCESS: &str = "_SUCCESS";

/// What was asked for.
const REQUEST: &str = "_request.json";

/// Where the marks of parts are.
const PARTS: &str = "_parts/";

/// The folder of the output.
pub(crate) struct Folder {
    destination: Destination,
    format: Format,
    is_partitioned: bool,
    /// The files that were there at the beginning, without their folders; with partitions, the marks.
    done: HashSet<String>,
    /// The files in partitions, by the part of the input that they are of.
    found: HashMap<String, Vec<String>>,
}

impl Folder {
    /// Creates the folder, or continues one that was made in the same way.
    pub(crate) fn open(arguments: &Arguments, jobs: &[Job]) -> Result<Self, Failure> {
        let path = &arguments.output;
        let destination = Destination::open(path)?;
        let request = arguments.fingerprint(jobs)?;
        let before = destination.read(REQUEST)?;
        let files = destination.list()?;
        match before {
            Some(before) if before == request.as_bytes() => {}
            Some(_) => {
                let message = "the folder has the output of another request: name another folder, or remove it";
                return Err(Failure::at(path, message));
            }
            None if !destination.is_empty()? => {
                let message =
                    "the folder is not empty, and has no output to continue: name another folder";
                return Err(Failure::at(path, message));
            }
            None => destination.write(REQUEST, request.as_bytes())?,
        }
        let is_partitioned = !arguments.partition_by.is_empty();
        let mut found: HashMap<String, Vec<String>> = HashMap::new();
        let mut done = HashSet::new();
        for file in files {
            let name = match is_partitioned {
                true => file.strip_prefix(PARTS),
                false => Some(&*file),
            };
            if let Some(name) = name {
                done.insert(name.to_owned());
            } else if let Some(job) = job_of(&file) {
                found.entry(job.to_owned()).or_default().push(file);
            }
        }
        Ok(Folder {
            destination,
            format: arguments.format,
            is_partitioned,
            done,
            found,
        })
    }

    pub(crate) fn destination(&self) -> &Destination {
        &self.destination
    }

    /// Says that parts are missing, until [`complete`](Self::complete).
    pub(crate) fn begin(&self) -> Result<(), Failure> {
        self.destination.remove(SUCCESS)
    }

    /// Says that every part is there.
    pub(crate) fn complete(&self) -> Result<(), Failure> {
        self.destination.write(SUCCESS, b"")
    }

    /// Whether a job is done.
    pub(crate) fn is_done(&self, job: &Job) -> bool {
        match self.is_partitioned {
            true => self.done.contains(&job.name),
            false => self.done.contains(&self.file(job)),
        }
    }

    /// The output file of a job, without partitions.
    pub(crate) fn file(&self, job: &Job) -> String {
        format!("{}.{}", job.name, self.format.extension())
    }

    /// One of the output files of a job in a partition.
    pub(crate) fn file_in(&self, partition: &str, job: &Job, number: u32) -> String {
        let extension = self.format.extension();
        format!("{partition}/part-{}-{number}.{extension}", job.name)
    }

    /// Removes what an interrupted run has left of a job.
    pub(crate) fn clear(&self, job: &Job) -> Result<(), Failure> {
        let files = self.found.get(&job.name).into_iter().flatten();
        files
            .into_iter()
            .try_for_each(|file| self.destination.remove(file))
    }

    /// Says that all files of a job are there.
    pub(crate) fn mark(&self, job: &Job) -> Result<(), Failure> {
        match self.is_partitioned {
            true => self.destination.write(&format!("{PARTS}{}", job.name), b""),
            false => Ok(()),
        }
    }
}

/// The job whose file in a partition this is.
fn job_of(file: &str) -> Option<&str> {
    let (_, name) = file.rsplit_once('/')?;
    let (stem, _) = name.strip_prefix("part-")?.rsplit_once('.')?;
    stem.rsplit_once('-').map(|(job, _)| job)
}

#[cfg(test)]
mod tests {
    use super::job_of;

    #[test]
    fn files_in_partitions_name_their_job() {
        assert_eq!(
            job_of("a=1/b=2/part-x.gz-12-0001-3.parquet"),
            Some("x.gz-12-0001")
        );
        assert_eq!(job_of("_request.json"), None);
        assert_eq!(job_of("a=1/_part-x-3.parquet.partial"), None);
    }
}
