//! Text in scripts whose characters take two, three and four bytes.

use super::draft::Draft;

/// A language: its code, how its words are joined, how its sentences end, and words.
struct Language {
    code: &'static str,
    joint: &'static str,
    end: &'static str,
    words: &'static [&'static str],
}

const LANGUAGES: &[&Language] = &[
    &Language {
        code: "ja",
        joint: "",
        end: "。",
        words: &[
            "港", "の", "船", "が", "灯台", "を", "見る", "静かな", "海", "に", "夜", "古い", "橋",
            "まで", "歩く", "市場", "で", "魚", "は", "朝", "時計", "と", "手紙", "から", "風",
            "カモメ", "フェリー", "、",
        ],
    },
    &Language {
        code: "ru",
        joint: " ",
        end: ".",
        words: &[
            "старый", "корабль", "видит", "маяк", "над", "тихой", "гаванью", "каждое", "утро",
            "рыбак", "чинит", "сеть", "и", "ждёт", "ветра", "у", "моста", "который", "ведёт", "на",
            "остров", "зимой",
        ],
    },
    &Language {
        code: "el",
        joint: " ",
        end: ".",
        words: &[
            "το", "παλιό", "λιμάνι", "και", "η", "θάλασσα", "φέρνει", "άνεμο", "στο", "νησί",
            "κάθε", "πρωί", "ένας", "ψαράς", "βλέπει", "τον", "φάρο", "πίσω", "από", "τη",
            "γέφυρα",
        ],
    },
    &Language {
        code: "hi",
        joint: " ",
        end: "।",
        words: &[
            "पुराना",
            "जहाज़",
            "समुद्र",
            "के",
            "पास",
            "रोशनी",
            "देखता",
            "है",
            "और",
            "सुबह",
            "बाज़ार",
            "में",
            "मछली",
            "नाव",
            "पुल",
            "से",
            "हवा",
        ],
    },
    &Language {
        code: "ar",
        joint: " ",
        end: ".",
        words: &[
            "السفينة", "القديمة", "ترى", "المنارة", "فوق", "الميناء", "في", "الصباح", "والبحر",
            "هادئ", "عند", "الجسر", "قبل", "الريح", "مع", "الصياد",
        ],
    },
    &Language {
        code: "fr",
        joint: " ",
        end: ".",
        words: &[
            "le", "vieux", "port", "où", "la", "marée", "ramène", "déjà", "les", "pêcheurs", "à",
            "côté", "du", "phare", "éteint", "près", "d’une", "île", "façonnée", "par", "l’hiver",
            "naïf", "cœur",
        ],
    },
    &Language {
        code: "zxx",
        joint: " ",
        end: "\u{2003}",
        words: &[
            "⚓",
            "🚢",
            "🌊",
            "🐟",
            "🌙",
            "⛵",
            "🧭",
            "🏝️",
            "👩‍✈️",
            "🇳🇴",
            "𝕳𝖆𝖋𝖊𝖓",
            "𐍈𐌰",
            "🌦️",
        ],
    },
];

pub(super) fn write(draft: &mut Draft) {
    draft.head("港 · Гавань · Λιμάνι · बंदरगाह · ميناء");
    while draft.wants_more() {
        let language = draft.random.pick(LANGUAGES);
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
                draft.put(language.joint);
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
            sentence.push_str(language.joint);
        }
        sentence.push_str(draft.random.pick(language.words));
    }
    sentence.push_str(language.end);
    sentence
}
