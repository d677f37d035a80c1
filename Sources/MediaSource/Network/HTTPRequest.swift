internal import GStreamer
internal import CGStreamer
internal import CReel
import Foundation

/// A request to a web server, with GStreamer's HTTP source.
///
///     souphttpsrc ─▷ free pad ─▶ bytes
struct HTTPRequest: Sendable {
  var url: URL
  /// The requested bytes; nil for all.
  var range: Range<Int64>?
  /// The number of seconds without data after which the server times out.
  var timeout: Int
  /// Polled often; a cancelled request ends soon.
  var isCancelled: @Sendable () -> Bool = { false }

  /// A server's response, without the bytes.
  struct Response: Sendable {
    /// The status; 0 if the source does not report it.
    var status = 0
    /// The headers, with lower-case names.
    var headers: [String: String] = [:]
    /// The size of the whole file; nil if not stated.
    var totalSize: Int64? {
      if let range = headers["content-range"], let total = range.split(separator: "/").last { return Int64(total) }
      return status == 206 ? nil : headers["content-length"].flatMap { Int64($0) }
    }
    /// The identifier of the file's version; nil if not stated (RFC 9110, clause 8.8).
    var validator: String? { headers["etag"] ?? headers["last-modified"] }
    /// The content type without parameters, in lower case.
    var contentType: String? {
      headers["content-type"]?.split(separator: ";").first.map {
        $0.trimmingCharacters(in: .whitespaces).lowercased()
      }
    }
  }

  /// Performs the request, and passes bytes on as they arrive. Blocks: never call it on the cooperative pool.
  ///
  /// - Parameter receive: Receives bytes on a GStreamer thread; returns false to stop. While it waits, nothing is read of
  ///   the connection, and no time limit runs.
  /// - Throws: `MediaFileError` of the server or the network; `CancellationError`.
  func perform(_ receive: @escaping @Sendable (Response, UnsafeRawBufferPointer) -> Bool) throws -> Response {
    // The library of the source takes such a URL for an error of the program.
    guard url.host?.isEmpty == false else { throw MediaFileError(.noHost, url: url) }
    let pipeline = try Pipeline()
    let exchange = Exchange(receive)
    defer {
      exchange.stop()
      pipeline.closeBlocking()
    }
    let element = try Element.make("souphttpsrc")
    try configure(element)
    try pipeline.add(element)
    let pad = Pad.collecting { exchange.receive($0) }
    pad.setActive(true)
    try element.pad("src").link(to: pad)
    try pipeline.setStateBlocking(.ready)
    if let range {
      // Stored until the source starts: it becomes the request's range.
      gst_element_send_event(
        element.element,
        gst_event_new_seek(
          1, GST_FORMAT_BYTES, GstSeekFlags(rawValue: 0), GST_SEEK_TYPE_SET, gint64(range.lowerBound),
          GST_SEEK_TYPE_SET, gint64(range.upperBound)))
    }
    do { try pipeline.setStateBlocking(.playing) } catch { /* The bus says why. */  }
    return try wait(for: pipeline.bus.pointer(as: GstBus.self), exchange)
  }

  private func configure(_ element: Element) throws {
    try element.set("location", to: url.absoluteString)
    try element.set("timeout", to: "\(timeout)")
    try element.set("retries", to: "0")
    try element.set("iradio-mode", to: "false")
    try element.set("user-agent", to: "Reel")
    // The block size of basesrc; a page is too small.
    try element.set("blocksize", to: "65536")
  }

