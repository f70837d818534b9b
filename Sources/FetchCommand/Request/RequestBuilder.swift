internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Turns arguments into a request with curl's defaults. Whether it may be sent is for the library's rules to say.
enum RequestBuilder {
    /// The request, or `nil` where the text is no URL at all.
    ///
    /// A body makes the method POST and its type a form's, and an upload makes it PUT, unless the arguments say
    /// otherwise. A field given twice is sent once with its values joined by a comma (RFC 9110 section 5.3).
    static func request(for arguments: FetchArguments, body: Data?) -> URLRequest? {
        guard let url = URL(string: absolute(arguments.url)) else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = arguments.method ?? (arguments.upload != nil ? "PUT" : body == nil ? "GET" : "POST")
        request.httpBody = body
        for case .field(let name, let value) in arguments.fields {
            request.addValue(value, forHTTPHeaderField: name)
        }
        for (name, value) in ownFields(for: arguments, hasBody: body != nil)
        where !arguments.fields.contains(where: { $0.isNamed(name) }) {
            request.setValue(value, forHTTPHeaderField: name)
        }
        return request
    }

    /// What is sent unless the arguments say otherwise. For events it is what a browser sends.
    private static func ownFields(for arguments: FetchArguments, hasBody: Bool) -> [(name: String, value: String)] {
        var fields: [(String, String)] = []
        if hasBody { fields.append(("Content-Type", "application/x-www-form-urlencoded")) }
        if arguments.printing == .events {
            fields += [("Accept", "text/event-stream"), ("Cache-Control", "no-cache")]
        }
        return fields
    }

    /// The URL with `http://` before it where it names no scheme.
    static func absolute(_ text: String) -> String {
        namesScheme(text) ? text : "http://" + text
    }

    /// As curl sees it: `localhost:80` is a host and a port, `file:` needs no slashes.
    private static func namesScheme(_ text: String) -> Bool {
        if text.lowercased().hasPrefix("file:") { return true }
        guard let end = text.firstRange(of: "://") else { return false }
        return text[..<end.lowerBound].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }
}

extension HeaderArgument {
    fileprivate func isNamed(_ other: String) -> Bool {
        switch self {
        case .field(let name, _), .remove(let name): name.lowercased() == other.lowercased()
        }
    }
}
