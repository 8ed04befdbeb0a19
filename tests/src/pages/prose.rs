//! Articles: long paragraphs with a link or an emphasis here and there.

use super::draft::Draft;

pub(super) fn write(draft: &mut Draft) {
    draft.head("Letters from the harbour");
    draft.put("<!-- articles, newest first -->\n<main>\n");
    let mut number = 0;
    while draft.wants_more() {
        number += 1;
        article(draft, number);
    }
    draft.put("</main>\n");
    draft.foot();
}

/// One article; other kinds of page have a few as well.
pub(super) fn article(draft: &mut Draft, number: usize) {
    let heading = draft.heading();
    draft.put(&format!(
        "<article id=\"letter-{number}\">\n<h2>{heading}</h2>\n"
    ));
    for _ in 0..draft.random.between(3, 9) {
        paragraph(draft);
    }
    if draft.random.once_in(3) {
        let (caption, slug) = (draft.sentence(), draft.slug());
        draft.put(&format!(
            "<figure>\n<img src=\"/pictures/{slug}.jpg\" alt=\"{caption}\" width=\"640\" height=\"427\">\n\
             <figcaption>{caption}</figcaption>\n</figure>\n"
        ));
    }
    draft.put("</article>\n");
}

fn paragraph(draft: &mut Draft) {
    draft.put("<p>");
    for sentence in 0..draft.random.between(3, 8) {
        if sentence > 0 {
            draft.put_either(4, "\n", " ");
        }
        let text = draft.sentence();
        match draft.random.between(0, 11) {
            0 => {
                let slug = draft.slug();
                draft.put(&format!("<a href=\"/letters/{slug}\">{text}</a>"));
            }
            1 => draft.put(&format!("<em>{text}</em>")),
            2 => {
                let noun = draft.noun();
                draft.put(&format!("&ldquo;{text}&rdquo; &mdash; said the {noun}."));
            }
            3 => {
                let (first, second) = (draft.place(), draft.place());
                draft.put(&format!("{text} <cite>{first} &amp; {second}</cite>"));
            }
            _ => draft.put(&text),
        }
    }
    draft.put("</p>\n");
}
