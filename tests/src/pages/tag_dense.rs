//! Reference listings: a table of names, types and short remarks, most of it tags.

use super::draft::Draft;
use super::words::WORDS;

pub(super) fn write(draft: &mut Draft) {
    draft.head("Index of signals");
    draft.put("<nav><ol>\n");
    for _ in 0..40 {
        let (slug, noun) = (draft.slug(), draft.noun());
        draft.put(&format!("<li><a href=\"#{slug}\">{noun}</a></li>\n"));
    }
    draft.put("</ol></nav>\n");
    while draft.wants_more() {
        let heading = draft.heading();
        draft.put(&format!(
            "<h3>{heading}</h3>\n<table><thead><tr><th>Name<th>Kind<th>Since<th></thead>\n<tbody>"
        ));
        for _ in 0..draft.random.between(20, 60) {
            row(draft);
        }
        draft.put("</tbody></table>\n");
    }
    draft.foot();
}

fn row(draft: &mut Draft) {
    let (slug, adjective, noun) = (draft.slug(), draft.adjective(), draft.noun());
    draft.put(&format!(
        "<tr><td><code><a class=\"fn\" href=\"#{slug}\">{adjective}<wbr>_{noun}</a></code></td><td>"
    ));
    for _ in 0..draft.random.between(1, 4) {
        let tag = draft.random.pick(&WORDS.tags);
        let noun = draft.noun();
        draft.put(&format!("<{tag}>{noun}</{tag}>"));
        if draft.random.once_in(3) {
            draft.put("<br>");
        }
    }
    let year = draft.random.between(1890, 2024);
    draft.put(&format!("</td><td>{year}</td><td>"));
    if draft.random.once_in(2) {
        let verb = draft.random.pick(&WORDS.verbs);
        draft.put(&format!("<i>{verb}</i><sup>*</sup>"));
    }
    draft.put("</td></tr>\n");
}
