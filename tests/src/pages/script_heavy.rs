//! Inline scripts, styles and embedded data, with little text between them.

use super::draft::Draft;
use super::prose;

pub(super) fn write(draft: &mut Draft) {
    draft.head("Tide board");
    let mut number = 0;
    while draft.wants_more() {
        number += 1;
        style(draft, number);
        program(draft, number);
        data(draft, number);
        if number % 3 == 0 {
            prose::article(draft, number);
        }
        if number % 4 == 0 {
            hidden(draft, number);
        }
    }
    draft.foot();
}

fn style(draft: &mut Draft, number: usize) {
    draft.put("<style>\n");
    for _ in 0..draft.random.between(6, 20) {
        let (slug, width, hue) = (
            draft.slug(),
            draft.random.between(1, 60),
            draft.random.between(0, 359),
        );
        draft.put(&format!(
            "#board-{number} > .{slug}::before {{ content: \"<\\2019>\"; width: {width}rem; color: hsl({hue} 40% 30%); }}\n"
        ));
    }
    draft.put("</style>\n");
}

fn program(draft: &mut Draft, number: usize) {
    draft.put("<script>\n(function () {\n  'use strict';\n");
    for _ in 0..draft.random.between(8, 24) {
        let (first, second, third) = (draft.noun(), draft.noun(), draft.noun());
        let (low, high) = (draft.random.between(0, 20), draft.random.between(21, 99));
        match draft.random.between(0, 5) {
            0 => draft.put(&format!(
                "  for (var i = {low}; i < {high} && {first}[i]; i++) {{ {second}.push({first}[i] >> 1); }}\n"
            )),
            1 => draft.put(&format!(
                "  if ({first}.{second} <= {high} || !{third}) {{ return {first} && {first}.{third}({low}); }}\n"
            )),
            2 => draft.put(&format!(
                "  {first}.innerHTML = '<li class=\"{second}\"><b>' + {third} + '</b><\\/li>';\n"
            )),
            3 => {
                let remark = draft.sentence();
                draft.put(&format!("  // {remark}\n  var {first}_{low} = /<{second}>(\\d+)&amp;/.exec({third});\n"));
            }
            4 => draft.put(&format!(
                "  {first}.{second} = function ({third}) {{ return {third} === null ? {low} : {third} * {high} / 100; }};\n"
            )),
            _ => draft.put(&format!(
                "  document.getElementById('{first}-{number}').dataset.{second} = `${{{third}}} < ${{{high}}}`;\n"
            )),
        }
    }
    draft.put("}());\n</script>\n");
}

fn data(draft: &mut Draft, number: usize) {
    draft.put(&format!(
        "<script type=\"application/json\" id=\"state-{number}\">{{\"version\":{number},\"tides\":["
    ));
    for entry in 0..draft.random.between(10, 40) {
        let (place, slug, text) = (draft.place(), draft.slug(), draft.clause());
        let (hour, minute, height) = (
            draft.random.between(0, 23),
            draft.random.between(0, 59),
            draft.random.between(1, 99),
        );
        if entry > 0 {
            draft.put(",");
        }
        draft.put(&format!(
            "{{\"port\":\"{place}\",\"key\":\"{slug}\",\"at\":\"{hour:02}:{minute:02}\",\"height\":{height}.5,\"note\":\"{text} \\u003c/p>\"}}"
        ));
    }
    draft.put("]}</script>\n");
}

/// A script from the days when scripts were hidden from browsers without them.
fn hidden(draft: &mut Draft, number: usize) {
    let remark = draft.sentence();
    draft.put(&format!(
        "<script language=\"javascript\"><!--\ndocument.write('<script src=\"/count/{number}.js\"></script>');\n// {remark} -->\n</script>\n\
         <noscript><img src=\"/count/{number}.gif\" alt=\"\"></noscript>\n"
    ));
}
