import Foundation

/// Why a file or URL could not be opened, where its contents are not at fault.
package struct MediaFileError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// There is no way to read URLs of this kind.
    case unsupportedScheme(String)
    /// The URL names no server.
    case noHost
    /// The URL makes no sense.
    case malformedURL
    /// The server answered with an error, such as 404.
    case status(Int)
    /// Nothing came for so long.
    case timeout(seconds: Int)
    /// There is no server, or no way to it.
    case unreachable(String)
    /// The server broke off in the middle.
    case cutOff
    /// The server has other bytes now than before.
    case changed
    /// The server only sends everything at once, and that is too much.
    case noRanges
    /// It is something else than media, of this content type.
    case contentType(String)
    /// It has samples that nobody here can count.
    case uncounted(String)
  }

  package var reason: Reason
  package var url: URL?

  package init(_ reason: Reason, url: URL? = nil) { (self.reason, self.url) = (reason, url) }
}

extension MediaFileError: CustomStringConvertible {
  /// One line, without a full stop.
  package var description: String {
    let place = url.map { " (\($0.absoluteString))" } ?? ""
    return message + place
  }

  /// The same without the URL.
  package var message: String {
    switch reason {
    case .unsupportedScheme(""): "the URL has no scheme"
    case .unsupportedScheme(let scheme): "nothing here reads URLs with the scheme '\(scheme)'"
    case .noHost: "the URL names no server"
    case .malformedURL: "the URL makes no sense"
    case .status(let status):
      "the server answered \(status)" + (Self.words[status].map { " \($0)" } ?? "")
    case .timeout(let seconds): "the server gave nothing for \(seconds) s"
    case .unreachable(let reason): reason
    case .cutOff: "the server broke off in the middle"
    case .changed: "the server has other bytes now than before"
    case .noRanges: "the server sends no ranges, and everything at once is too much"
    case .contentType(let type): "the server sends '\(type)', which is no media"
    case .uncounted(let format): "samples of '\(format)' are not counted here"
    }
  }

  private static let words = [
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 407: "Proxy Authentication Required", 408: "Request Timeout", 410: "Gone",
    416: "Range Not Satisfiable", 429: "Too Many Requests", 451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout",
  ]
}
