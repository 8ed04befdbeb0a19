//! The namespaces that the tables name, with their addresses.

/// Each namespace: its name in the tables, and its address.
pub const NAMESPACES: [(&str, &str); 6] = [
    ("HTML", "http://www.w3.org/1999/xhtml"),
    ("MathML", "http://www.w3.org/1998/Math/MathML"),
    ("SVG", "http://www.w3.org/2000/svg"),
    ("XLink", "http://www.w3.org/1999/xlink"),
    ("XML", "http://www.w3.org/XML/1998/namespace"),
    ("XMLNS", "http://www.w3.org/2000/xmlns/"),
];

/// The address of the namespace with a name.
#[must_use]
pub fn address(name: &str) -> Option<&'static str> {
    let mut all = NAMESPACES.iter();
    all.find(|(known, _)| *known == name)
        .map(|(_, address)| *address)
}
