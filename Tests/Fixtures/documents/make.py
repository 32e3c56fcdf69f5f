"""Writes the documents of this folder: one short play, "The Lamp", in each form that cue-import-document reads.

    python3 make.py

What it writes is the same each time.
"""
import pathlib
import re
import zipfile

HERE = pathlib.Path(__file__).parent
TITLE = "The Lamp"
# (kind, text); a speech is a character's name, perhaps a parenthetical, and a dialogue. Its author struck out what is between ~.
PLAY = [
    ("scene", "INT. LIGHTHOUSE – NIGHT"),
    ("action", "A storm. IDA trims the lamp. OSKAR comes in, wet."),
    ("character", "IDA"), ("dialogue", "You walked here in this?"),
    ("character", "OSKAR"), ("parenthetical", "(out of breath)"), ("dialogue", "The boat is gone, Ida."),
    ("character", "IDA"), ("dialogue", "Gone ~away and ~where?"),
    ("character", "OSKAR"), ("dialogue", "If I knew, I would say “there”."),
    ("character", "IDA"), ("parenthetical", "(to the lamp)"), ("dialogue", "Did you hear him? He loses boats like gloves."),
    ("character", "OSKAR"), ("dialogue", "One boat. And one glove."),
    ("action", "He shows his bare hand."),
    ("character", "IDA"), ("dialogue", "Sit down. There is coffee, and it is older than both of us."),
    ("scene", "EXT. GALLERY – LATER"),
    ("action", "The light turns above them."),
    ("character", "OSKAR"), ("dialogue", "Does it ever go out?"),
    ("character", "IDA"), ("dialogue", "Once. In the year my father slept."),
    ("character", "OSKAR"), ("dialogue", "And the ships?"),
    ("character", "IDA"), ("parenthetical", "(after a pause)"), ("dialogue", "They learned our names."),
    ("character", "OSKAR"), ("dialogue", "Then I shall stay awake, naïve as I am."),
]
STYLES = {"scene": "Scene Heading", "action": "Action", "character": "Character", "parenthetical": "Parenthetical",
          "dialogue": "Dialogue"}
INDENTS = {"scene": 0, "action": 0, "character": 158, "parenthetical": 108, "dialogue": 72}
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
XML = '<?xml version="1.0" encoding="UTF-8"?>\n'


def write_zip(name, files):
    with zipfile.ZipFile(HERE / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in files.items():
            stored = zipfile.ZIP_STORED if path == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(path), text, stored)


def struck(text, begin, end):
    return re.sub("~(.*?)~", lambda found: begin + found[1] + end, text)


def speeches():
    """(who, how, what), where a line that nobody says has no who."""
    who = how = None
    for kind, text in PLAY:
        if kind == "character":
            who, how = text, None
        elif kind == "parenthetical":
            how = text
        else:
            yield (who, how, text) if kind == "dialogue" else (None, None, text)


# Word

def run(text, properties=""):
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def runs(text):
    return "".join(run(part, "<w:strike/>" if number % 2 else "") for number, part in enumerate(text.split("~")) if part)


def paragraph(content, properties=""):
    return f"<w:p><w:pPr>{properties}</w:pPr>{content if '<' in content else runs(content)}</w:p>"


def style(identifier, name, properties="", parent="Normal", run_properties=""):
    return (f'<w:style w:type="paragraph" w:styleId="{identifier}"><w:name w:val="{name}"/><w:basedOn w:val="{parent}"/>'
            f"<w:pPr>{properties}</w:pPr><w:rPr>{run_properties}</w:rPr></w:style>")


def indent(points):
    return f'<w:ind w:left="{points * 20}"/>'


def docx(name, body):
    styles = "".join(
        [f'<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>']
        + [style(f"P{number}", STYLES[kind], indent(INDENTS[kind]), run_properties="<w:caps/>" if kind == "scene" else "")
           for number, kind in enumerate(STYLES)])
    package = "http://schemas.openxmlformats.org/package/2006"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    write_zip(name, {
        "[Content_Types].xml": f'{XML}<Types xmlns="{package}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType='
        '"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
        "_rels/.rels": f'{XML}<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="r1" Type="{office}/officeDocument" Target="word/document.xml"/></Relationships>',
        "docProps/core.xml": f'{XML}<c:coreProperties xmlns:c="{package}/metadata/core-properties" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{TITLE}</dc:title></c:coreProperties>',
        "word/styles.xml": f"{XML}<w:styles {W}>{styles}</w:styles>",
        "word/document.xml": f"{XML}<w:document {W}><w:body>{body}</w:body></w:document>",
    })


