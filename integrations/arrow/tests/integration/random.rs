//! Documents of random fragments, from a seed.

/// A small generator (splitmix64), so that a failure can be repeated.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((value ^ (value >> 31)) % bound as u64) as usize
    }

    /// A document of up to 40 fragments.
    pub(crate) fn document(&mut self) -> String {
        let len = self.below(40);
        (0..len)
            .map(|_| FRAGMENTS[self.below(FRAGMENTS.len())])
            .collect()
    }

    /// Random bytes among fragments.
    pub(crate) fn bytes(&mut self) -> Vec<u8> {
        let mut bytes = self.document().into_bytes();
        for _ in 0..self.below(20) {
            let at = self.below(bytes.len() + 1);
            bytes.insert(at, self.below(256) as u8);
        }
        bytes
    }
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
