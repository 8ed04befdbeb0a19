//! A page from an editor that ends its lines in CR LF, with parts pasted from one that ends them in CR.

use super::draft::Draft;

pub(super) fn write(draft: &mut Draft) {
    draft.put("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\"\r\n  \"http://www.w3.org/TR/html4/loose.dtd\">\r\n");
    draft.put("<html>\r\n<head>\r\n  <title>Arrivals\r\n  and departures</title>\r\n</head>\r\n<body bgcolor=\"#ffffff\"\r\n      text=\"#000000\">\r\n");
    while draft.wants_more() {
        section(draft);
    }
    draft.put("</body>\r\n</html>\r\n");
}

fn section(draft: &mut Draft) {
    let heading = draft.heading();
    draft.put(&format!(
        "<!-- section\r\n     {heading}\r\n-->\r\n<h2>{heading}</h2>\r\n"
    ));
    for _ in 0..draft.random.between(1, 4) {
        draft.put("<p>\r\n");
        for _ in 0..draft.random.between(3, 8) {
            let sentence = draft.sentence();
            draft.put(&format!("  {sentence}\r\n"));
        }
        draft.put("</p>\r\n");
    }
    draft.put("<table border=\"0\"\r\n       cellpadding=\"4\"\r\n       width=\"100%\">\r\n");
    for _ in 0..draft.random.between(4, 20) {
        let (place, noun, slug) = (draft.place(), draft.noun(), draft.slug());
        draft.put(&format!(
            "<tr>\r\n  <td><a\r\n    href=\"/{slug}\"\r\n    title=\"{noun},\r\n{place}\">{place}</a></td>\r\n  <td>{noun}</td>\r\n</tr>\r\n"
        ));
    }
    draft.put("</table>\r\n");
    if draft.random.once_in(3) {
        draft.put("<pre>");
        for _ in 0..draft.random.between(4, 12) {
            let clause = draft.clause();
            draft.put(&format!("{clause}\r"));
        }
        draft.put("</pre>\r\n");
    }
    if draft.random.once_in(4) {
        let noun = draft.noun();
        draft.put(&format!(
            "<script type=\"text/javascript\">\r\n  var {noun} = 1;\r\n  if ({noun} < 2) {{\r\n    alert(\"{noun}\");\r\n  }}\r\n</script>\r\n"
        ));
    }
}
