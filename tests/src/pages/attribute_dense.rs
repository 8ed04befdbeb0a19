//! A shop's shelves: cards whose tags carry a dozen attributes each.

use super::draft::Draft;

pub(super) fn write(draft: &mut Draft) {
    draft.head("Chandlery");
    draft.put("<div class='grid grid--wide' data-view=shelf role=list>\n");
    let mut number = 1000;
    while draft.wants_more() {
        number += 1;
        card(draft, number);
    }
    draft.put("</div>\n");
    draft.foot();
}

fn card(draft: &mut Draft, number: usize) {
    let (slug, heading, label) = (draft.slug(), draft.heading(), draft.clause());
    let (price, stock) = (draft.random.between(3, 900), draft.random.between(0, 40));
    let hue = draft.random.between(0, 359);
    draft.put(&format!(
        "<article class=\"card card--{number} shadow-sm rounded hover:shadow-lg md:col-span-2\" id=\"item-{number}\" \
         data-id={number} data-slug=\"{slug}\" data-price='{price}.95' data-stock={stock} data-currency=EUR \
         role=listitem tabindex=0 aria-label=\"{label}\" style=\"--hue:{hue};order:{stock}\" itemscope \
         itemtype=\"https://schema.org/Product\">\n"
    ));
    draft.put(&format!(
        "<a href=\"/items/{slug}?ref=shelf&amp;page={stock}\" title=\"{heading}\" rel='nofollow noopener' target=_blank \
         class=\"card__link\" data-track='{{\"item\":{number},\"list\":\"shelf\"}}'><img src=\"/img/{slug}-320.webp\" \
         srcset=\"/img/{slug}-320.webp 320w, /img/{slug}-640.webp 640w, /img/{slug}-960.webp 960w\" \
         sizes=\"(max-width: 40em) 100vw, 20em\" alt=\"{label}\" width=320 height=240 loading=lazy decoding=async></a>\n"
    ));
    if draft.random.once_in(2) {
        draft.put(&format!(
            "<svg viewBox=\"0 0 24 24\" width=24 height=24 aria-hidden=true focusable=false fill=none stroke=currentColor \
             stroke-width=2><path d=\"M{hue} 4.5v9.{stock}l-{price} 3h{stock}z\" stroke-linecap=\"round\" \
             strokeLinejoin=\"round\"/></svg>\n"
        ));
    }
    draft.put(&format!(
        "<form action=/basket method=POST data-remote novalidate><input type=hidden name=item value={number}>\
         <input TYPE=number NAME=count VALUE=1 min=1 max={stock} step=1 required aria-describedby=\"stock-{number}\">\
         <button type=submit class='button button--primary' disabled data-confirm=\"Add the {slug} to the basket?\">Add</button>\
         </form>\n</article>\n"
    ));
}
