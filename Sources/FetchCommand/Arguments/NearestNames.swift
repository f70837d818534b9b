/// The names that a mistyped one may have meant.
struct NearestNames {
    /// At most three, the likeliest first; empty where nothing is like it.
    let names: [String]

    init(to name: String, among candidates: [String]) {
        let found = candidates.map { (name: $0, distance: Self.distance(from: name, to: $0)) }
            // A part of a name is likely meant for it; else at most a third may be wrong.
            .filter { $0.name.contains(name) || $0.distance <= max(2, name.count / 3) }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
        names = found.prefix(3).map(\.name)
    }

    /// How many characters must be put in, taken out or replaced (Levenshtein).
    static func distance(from first: String, to second: String) -> Int {
        let second = Array(second)
        var row = Array(0...second.count)
        for (line, character) in first.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in second.indices {
                let replaced = diagonal + (second[column] == character ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[second.count]
    }
}
