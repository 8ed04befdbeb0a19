#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| (tokenwright_fuzz::target("steps").check)(input));
