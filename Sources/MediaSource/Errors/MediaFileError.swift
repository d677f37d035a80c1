import Foundation

/// The reason why a file or URL could not be opened, other than its contents.
package struct MediaFileError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The URL's scheme is not supported.
    case unsupportedScheme(String)
    /// The URL has no host.
    case noHost
    /// The URL is malformed.
    case malformedURL
    /// The server answered with an error, such as 404.
    case status(Int)
    /// The server sent nothing for that long.
    case timeout(seconds: Int)
    /// The server cannot be reached.
    case unreachable(String)
    /// The connection was closed before the end.
    case cutOff
    /// The server's file was changed.
    case changed
    /// The server does not support ranges, and the file is too large to load completely.
    case noRanges
    /// The content type is not of media.
    case contentType(String)
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

  /// The description without the URL.
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
