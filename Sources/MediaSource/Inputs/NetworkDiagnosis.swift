import Foundation

/// Finds out why a connection fails, which GStreamer's HTTP source does not report.
package enum NetworkDiagnosis {
  /// Returns the reason why a URL's server cannot be reached; nil if it can, and for URLs without a server. Blocks for
  /// up to two seconds.
  package static func problem(_ url: URL) -> String? {
    guard let host = url.host else { return nil }
    let port = url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, "\(port)", &hints, &list)
    guard code == 0 else { return "Could not resolve \(host): \(String(cString: gai_strerror(code)))" }
    defer { freeaddrinfo(list) }
    var reason: String?
    var next = list
    while let address = next?.pointee {
      guard let problem = connectionProblem(address) else { return nil }
      reason = reason ?? "Could not connect to \(host), port \(port): \(problem)"
      next = address.ai_next
    }
    return reason
  }

  private static func connectionProblem(_ address: addrinfo) -> String? {
    let descriptor = socket(address.ai_family, address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue), address.ai_protocol)
    guard descriptor >= 0 else { return String(cString: strerror(errno)) }
    defer { close(descriptor) }
    if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return nil }
    guard errno == EINPROGRESS else { return String(cString: strerror(errno)) }
    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard Glibc.poll(&poll, 1, 2000) > 0 else { return "no answer for 2 s" }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
    return code == 0 ? nil : String(cString: strerror(code))
  }
}
