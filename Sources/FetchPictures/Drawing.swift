/// A picture being drawn, as SVG on paper of its own: it reads on a light page and on a dark one, in either scheme.
struct Drawing {
    /// Where a text stands to its point.
    enum Anchor: String {
        case start, middle, end
    }

    let width: Int
    var height: Int
    private let title: String
    private var elements: [String] = []

    /// Begins a picture; the title is what is read aloud in place of it.
    init(width: Int, height: Int, title: String) {
        self.width = width
        self.height = height
        self.title = title
    }

    mutating func text(_ text: String, _ x: Int, _ y: Int, _ style: String = "", _ anchor: Anchor = .start) {
        elements.append(
            "<text x='\(x)' y='\(y)' class='\(style)' text-anchor='\(anchor.rawValue)'>\(Self.escaped(text))</text>")
    }

    mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int), _ style: String) {
        elements.append("<line x1='\(start.x)' y1='\(start.y)' x2='\(end.x)' y2='\(end.y)' class='\(style)'/>")
    }

    mutating func dot(_ x: Int, _ y: Int, _ style: String) {
        elements.append("<circle cx='\(x)' cy='\(y)' r='4.5' class='\(style)'/>")
    }

    /// A diamond, told from a dot without colour.
    mutating func diamond(_ x: Int, _ y: Int, _ style: String) {
        elements.append("<path d='M\(x) \(y - 5)l5 5l-5 5l-5 -5z' class='\(style)'/>")
    }

    mutating func square(_ x: Int, _ y: Int, _ size: Int, _ style: String) {
        elements.append("<rect x='\(x)' y='\(y)' width='\(size)' height='\(size)' rx='2' class='\(style)'/>")
    }

    /// The whole file.
    var svg: String {
        """
        <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 \(width) \(height)' width='\(width)' height='\(height)' \
        role='img'>
        <title>\(Self.escaped(title))</title>
        <style>\(Self.sheet)</style>
        <rect width='\(width)' height='\(height)' rx='8' class='paper'/>
        \(elements.joined(separator: "\n"))
        </svg>

        """
    }

    private static let sheet = """

        text { font: 13px system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; fill: #1c1f23; }
        .paper { fill: #fbfbfa; } .head { font-weight: 600; }
        .quiet { fill: #5c646e; font-size: 11px; paint-order: stroke; stroke: #fbfbfa; stroke-width: 3px; }
        .grid { stroke: #dcdfe3; } .one { stroke: #5c646e; stroke-dasharray: 3 3; }
        .curl, .match { fill: #14693a; } .urlsession { fill: #a05a00; }
        .divergence { fill: #fbf0d6; stroke: #a05a00; stroke-width: 1.5; }
        .crashed { fill: #6f2a9a; } .none { fill: #dcdfe3; }
        .unexpected { fill: #d01018; stroke: #1c1f23; stroke-width: 2; }
        @media (prefers-color-scheme: dark) {
          text { fill: #e7e9ec; } .paper { fill: #15181b; } .quiet { fill: #9aa4af; stroke: #15181b; }
          .grid { stroke: #30363d; } .one { stroke: #9aa4af; }
          .curl, .match { fill: #7fd6a2; } .urlsession { fill: #f0c674; }
          .divergence { fill: #362a10; stroke: #f0c674; }
          .crashed { fill: #d5a6f2; } .unexpected { fill: #ff6a6a; stroke: #e7e9ec; } .none { fill: #30363d; }
        }

        """

    /// Text that XML reads as text.
    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: String(character)
            }
        }.joined()
    }
}
