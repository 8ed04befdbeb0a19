//! Documents of random fragments, from a seed.

use fastrand::Rng;

/// The number that a variable of the environment has.
fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().expect("a number"))
}

/// A generator from the seed in `TOKENWRIGHT_SEED`.
pub(crate) fn seeded() -> Rng {
    Rng::with_seed(number("TOKENWRIGHT_SEED").unwrap_or(1))
}

/// How many rounds there are: `TOKENWRIGHT_ROUNDS`, or `default`.
pub(crate) fn rounds(default: u64) -> u64 {
    number("TOKENWRIGHT_ROUNDS").unwrap_or(default)
}

/// A document of up to 40 fragments.
pub(crate) fn document(random: &mut Rng) -> String {
    (0..random.usize(..40))
        .map(|_| FRAGMENTS[random.usize(..FRAGMENTS.len())])
        .collect()
}

/// Random bytes among fragments.
pub(crate) fn bytes(random: &mut Rng) -> Vec<u8> {
    let mut bytes = document(random).into_bytes();
    for _ in 0..random.usize(..20) {
        bytes.insert(random.usize(..=bytes.len()), random.u8(..));
    }
    bytes
}

const FRAGMENTS: &[&str] = &[
    "<p>",
    "</p>",
    "<a href=/x>",
    "<a href='?a&amp;b'>",
    "<A HREF=y hidden>",
    "</a>",
    "<title>",
    "</title>",
    "text ",
    "\n  ",
    "&eacute;",
    "&",
    "<",
    "<!--",
    "-->",
    "<!doctype html>",
    "<?pi x?>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<svg>",
    "</svg>",
    "<svg><title/>",
    "<template>",
    "</template>",
    "<div hidden>",
    "</div>",
    "<div>",
    "<pre>",
    "\n",
    "</pre>",
    "<li hidden>",
    "<li>",
    "<td>",
    "<tr>",
    "</table>",
    "<table>",
    "<meta name=a content=b>",
    "<meta charset=koi8-r>",
    "<meta charset=utf-8>",
    "<base href='http://e/'>",
    "<img src=i>",
    "<![CDATA[x]]>",
    "é",
    "Я",
    "<textarea>",
    "</textarea>",
    "<plaintext>",
    "\0",
    "\r\n",
    "<br/>",
    "<b a=1 a=2>",
    "</b>",
    "<noscript>",
    "</noscript>",
    "<dialog>",
    "</dialog>",
    "<p hidden>",
    "<select><option>",
    "</select>",
    "\"",
    "'",
    ">",
    "=",
    "/",
];
