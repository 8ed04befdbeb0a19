//! Objects read by ranges, and objects that appear whole.

use crate::common::crawl;
use std::io::{Read, Seek, SeekFrom, Write};
use std::sync::Arc;
use tokenwright_extract::objects::object_store::memory::InMemory;
use tokenwright_extract::objects::{Bucket, Object};
use tokenwright_extract::warc::{Reader, splits_of};

fn bucket() -> Bucket {
    Bucket::new("memory", Arc::new(InMemory::new()))
}

#[test]
fn an_object_is_read_as_the_bytes_are() {
    let bucket = bucket();
    let bytes: Vec<u8> = (0..3_000_000u32)
        .map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    bucket.write("a/b", bytes.clone()).expect("memory");
    let mut object = bucket.open("a/b").expect("an object");
    let mut chooser = fastrand::Rng::with_seed(1);
    for _ in 0..200 {
        let start = chooser.usize(..bytes.len() + 1000);
        let wanted = chooser.usize(..600_000);
        object.seek(SeekFrom::Start(start as u64)).expect("a place");
        let mut found = Vec::new();
        object
            .by_ref()
            .take(wanted as u64)
            .read_to_end(&mut found)
            .expect("memory");
        let start = start.min(bytes.len());
        assert!(found == bytes[start..(start + wanted).min(bytes.len())]);
    }
    assert_eq!(object.seek(SeekFrom::End(-1)).expect("a place"), 2_999_999);
    assert!(object.seek(SeekFrom::Current(-3_000_000)).is_err());
}

#[test]
fn an_archive_has_the_same_pages() {
    let bucket = bucket();
    let warc = crawl(2000);
    bucket.write("crawl.warc.gz", warc.clone()).expect("memory");
    let open = || -> Object { bucket.open("crawl.warc.gz").expect("an object") };
    let here = splits_of(std::io::Cursor::new(&warc), 10_000).expect("memory");
    assert_eq!(splits_of(open(), 10_000).expect("memory"), here);
    let mut count = 0;
    for range in here {
        let mut there = Reader::of_split(open(), range.clone()).expect("a part");
        let mut reader = Reader::of_split(std::io::Cursor::new(&warc), range).expect("a part");
        while let Some(page) = there.next_page().expect("memory") {
            assert_eq!(Some(page), reader.next_page().expect("memory"));
            count += 1;
        }
    }
    assert_eq!(count, 2000);
}

#[test]
fn an_object_that_is_replaced_is_an_error() {
    let bucket = bucket();
    bucket.write("a", vec![1; 1_000_000]).expect("memory");
    let mut object = bucket.open("a").expect("an object");
    object.read_exact(&mut [0; 10]).expect("memory");
    bucket.write("a", vec![2; 1_000_000]).expect("memory");
    object.seek(SeekFrom::End(-10)).expect("a place");
    let error = object.read_exact(&mut [0; 10]).expect_err("other content");
    assert_eq!(
        error.to_string(),
        "the object was replaced while it was read"
    );
    bucket.remove("a").expect("memory");
    let error = object.read_exact(&mut [0; 10]).expect_err("no content");
    assert_eq!(error.to_string(), "there is no such object");
    bucket.remove("a").expect("nothing to remove");
    assert!(bucket.read("a").expect("memory").is_none());
    assert!(bucket.open("a//b").is_err());
}

#[test]
fn an_upload_is_there_when_it_is_complete() {
    let bucket = bucket();
    for len in [0, 100, 5 << 20, (5 << 20) + 1, 13 << 20] {
        let bytes = vec![7; len];
        let mut upload = bucket.create("x").expect("memory");
        upload.write_all(&bytes).expect("memory");
        assert!(bucket.read("x").expect("memory").is_none(), "{len}");
        drop(upload);
        assert!(bucket.read("x").expect("memory").is_none(), "{len}");
        let mut upload = bucket.create("x").expect("memory");
        upload.write_all(&bytes).expect("memory");
        upload.complete().expect("memory");
        assert!(bucket.read("x").expect("memory") == Some(bytes), "{len}");
        bucket.remove("x").expect("memory");
    }
}

#[test]
fn objects_are_listed_by_folders() {
    let bucket = bucket();
    for key in ["a/1", "a/b/2", "a/b/c/3", "ab/4"] {
        bucket.write(key, Vec::new()).expect("memory");
    }
    let list = |folder, depth| -> Vec<String> {
        let found = bucket.list(folder, depth).expect("memory").into_iter();
        found.map(|meta| meta.location.to_string()).collect()
    };
    assert_eq!(list("a", 0), ["a/1"]);
    assert_eq!(list("a/", 1), ["a/1", "a/b/2"]);
    assert_eq!(list("", usize::MAX), ["a/1", "a/b/2", "a/b/c/3", "ab/4"]);
}