def word_documents():
    numbers = {kind: number for number, kind in enumerate(STYLES)}
    docx("styles.docx", "".join(paragraph(text, f'<w:pStyle w:val="P{numbers[kind]}"/>') for kind, text in PLAY))
    docx("indents.docx", "".join(paragraph(text, indent(INDENTS[kind])) for kind, text in PLAY))
    tabs = {"scene": 0, "action": 0, "character": 3, "parenthetical": 2, "dialogue": 1}
    docx("tabs.docx", "".join(paragraph("<w:r>" + "<w:tab/>" * tabs[kind] + "</w:r>" + runs(text)) for kind, text in PLAY))
    docx("colons.docx", "".join(map(colon_paragraph, enumerate(speeches()))))
    rows = "".join("<w:tr>" + "".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in (who or "", f"{how} {what}" if how else what))
                   + "</w:tr>" for who, how, what in speeches())
    docx("table.docx", f"<w:tbl>{rows}</w:tbl>")


def colon_paragraph(numbered):
    """`IDA: …` with what an author's revisions leave behind: a deletion, an insertion, a comment, a footnote, words in pieces."""
    number, (who, how, what) = numbered
    words = run(f"{how} ", "<w:i/>") if how else ""
    words += run(what[:4]) + runs(what[4:])
    if number == 2:
        words = ('<w:commentRangeStart w:id="0"/>' + words + '<w:commentRangeEnd w:id="0"/>'
                 '<w:r><w:commentReference w:id="0"/></w:r><w:del w:id="1" w:author="A"><w:r><w:delText> Fool.</w:delText></w:r></w:del>')
    if number == 3:
        words += '<w:r><w:footnoteReference w:id="2"/></w:r>' + f'<w:ins w:id="3" w:author="A">{run(" Gone.")}</w:ins>'
    if not who:
        return paragraph(words, '<w:jc w:val="center"/>')
    return paragraph(run(who[:2], "<w:b/>") + run(who[2:], "<w:b/>") + run(": ") + words)


# The others

def opendocument():
    names = {kind: name.replace(" ", "_20_") for kind, name in STYLES.items()}
    spaces = " ".join(f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{long}:1.0"' for short, long in (
        ("office", "office"), ("style", "style"), ("text", "text"), ("meta", "meta"), ("fo", "xsl-fo-compatible")))
    styles = "".join(f'<style:style style:name="{names[kind]}" style:display-name="{STYLES[kind]}" style:family="paragraph">'
                     f'<style:paragraph-properties fo:margin-left="{INDENTS[kind] / 72:.3f}in"/></style:style>' for kind in STYLES)
    # As LibreOffice does it, a paragraph formatted by hand has an automatic style.
    automatic = (f'<style:style style:name="P1" style:family="paragraph" style:parent-style-name="{names["action"]}">'
                 '<style:paragraph-properties fo:text-align="center"/><style:text-properties fo:font-style="italic"/></style:style>')
    automatic += ('<style:style style:name="T1" style:family="text"><style:text-properties style:text-line-through-style="solid"/>'
                  "</style:style>")
    body = "".join(f'<text:p text:style-name="{"P1" if kind == "action" else names[kind]}">'
                   + struck(text, '<text:span text:style-name="T1">', "</text:span>") + "</text:p>" for kind, text in PLAY)
    write_zip("styles.odt", {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "meta.xml": f'{XML}<office:document-meta {spaces} xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta>'
        f"<dc:title>{TITLE}</dc:title></office:meta></office:document-meta>",
        "styles.xml": f"{XML}<office:document-styles {spaces}><office:styles>{styles}</office:styles></office:document-styles>",
        "content.xml": f"{XML}<office:document-content {spaces}><office:automatic-styles>{automatic}</office:automatic-styles>"
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>",
        "META-INF/manifest.xml": f'{XML}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
    })


def rich_text():
    def coded(text):
        return "".join(sign if ord(sign) < 128 else f"\\'{ord(sign):02x}" if ord(sign) < 256 else f"\\u{ord(sign)}?" for sign in text)
    numbers = {kind: number for number, kind in enumerate(STYLES, 1)}
    sheet = "".join(f"{{\\s{numbers[kind]}\\li{INDENTS[kind] * 20} {STYLES[kind]};}}" for kind in STYLES)
    body = "".join(f"\\pard\\plain\\s{numbers[kind]}\\li{INDENTS[kind] * 20} " + struck(coded(text), "{\\strike ", "}") + "\\par\n" for kind, text in PLAY)
    (HERE / "styles.rtf").write_text(
        "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fmodern\\fcharset0 Courier New;}}\n"
        f"{{\\stylesheet{{\\s0 Normal;}}{sheet}}}\n{{\\info{{\\title {TITLE}}}}}\n{body}}}\n", "ascii")


