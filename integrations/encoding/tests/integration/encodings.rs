//! Every encoding of the Encoding Standard, declared early, late and wrongly, at every split around the declaration.

use crate::page::read;
use encoding_rs::{REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use tokenwright_encoding::{Change, Decision, Decoder, Encoding, Options};

/// The names of the encodings with an encoder.
pub(crate) const NAMES: [&str; 36] = [
    "UTF-8", "IBM866", "ISO-8859-2", "ISO-8859-3", "ISO-8859-4", "ISO-8859-5", "ISO-8859-6",
    "ISO-8859-7", "ISO-8859-8", "ISO-8859-8-I", "ISO-8859-10", "ISO-8859-13", "ISO-8859-14",
    "ISO-8859-15", "ISO-8859-16", "KOI8-R", "KOI8-U", "macintosh", "windows-874", "windows-1250",
    "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256",
    "windows-1257", "windows-1258", "x-mac-cyrillic", "GBK", "gb18030", "Big5", "EUC-JP",
    "ISO-2022-JP", "Shift_JIS", "EUC-KR",
];

/// Characters of many scripts.
const SAMPLE: &str = "aéßšžłđąőșćţÄǅжЯїќщαωΩאשغمกขฃ中日本語漢字あアｱ한글€„“”";

pub(crate) fn encoding(name: &str) -> &'static Encoding {
    Encoding::for_label(name.as_bytes()).expect("a label")
}

/// The characters of the sample that an encoding has, and their bytes.
pub(crate) fn sample(encoding: &'static Encoding) -> (String, Vec<u8>) {
    let has = |c: &char| {
        let text = c.to_string();
        let (bytes, _, unmappable) = encoding.encode(&text);
        !unmappable && encoding.decode_without_bom_handling(&bytes).0 == text
    };
    let text: String = SAMPLE.chars().filter(has).collect();
    let bytes = encoding.encode(&text).0.into_owned();
    (text, bytes)
}

/// Reads a page at every split around its declaration.
fn check(page: &[u8], around: usize, text: &str, encoding: &'static Encoding, options: &Options) {
    let splits = around.saturating_sub(30)..page.len().min(around + 60);
    for at in splits {
        let chunks = [&page[..at], &page[at..]].into_iter();
        let page = read(chunks, options.clone());
        assert_eq!(page.text.trim(), text, "{} split at {at}", encoding.name());
        assert_eq!(page.encoding, encoding, "split at {at}");
    }
}

#[test]
fn every_encoding_is_read_wherever_it_is_declared() {
    for encoding in NAMES.map(encoding) {
        let (text, bytes) = sample(encoding);
        // The declaration is in the prescan's reach, then beyond it.
        for padding in [0, 2000] {
            let mut page = b"<!DOCTYPE html>".to_vec();
            page.resize(page.len() + padding, b' ');
            let around = page.len();
            page.extend(format!("<meta charset='{}'><p>", encoding.name()).bytes());
            page.extend(&bytes);
            check(&page, around, &text, encoding, &Options::default());
        }
    }
}

#[test]
fn a_late_declaration_switches_without_a_restart_if_only_ascii_was_read() {
    for encoding in NAMES.map(encoding) {
        let (text, bytes) = sample(encoding);
        let mut page = b" ".repeat(2000);
        page.extend(format!("<meta charset={}><p>", encoding.name()).bytes());
        page.extend(&bytes);
        let read = read(page.chunks(1), Options::default());
        assert_eq!(
            (read.text.trim(), read.restarts),
            (&*text, 0),
            "{}",
            encoding.name()
        );
    }
}

#[test]
fn a_wrong_declaration_loses_to_what_is_certain() {
    let page = |text: &[u8]| [&b"<meta charset=shift_jis><p>"[..], text].concat();
    let (text, bytes) = sample(encoding("windows-1251"));
    let options = Options::default().content_type("text/html; charset=windows-1251");
    check(&page(&bytes), 10, &text, encoding("windows-1251"), &options);
    let options = Options::default().override_with(encoding("windows-1251"));
    check(&page(&bytes), 10, &text, encoding("windows-1251"), &options);

    // A byte order mark wins over everything.
    let marked = [&b"\xEF\xBB\xBF"[..], &page("語".as_bytes())].concat();
    check(&marked, 0, "語", UTF_8, &options);
}

#[test]
fn utf_16_needs_a_mark_or_the_transport_layer() {
    let html = "<meta charset=utf-8><p>Я語";
    for (encoding, bytes) in [
        (UTF_16LE, u16::to_le_bytes as fn(u16) -> [u8; 2]),
        (UTF_16BE, u16::to_be_bytes),
    ] {
        let page = |mark: &str| -> Vec<u8> {
            let text = format!("{mark}{html}");
            text.encode_utf16().flat_map(bytes).collect()
        };
        // The declaration in the page is ignored.
        check(&page("\u{FEFF}"), 0, "Я語", encoding, &Options::default());
        let options = Options::default().transport(encoding);
        check(&page(""), 0, "Я語", encoding, &options);
    }
    // A page in ASCII that claims to be UTF-16 is UTF-8.
    let page = "<meta charset=utf-16><p>Я語".as_bytes();
    check(page, 10, "Я語", UTF_8, &Options::default());
}

#[test]
fn the_special_encodings_are_read_as_the_standard_says() {
    // windows-1252 takes the place of x-user-defined in a declaration, but not in the transport layer.
    let page = b"<meta charset=x-user-defined><p>\xE9";
    check(page, 10, "é", WINDOWS_1252, &Options::default());
    let options = Options::default().transport(X_USER_DEFINED);
    check(page, 10, "\u{F7E9}", X_USER_DEFINED, &options);
    // A page in an encoding that is no longer supported is one U+FFFD.
    let page = b"<meta charset=iso-2022-kr><p>text";
    check(page, 10, "\u{FFFD}", REPLACEMENT, &Options::default());
}

/// 13.2.3.4: only a document that is read as UTF-16 keeps its encoding; the new one may be replaced.
#[test]
fn every_tentative_encoding_is_changed_as_the_standard_says() {
    let special = [UTF_16LE, UTF_16BE, X_USER_DEFINED, REPLACEMENT];
    let all: Vec<_> = NAMES.map(encoding).into_iter().chain(special).collect();
    for current in &all {
        let options = Options::default().default_to(current);
        let decision = Decision::of_document(b"<p>", &options);
        for declared in &all {
            let new = match declared.name() {
                "UTF-16LE" | "UTF-16BE" => UTF_8,
                "x-user-defined" => WINDOWS_1252,
                _ => declared,
            };
            let is_changed = *current != UTF_16LE && *current != UTF_16BE && *current != new;
            let expected = is_changed.then_some(new);
            let about = format!("{} in {}", declared.name(), current.name());
            assert_eq!(decision.changed_by(declared), expected, "{about}");

            let mut decoder = Decoder::new(options.clone());
            decoder.decode(&b" ".repeat(2000), |_| {});
            let change = decoder.change(declared);
            assert_eq!(change != Change::Kept, is_changed, "{about}: {change:?}");
        }
    }
}

#[test]
fn the_container_counts_only_if_it_is_compatible_with_ascii() {
    let page = b"<p>\xDF";
    let options = Options::default().container(encoding("windows-1251"));
    check(page, 0, "Я", encoding("windows-1251"), &options);
    check(
        page,
        0,
        "ß",
        WINDOWS_1252,
        &Options::default().container(UTF_16LE),
    );
}
