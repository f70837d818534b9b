import TestTurns
import Testing

@testable import FetchComparison

@Suite(.inTurn) struct MarkupTests {
    @Test func `Text and attributes are escaped`() {
        let markup = Markup.element("p", ["title": #"a"b'c<d>&"#], text: #"<script>"&'</script>"#)
        #expect(
            markup.source
                == "<p title=\"a&quot;b&#39;c&lt;d&gt;&amp;\">&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;</p>")
    }

    @Test(arguments: ["\u{0}", "\u{1B}", "\u{7F}", "\u{9B}", "\u{FFFE}", "\u{202E}", "\u{2066}", "\r"])
    func `What XML cannot hold, and what turns a line around, is replaced`(character: String) {
        #expect(Markup.text("a\(character)b").source == "a\u{FFFD}b")
    }

    @Test func `Only an element that never has content has no end tag`() {
        #expect(Markup.element("input", ["id": "x"]).source == "<input id=\"x\"/>")
        #expect(Markup.element("td").source == "<td></td>")
    }
}
