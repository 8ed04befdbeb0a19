//! Markup with the mistakes that people, templates and word processors make.
//!
//! Every mistake is closed before the next one, so that pages can be concatenated.

use super::draft::Draft;

pub(super) fn write(draft: &mut Draft) {
    draft.put("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!doctype html public \"-//harbour//dtd html//en\"\"about:blank\" system>\n<html>\n<title>Lost &found</title>\n");
    while draft.wants_more() {
        mistake(draft);
        if draft.random.once_in(2) {
            let sentence = draft.sentence();
            draft.put(&format!("<p>{sentence}"));
        }
    }
    draft.put("</body></html></html>\n");
}

fn mistake(draft: &mut Draft) {
    let (noun, other, slug, text) = (draft.noun(), draft.noun(), draft.slug(), draft.clause());
    let number = draft.random.between(1, 400);
    let written = match draft.random.between(0, 31) {
        0 => format!("<div class=\"{noun}\" id={slug} class=\"{other}\" ID=twice>{text}</div/>\n"),
        1 => format!("<a href=\"/{slug}\"title='{text}'rel=next>{text}</a href>\n"),
        2 => format!("<img src=/{slug}.png alt={noun}\"s width={number}' <br>\n"),
        3 => format!("<p align=center\" style=\"width:{number}px;\"\"> {text} </p>\n"),
        4 => format!("1 < {number} && {number} <3 {noun} <> {other} </> <{number}>\n"),
        5 => format!("<!-- {text} -- {noun} --!> <!--> {other} <!---> <!-- a <!-- b --> -->\n"),
        6 => format!("<!ELEMENT {noun} (#PCDATA)> <!-{text}-> <![CDATA[{text}]]>\n"),
        7 => format!("<? echo ${noun}; ?> <?php if ({number} > 2) {{ ?> {text} <?php }} ?>\n"),
        8 => format!("{text} &copy {number} &nbsp&nbsp;&notit; &#{number} &#x; &#; &{noun};\n"),
        9 => {
            format!("&#0; &#128; &#x9f; &#xD800; &#x110000; &#99999999999; &#1; &#xFFFE; {text}\n")
        }
        10 => format!(
            "<{noun}\u{0}{other} {slug}\u{0}=\u{0}>{text}\u{0}{noun}</{noun}\u{0}{other}>\n"
        ),
        11 => format!("{text}\u{1}{noun}\u{b}{other}\u{7f}{number}\u{85}\u{fdd0}\u{ffff}\n"),
        12 => format!("<br/ ><hr / size={number}/><input disabled/=\"x\" / >{text}\n"),
        13 => format!("</p {noun}=\"{other}\"></br/></ {noun}></{number}></{noun}\n>\n"),
        14 => {
            format!("<a =\"{noun}\" =={other} <b {noun}<{other}=`{slug}` 'x'\"y\">{text}</a></b>\n")
        }
        15 => format!("<table><tr><td>{text}<td {noun}= ><td {noun} = {slug}>{other}</table>\n"),
        16 => format!("<SCRIPT>if ({number} < 2) document.write(\"<p>{text}</P>\");</SCRIPT >\n"),
        17 => format!(
            "<script><!-- var {noun} = '<script>'; {text} </scrip></script/></script x=y>\n"
        ),
        18 => format!("<style>{noun} {{ color: red }} </styl> </ style> <!-- {text} </STYLE\t>\n"),
        19 => {
            format!("<textarea>\n\n{text} <b>&amp;{noun}</b> </text> </textareas></textarea\n>\n")
        }
        20 => format!("<o:p>{text}</o:p><![if !supportLists]>{number}.<![endif]>\n"),
        21 => format!("<font face=\"{noun}, {other} size=2 color=red\">{text}</font>\n"),
        22 => format!("<a href=\"?a={number}&b=2&copy=1&lt{noun}&reg;=1&amp\">{text}</a>\n"),
        23 => format!(
            "<!doctype> <!DOCTYPEhtml> <!doctype html SYSTEM> <!doctype {noun} PUBLIC '{other}>\n"
        ),
        24 => format!("<!doctype html public\"{noun}\" 'x' bogus> <!DOCTYPE \u{0}> {text}\n"),
        25 => format!("<div {slug} {slug} {slug}={number} {noun}/{other}/{number}>{text}</DIV>\n"),
        26 => format!("<iframe src={slug}>{text} <b> </iframe><noframes><p>{text}</noframes>\n"),
        27 => format!("<ul><li>{text}<li><b><i>{noun}</b></i><li>{other}</ul></ul></li>\n"),
        28 => {
            format!("<svg><path d='M{number} 0'/><title>{text}</title></svg> <MATH><mi>x</MATH>\n")
        }
        29 => format!("<p\u{c}{noun}\t=\t\"{other}\"\n\n{slug}\n=\n'{number}'\n>{text}\r\n\r\r\n"),
        30 => format!(
            "<xmp><{noun}>&amp;</xmp><noembed><{other}></noembed><title>&amp;<b>{noun}</title>\n"
        ),
        _ => format!("<!--{text}--><!--{noun}--{other}--><!----{number}--><!-- ->-- > --->\n"),
    };
    draft.put(&written);
}
