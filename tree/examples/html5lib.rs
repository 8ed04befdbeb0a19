//! Prints the tree of standard input in the form of html5lib's tests.

use std::io::Read;

fn main() {
    let mut html = String::new();
    std::io::stdin().read_to_string(&mut html).expect("UTF-8");
    print!("{}", tokenwright_tree::parse(&html).to_html5lib());
}
