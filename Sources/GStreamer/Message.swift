package import CGStreamer
internal import CReel
import Foundation

/// A message from an element or the pipeline.
package enum Message: Sendable {
  /// An error; the pipeline may not continue.
  case error(Report)
  case warning(Report)
  case info(Report)
  /// Every sink has received the end of its stream.
  case eos
  /// Every sink has data again: a state change or a seek is complete.
  case asyncDone
  /// Every sink has received the start of a stream.
  case streamStart
  /// The pipeline's own state; those of its elements are left out.
  case stateChanged(from: State, to: State, pending: State?)
  /// The latency changed and should be queried again: ``Bin/recalculateLatency()``.
  case latency(source: Source)
  /// The clock is unusable: pause, and play again.
  case clockLost
  case durationChanged(source: Source)
  /// The fill level of the buffers, 0 to 100.
  case buffering(source: Source, percent: Int)
  case tags(source: Source, Tags)
  /// A message of one kind of element: `level`, `GstBinForwarded`.
  case element(source: Source, Structure)

  /// The sender of a message.
  package struct Source: Equatable, Sendable {
    /// The element's name in its bin.
    package var name: String
    /// All names from the outermost bin down: `/GstPipeline:p/GstBin:b/GstIdentity:i`.
    package var path: String
    /// The name of the element's factory, or of its C type.
    package var kind: String
  }

  /// An error, a warning or an info.
  package struct Report: Error {
    package var source: Source
    /// The family of the code: `gst-stream-error-quark`, `gst-resource-error-quark`.
    package var domain: String
    package var code: Int
    /// A sentence for people.
    package var text: String
    /// File, line and detail for programmers.
    package var debug: String?
    /// The error thrown by a Swift closure.
    package var cause: (any Error)?
  }

  /// The kinds of messages that a bus can deliver.
  package struct Kinds: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let error = Kinds(rawValue: 1 << 0)
    static let warning = Kinds(rawValue: 1 << 1)
    package static let info = Kinds(rawValue: 1 << 2)
    package static let eos = Kinds(rawValue: 1 << 3)
    static let asyncDone = Kinds(rawValue: 1 << 4)
    package static let streamStart = Kinds(rawValue: 1 << 5)
    package static let stateChanged = Kinds(rawValue: 1 << 6)
    package static let latency = Kinds(rawValue: 1 << 7)
    static let clockLost = Kinds(rawValue: 1 << 8)
    static let durationChanged = Kinds(rawValue: 1 << 9)
    package static let buffering = Kinds(rawValue: 1 << 10)
    package static let tags = Kinds(rawValue: 1 << 11)
    package static let element = Kinds(rawValue: 1 << 12)

    /// The messages needed to run a pipeline: no infos, tags or messages of single elements.
    package static let running: Kinds = [
      .error, .warning, .eos, .asyncDone, .streamStart, .stateChanged, .latency, .clockLost, .durationChanged,
    ]
    package static let all: Kinds = [.running, .info, .buffering, .tags, .element]
  }
}

extension Message {
  /// Returns the message's kind, empty for kinds without a case.
  package static func kind(of message: UnsafePointer<GstMessage>) -> Kinds {
    switch message.pointee.type {
    case GST_MESSAGE_ERROR: .error
    case GST_MESSAGE_WARNING: .warning
    case GST_MESSAGE_INFO: .info
    case GST_MESSAGE_EOS: .eos
    case GST_MESSAGE_ASYNC_DONE: .asyncDone
    case GST_MESSAGE_STREAM_START: .streamStart
    case GST_MESSAGE_STATE_CHANGED: .stateChanged
    case GST_MESSAGE_LATENCY: .latency
    case GST_MESSAGE_CLOCK_LOST: .clockLost
    case GST_MESSAGE_DURATION_CHANGED: .durationChanged
    case GST_MESSAGE_BUFFERING: .buffering
    case GST_MESSAGE_TAG: .tags
    case GST_MESSAGE_ELEMENT: .element
    default: []
    }
  }

  /// Reads a message without taking it over; `nil` for kinds without a case.
  package init?(_ message: UnsafeMutablePointer<GstMessage>) {
    switch message.pointee.type {
    case GST_MESSAGE_ERROR: self = .error(Report(message, gst_message_parse_error))
    case GST_MESSAGE_WARNING: self = .warning(Report(message, gst_message_parse_warning))
    case GST_MESSAGE_INFO: self = .info(Report(message, gst_message_parse_info))
    case GST_MESSAGE_EOS: self = .eos
    case GST_MESSAGE_ASYNC_DONE: self = .asyncDone
    case GST_MESSAGE_STREAM_START: self = .streamStart
    case GST_MESSAGE_STATE_CHANGED:
      var (old, new, pending) = (GST_STATE_NULL, GST_STATE_NULL, GST_STATE_NULL)
      gst_message_parse_state_changed(message, &old, &new, &pending)
      self = .stateChanged(
        from: State(old), to: State(new), pending: pending == GST_STATE_VOID_PENDING ? nil : State(pending))
    case GST_MESSAGE_LATENCY: self = .latency(source: Source(message))
    case GST_MESSAGE_CLOCK_LOST: self = .clockLost
    case GST_MESSAGE_DURATION_CHANGED: self = .durationChanged(source: Source(message))
    case GST_MESSAGE_BUFFERING:
      var percent: gint = 0
      gst_message_parse_buffering(message, &percent)
      self = .buffering(source: Source(message), percent: Int(percent))
    case GST_MESSAGE_TAG:
      var list: UnsafeMutablePointer<GstTagList>?
      gst_message_parse_tag(message, &list)
      guard let list else { return nil }
      self = .tags(source: Source(message), Tags(adopting: list))
    case GST_MESSAGE_ELEMENT:
      guard let structure = gst_message_get_structure(message) else { return nil }
      self = .element(source: Source(message), Structure(copying: structure))
    default: return nil
    }
  }
}

extension Message.Source {
  package init(_ message: UnsafePointer<GstMessage>) {
    guard let object = message.pointee.src else {
      self.init(name: "", path: "", kind: "")
      return
    }
    let source = Object(retaining: object)
    self.init(
      name: source.name, path: source.path,
      kind: creel_is_a(object, gst_element_get_type()) != 0 ? Element(retaining: object).label : source.typeName)
  }
}

extension Message.Report: CustomStringConvertible {
  package var description: String { "GStreamer \(source.kind): \"\(text)\" (\(domain) \(code))" }
}

extension Message.Report {
  typealias Parse = (
    UnsafeMutablePointer<GstMessage>?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?,
    UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?
  ) -> Void

  init(_ message: UnsafeMutablePointer<GstMessage>, _ parse: Parse) {
    var error: UnsafeMutablePointer<GError>?
    var debug: UnsafeMutablePointer<gchar>?
    parse(message, &error, &debug)
    source = Message.Source(message)
    domain = error.flatMap { g_quark_to_string($0.pointee.domain) }.map { String(cString: $0) } ?? ""
    code = error.map { Int($0.pointee.code) } ?? 0
    text = takeText(&error) ?? ""
    self.debug = takeText(debug)
    cause = message.pointee.src.flatMap { ElementInstance.error(thrownBy: $0) }
  }
}
