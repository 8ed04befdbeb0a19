//! Results of functions on words, which `.ci/tricks` compares with its transcription of them before it proves that.

use alloc::vec::Vec;
use fastrand::Rng;

/// Bytes at the borders of what the functions distinguish.
const BYTES: [u8; 20] = [
    0, 1, b'\n', b'\r', b' ', b':', b';', b'<', b'@', b'A', b'Z', b'[', b'a', b'z', 0x7E, 0x7F,
    0x80, 0xBB, 0xC1, 0xFF,
];

/// Words of such bytes, and of others.
pub(crate) fn words() -> Vec<u64> {
    let mut random = Rng::with_seed(8);
    let mut words = Vec::from([0, u64::MAX]);
    for _ in 0..400 {
        let bytes: [u8; 8] = core::array::from_fn(|_| match random.u8(..3) {
            0 => random.u8(..),
            _ => BYTES[random.usize(..BYTES.len())],
        });
        words.push(u64::from_le_bytes(bytes));
    }
    words
}

/// Prints the arguments of a function and its result.
pub(crate) fn print(function: &str, numbers: &[u64]) {
    std::print!("vector {function}");
    for number in numbers {
        std::print!(" {number:x}");
    }
    std::println!();
}
