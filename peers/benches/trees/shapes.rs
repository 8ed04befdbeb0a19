//! Pages that make a parser slow whose steps walk the stack of open elements, or its list of active formatting elements.

/// What is before, what is repeated in its first part, and in its second: `#` becomes the number of the repetition, and `@` a thousand
/// attributes.
type Shape = (&'static str, &'static str, &'static str);

pub(super) const ALL: &[(&str, Shape)] = &[
    ("lists", ("", "<ul><li>", "")),
    ("distinct b", ("", "<b #>", "")),
    ("distinct b and i", ("", "<b #><i #>", "")),
    ("distinct b, then </i>", ("", "<b #>", "</i>")),
    ("nested tables", ("", "<table><tr><td>", "")),
    ("p in divs", ("", "<div>", "<p>x")),
    ("misnested formatting", ("", "<b><p></b></p>", "")),
    ("b, divs, then </b>", ("<b>", "<div>", "</b>")),
    ("foster-parented elements", ("<table>", "<b>x</b>y", "")),
    ("foster-parented text", ("<table>", "abcdefgh ", "")),
    ("</p>", ("", "</p>", "")),
    ("select", ("", "<select><option>x", "")),
    ("templates", ("", "<template>", "")),
    ("templates with rows", ("", "<template><tr>", "")),
    ("svg desc", ("", "<svg><desc>", "")),
    ("late frameset", ("", "<div>", "<frameset>")),
    ("spans, then </x>", ("", "<span>", "</x>")),
    ("divs, then </p>", ("", "<div>", "</p>")),
    ("svg g, then </x>", ("<svg>", "<g>", "</x>")),
    ("divs in object in p", ("<p><object>", "<div>", "")),
    ("a and div", ("", "<a><div>", "")),
    ("divs in a form", ("<form>", "<div>", "</form><form>")),
    ("unknown names", ("", "<x#>", "")),
    ("li, spans, then li", ("<li>", "<span>", "<li>")),
    ("divs, then dd", ("", "<div>", "<dd></dd>")),
    ("divs, then tables", ("", "<div>", "<table></table>")),
    ("math mi", ("", "<math><mi>", "")),
    ("markers", ("", "<applet>", "</applet>")),
    ("ruby", ("", "<ruby><rt>", "")),
    ("U+0000", ("", "\0", "")),
    ("errors in svg", ("", "<svg></p>", "")),
    ("attributes of html", ("", "<html a#=b>", "")),
    ("attributes of one tag", ("<p", " a#=b", "")),
    (
        "attributes of annotation-xml",
        ("<math><annotation-xml", " a#=b", "</x>"),
    ),
    (
        "attributes of an integration point",
        ("<math><annotation-xml", " a#=b", "<x></x>"),
    ),
    ("attributes of formatting elements", ("", "<b@>", "")),
    ("attributes in two orders", ("", "<b z@><b@ z>", "")),
];

/// A page of some bytes.
pub(super) fn of_size((before, first, second): &Shape, size: usize) -> String {
    let attributes: String = (0..1000).map(|number| format!(" a{number}=x")).collect();
    let [first, second] = [first, second].map(|part| part.replace('@', &attributes));
    let count = size / (first.len() + second.len());
    let mut html = (*before).to_owned();
    for part in [first, second] {
        for number in 0..count {
            html.push_str(&part.replace('#', &number.to_string()));
        }
    }
    html
}
