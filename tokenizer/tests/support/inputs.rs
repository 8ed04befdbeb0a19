//! Inputs for several tests.

/// Inputs in which most things happen that a tokenizer knows.
pub(crate) const INPUTS: &[&str] = &[
    "<!DOCTYPE html><html lang=en><head><title>a &amp; b</title></head><body>c</body></html>",
    "<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\" 'http://www.w3.org/TR/html4/strict.dtd'>\r\n<P>",
    "<a b c=d e='f' g=\"h\" i='' j=\"\" k= l /><br/><img src=x/>",
    "<A HREF=\"?a=1&b=2&amp;c=3&notit;&not=\" Title='&lt;&#x41;&#0;&#128;'>x</A>",
    "line\r\nline\rline\nline\r\r\n\n<p\r\na\r\n=\r\n\"v\r\n\rw\"\r\n>\r",
    "a < b && c > d &#x; &# &#xD800; &#1114112; &unknown; &amp &ampx &NotEqualTilde;",
    "<!-- a --><!----><!--><!---><!-- -- --!><!-- <!-- --><!x><!><!-- \r\n \u{0}",
    "</></ p></p a=b /><?php echo 1 ?><?x?><? y><?xml version='1.0'?>\u{0}",
    "<script>if (a < b) '<!-- <script> </script> --> </scr' </script ><style>&amp;</style\r\n>x",
    "<textarea>\r\n&lt;</textare></TEXTAREA><title></title/>x<plaintext></plaintext>\r\n",
    "<![CDATA[x]]><svg><![CDATA[a]]b]]>c]]></svg>",
    "é中😀\u{7F}\u{FDD0}\u{1FFFF}<é a😀='中\u{80}'>\u{FEFF}",
    "<a a=1 a=2 A=3 b=4 b><p \u{0}=\u{0} \"'<=\"'<\">\u{0}",
    "<div",
    "<div a",
    "<div a=\"b",
    "<!DOCTYPE",
    "<!DOCTYPE html SYSTEM 'x' y",
    "&",
    "&am",
    "</",
    "]]>]",
    "<script><!--<script></",
];
