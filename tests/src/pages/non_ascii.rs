//! Text in scripts whose characters take two, three and four bytes.

use super::draft::Draft;
use super::words::{Language, WORDS};

pub(super) fn write(draft: &mut Draft) {
    draft.head("港 · Гавань · Λιμάνι · बंदरगाह · ميناء");
    while draft.wants_more() {
        let languages = &WORDS.language;
        let language = &languages[draft.random.between(0, languages.len() - 1)];
        let (slug, title) = (draft.slug(), sentence(draft, language));
        draft.put(&format!(
            "<section lang=\"{}\" id=\"{slug}\" data-título=\"{title}\">\n<h2>{title}</h2>\n",
            language.code
        ));
        for _ in 0..draft.random.between(2, 5) {
            draft.put("<p>");
            for _ in 0..draft.random.between(3, 10) {
                let text = sentence(draft, language);
                match draft.random.between(0, 9) {
                    0 => draft.put(&format!("<a href=\"/{slug}#{text}\">{text}</a>")),
                    1 => draft.put(&format!("<b>{text}</b>&nbsp;")),
                    _ => draft.put(&text),
                }
                draft.put(&language.joint);
            }
            draft.put("</p>\n");
        }
        draft.put("</section>\n");
    }
    draft.foot();
}

fn sentence(draft: &mut Draft, language: &Language) -> String {
    let mut sentence = String::new();
    for word in 0..draft.random.between(5, 16) {
        if word > 0 {
            sentence.push_str(&language.joint);
        }
        sentence.push_str(draft.random.pick(&language.words));
    }
    sentence.push_str(&language.end);
    sentence
}