def celtx():
    classes = {"scene": "sceneheading", "action": "action", "character": "character", "parenthetical": "parenthetical",
               "dialogue": "dialog"}
    body = "".join(f'<p class="{classes[kind]}">{struck(text, "<s>", "</s>")}<br></p>\n' for kind, text in PLAY)
    write_zip("script.celtx", {
        "project.rdf": f'{XML}<RDF:RDF xmlns:RDF="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>',
        "script-Aa1.html": f'<!DOCTYPE HTML>\n<html><head><meta charset="utf-8"><title>{TITLE}</title></head><body>\n{body}</body></html>\n',
    })


def play_in_html():
    lines = [f"<p><b>{who}.</b> {f'<i>{how}</i> ' if how else ''}{struck(what, '<del>', '</del>')}</p>" if who else f'<p class="direction"><em>{what}</em></p>'
             for who, how, what in speeches()]
    return "\n".join(lines)


def exported_page():
    """A page as Google Docs exports it: classes say what looks how."""
    css = ("@import url(https://example.org/a.css);ol{margin:0}.c0{max-width:468pt;padding:72pt}.c1{text-align:center}"
           ".c2{font-weight:700}.c3,p.c9{margin-left:36pt}.c4{font-style:italic}.c5{text-decoration:line-through}"
           ".c6{display:none}@media print{.c3{display:none}}")
    classes = {"scene": "c2", "action": "c4", "character": "c2", "parenthetical": "c4", "dialogue": ""}
    places = {"character": "c1", "dialogue": "c3", "parenthetical": "c1"}
    body = "".join(f'<p class="{places.get(kind, "")}"><span class="{classes[kind]}">'
                   + struck(text, '</span><span class="c5">', "</span><span>") + "</span></p>" for kind, text in PLAY)
    return (f'<html><head><meta content="text/html; charset=UTF-8" http-equiv="content-type"><title>{TITLE}</title><style type="text/css">'
            f'{css}</style></head><body class="c0 doc-content">{body}<p class="c6">NOBODY: I am hidden.</p></body></html>\n')


CHAPTERS = [
    ("The Boat", "<p>Ida trimmed the lamp. The storm had come at six, as storms do.</p>\n<p>“You walked here in this?” she asked.</p>\n"
     "<p>“The boat is gone,” said Oskar, “and I am <em>nearly</em> gone with it.”</p>"),
    ("The Light", "<p>Later they stood on the gallery.</p>\n<p>“Does it ever go out?”</p>\n<p>“Once,” Ida said. “In the year my father "
     "slept.”</p>\n<hr/>\n<p>Nobody slept after that.</p>"),
]


def xhtml(title, body):
    return (f'{XML}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>{title}</title></head>'
            f"<body>{body}</body></html>")


def book(name, chapters):
    files = {f"page{number}.xhtml": (title, body) for number, (title, body) in enumerate(chapters, 1)}
    # Three pages about rights, each marked in another way: the guide, the landmarks, the page itself.
    for number in range(1, 4):
        body = "<p>All rights reserved.</p>"
        files[f"rights{number}.xhtml"] = ("Rights", f'<section epub:type="copyright-page">{body}</section>' if number == 3 else body)
    links = "".join(f'<li><a href="{file}">{title}</a></li>' for file, (title, _) in files.items())
    items = "".join(f'<item id="{file}" href="{file}" media-type="application/xhtml+xml"/>' for file in files)
    write_zip(name, {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": f'{XML}<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
        '<rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        "OPS/book.opf": f'{XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{TITLE}</dc:title></metadata><manifest>'
        f'<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>{items}</manifest>'
        f'<spine><itemref idref="nav"/>{"".join(f"""<itemref idref="{file}"/>""" for file in files)}</spine>'
        '<guide><reference type="copyright-page" href="rights1.xhtml"/></guide></package>',
        "OPS/nav.xhtml": xhtml("Contents", f'<nav epub:type="toc"><ol>{links}</ol></nav><nav epub:type="landmarks"><ol><li>'
                               '<a epub:type="copyright-page" href="rights2.xhtml">Rights</a></li></ol></nav>'),
        **{f"OPS/{file}": xhtml(title, (f"<h1>{title}</h1>\n" if file.startswith("page") else "") + body) for file, (title, body) in files.items()},
    })


word_documents()
opendocument()
rich_text()
celtx()
book("novel.epub", CHAPTERS)
book("play.epub", [("Act One", play_in_html())])
(HERE / "play.html").write_text(
    f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{TITLE}</title></head>\n<body>\n<h1>{TITLE}</h1>\n{play_in_html()}\n'
    "</body></html>\n", "utf-8")
(HERE / "exported.html").write_text(exported_page(), "utf-8")