  private func wait(for bus: UnsafeMutablePointer<GstBus>, _ exchange: Exchange) throws -> Response {
    let deadline = DispatchTime.now() + .seconds(timeout + 5)
    var (limit, progress) = (deadline, 0)
    while true {
      if isCancelled() { throw CancellationError() }
      let response = exchange.wait(milliseconds: 50)
      // The end of the stream follows an error, as it follows success.
      if let message = gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR) {
        defer { gst_message_unref(message) }
        throw problem(message, exchange)
      }
      if let response { return response }
      // The source has a timeout of its own, which some of its waits ignore.
      if exchange.isHeld || exchange.progress != progress {
        (limit, progress) = (DispatchTime.now() + .seconds(timeout + 5), exchange.progress)
      }
      if DispatchTime.now() > limit { throw MediaFileError(.timeout(seconds: timeout), url: url) }
    }
  }

  private func problem(_ message: UnsafeMutablePointer<GstMessage>, _ exchange: Exchange) -> MediaFileError {
    var error: UnsafeMutablePointer<GError>?
    var debug: UnsafeMutablePointer<gchar>?
    gst_message_parse_error(message, &error, &debug)
    let isStreamError = error?.pointee.domain == gst_stream_error_quark()
    let text = takeText(&error) ?? "no reason given"
    g_free(debug)
    var details: UnsafePointer<GstStructure>?
    gst_message_parse_error_details(message, &details)
    var status: guint = 0
    if let details, gst_structure_get_uint(details, "http-status-code", &status) != 0, status >= 100 {
      return MediaFileError(.status(Int(status)), url: url)
    }
    // The source's own timeout has passed.
    if exchange.isIdle(for: timeout) { return MediaFileError(.timeout(seconds: timeout), url: url) }
    // A source whose connection broke has no other information.
    if exchange.progress > 0 { return MediaFileError(.cutOff, url: url) }
    // GStreamer's source does not report why no server answers.
    guard let reason = NetworkDiagnosis.problem(url) else {
      // The server is reachable, but did not respond.
      return MediaFileError(isStreamError ? .cutOff : .unreachable(text), url: url)
    }
    return MediaFileError(.unreachable(reason), url: url)
  }
}

/// The bytes and the state of a response, between the thread that reads it and the one that waits.
private final class Exchange: Sendable {
  private struct State {
    var response = HTTPRequest.Response()
    var isDone = false
    /// True while the receiver has not returned.
    var isHeld = false
    var progress = 0
    var lastArrival = ContinuousClock.now
  }

  private let state = ConditionLock(State())
  private let body: @Sendable (HTTPRequest.Response, UnsafeRawBufferPointer) -> Bool

  init(_ body: @escaping @Sendable (HTTPRequest.Response, UnsafeRawBufferPointer) -> Bool) { self.body = body }

  var progress: Int { state.withLock { $0.progress } }

  /// True while the receiver holds up the connection.
  var isHeld: Bool { state.withLock { $0.isHeld } }

  /// Returns true if nothing has arrived for about so many seconds.
  func isIdle(for seconds: Int) -> Bool {
    state.withLock { ContinuousClock.now - $0.lastArrival > .seconds(Double(seconds) * 0.9) }
  }

  func receive(_ arrival: Pad.Arrival) -> Flow {
    switch arrival {
    case .event(let event):
      if let response = event.httpHeaders { state.withLock { $0.response = response } }
      if case .endOfStream = event.content { stop() }
      return .ok
    case .buffer(let buffer):
      let (response, isDone) = state.withLock { state in
        state.isHeld = !state.isDone
        return (state.response, state.isDone)
      }
      guard !isDone else { return .flushing }
      let wantsMore = (try? buffer.withUnsafeBytes { body(response, $0) }) ?? false
      state.withLock { state in
        state.isHeld = false
        state.progress += 1
        state.lastArrival = .now
      }
      if wantsMore { return .ok }
      stop()
      return .endOfStream
    }
  }

  func stop() { state.withLock { $0.isDone = true } }

  /// Returns the response when all requested bytes have arrived; nil if that takes longer.
  func wait(milliseconds: Int) -> HTTPRequest.Response? {
    state.wait(milliseconds: milliseconds) { $0.isDone ? $0.response : nil }
  }
}

extension Event {
  /// The response in an event of an HTTP source; nil for other events.
  fileprivate var httpHeaders: HTTPRequest.Response? {
    guard let structure, structure.name == "http-headers" else { return nil }
    var response = HTTPRequest.Response()
    response.status = structure["http-status-code"]?.int ?? 0
    guard case .structure(let headers)? = structure["response-headers"] else { return response }
    for (name, value) in headers.fields {
      if let text = value.string { response.headers[name.lowercased()] = text }
    }
    return response
  }
}
