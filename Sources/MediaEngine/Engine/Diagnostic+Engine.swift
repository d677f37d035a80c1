internal import MediaSource
internal import GStreamer
import CoreMedia
import Foundation
import MediaGraph
import MovieFile

extension Diagnostic {
  /// Creates a diagnostic of an error's effect on the run; a diagnostic stays as it is.
  init(wrapping error: any Error, _ message: String, at range: SourceRange?) {
    if let diagnostic = error as? Diagnostic {
      self = diagnostic
    } else if let error = error as? MediaError {
      self.init(error, at: range)
    } else if let error = error as? GStreamerError {
      self.init(
        message, kind: error.kind, at: range, cause: error.textWithSuggestion,
        underlying: MediaError(error, during: .rendering))
    } else {
      self.init(message, kind: .failure, at: range, underlying: error)
    }
  }

  /// Creates the diagnostic of a file that cannot be written.
  ///
  /// - Parameters:
  ///   - cause: The reason; by default that of `error`.
  ///   - error: The underlying error, which becomes a media error; for one of the operating system, a remedy is added.
  package init(
    writing path: String, _ cause: String? = nil, underlying error: (any Error)? = nil, at range: SourceRange? = nil,
    help: String? = nil
  ) {
    let error = error.map { MediaError($0, during: .writing) }
    self.init(
      "cannot write '\(path)'", kind: .output, at: range,
      cause: cause ?? (error?.underlying as? MovieError)?.message ?? error?.reason, underlying: error,
      help: help ?? (error?.code == .noSpace ? "make room where it is written, or write it elsewhere" : nil))
  }

  /// Returns the error of a time after which a graph stops, in frames of which a source does not say how long they are.
  static func stopCountsFrames(at range: SourceRange?) -> Diagnostic {
    Diagnostic(
      "stop: after must be a time without frames", at: range, label: range == nil ? "" : "counts frames",
      help: "write seconds, such as 2s")
  }

  /// Creates the diagnostic of two nodes that could not be linked.
  init(_ error: GStreamerError, linking source: GraphNode, to sink: GraphNode) {
    if case .notLinked(_, _, .caps(let conflict)) = error {
      self.init(conflict, from: source.name, to: sink)
    } else {
      self.init(
        "'\(sink.name)' cannot take what '\(source.name)' gives", at: sink.range, cause: error.textWithSuggestion,
        underlying: MediaError(error, during: .rendering))
    }
  }

  /// Creates the diagnostic of two nodes whose caps differ: both sides, and the first field that differs.
  init(_ conflict: CapsConflict, from source: String, to sink: GraphNode) {
    self.init(
      "'\(sink.name)' cannot take what '\(source)' gives", at: sink.range,
      notes: [
        "'\(source)' gives \(conflict.sourceCaps.text)", "'\(sink.name)' takes \(conflict.sinkCaps.text)",
        "the first field that differs is '\(conflict.field)': \(conflict.source) against \(conflict.sink)",
      ],
      help: "put a node between them that converts it"
        + (conflict.sourceCaps.first?.name == "video/x-raw"
          ? ", such as { use: gst, with: { element: videoconvert, type: video/raw } }" : ""))
  }

  /// Creates the diagnostic of an element's failure, with the media error as its underlying error.
  ///
  /// - Parameters:
  ///   - writer: The node that writes what the node gives, or the node itself; nil if it ends in no file.
  ///   - hasOpened: True if the node has found the tracks of its file.
  ///   - time: The node's position in the media; invalid if it had no output.
  init(
    _ report: Message.Report, at place: NodePlace?, writer: NodePlace?, hasOpened: Bool, time: CMTime = .invalid
  ) {
    let words = "\(report.cause ?? report)"
    guard let (node, implementation) = place.map({ ($0.node, $0.implementation) }) else {
      self.init(
        "the run failed", kind: .failure, cause: words, underlying: MediaError(report, during: .rendering, time: time))
      return
    }
    let file = implementation.outputFiles.first?.location ?? implementation.inputFiles.first
    let error = MediaError(report, during: implementation.family, path: file?.text, time: time)
    if let problem = report.cause as? Diagnostic {
      // The diagnostic already describes the effect on the run.
      self = problem
      range = range ?? node.range
    } else if !hasOpened, let file,
      implementation is any OpeningNode || implementation is ImageRead && error.code != .failed
    {
      let cause = error.code == .unknownFormat ? error.reason : words
      self.init(
        "cannot read '\(file.text)'", kind: .input, at: node.range(ofArgument: "url"), cause: cause, underlying: error)
    } else if error.family == .writing, let writer, let file = writer.implementation.outputFiles.first?.location {
      // The name in the description: for numbered files it is the pattern. A muxer changes the file of the writer, too.
      let name = if case .text(let url)? = writer.node.arguments["url"] { url } else { file.text }
      self.init(writing: name, underlying: error, at: writer.node.range(ofArgument: "url"))
    } else if let problem = error.underlying as? MediaFileError, case .contentType = problem.reason, let file {
      self.init(cannotRead: file.text, problem, at: node.range(ofArgument: "url"))
    } else {
      self.init(stopping: node, implementation, error, cause: words)
    }
    self.node = node.name
  }

  /// Creates the diagnostic of a node that failed while the graph ran.
  init(stopping node: GraphNode, _ implementation: any ElementNode, _ error: MediaError, cause: String) {
    self.init(
      "\(implementation.family.activity) stopped in '\(node.name)' (\(node.use))",
      kind: error.missingElements.isEmpty ? .failure : .unavailable, at: node.range, cause: cause, underlying: error,
      help: error.help ?? error.installation)
    self.node = node.name
  }
}

extension Diagnostic {
  /// Creates the diagnostic of an element's warning.
  init(warning report: Message.Report, at place: NodePlace?) {
    guard let place else {
      self.init(
        "something went wrong", kind: .failure, cause: "\(report)", underlying: MediaError(report, during: .rendering))
      return
    }
    let family = place.implementation.family
    self.init(
      "\(family.activity) went on after an error in '\(place.node.name)' (\(place.node.use))", kind: .failure,
      at: place.node.range, cause: "\(report)", underlying: MediaError(report, during: family))
    node = place.node.name
  }
}

extension GStreamerError {
  /// The error's text, with suggestions for an unknown name.
  package var textWithSuggestion: String {
    let near: [String] =
      switch self {
      case .noSuchElement(let name, let known): Suggestion.near(to: name, in: known)
      case .noSuchProperty(_, let property, let known): Suggestion.near(to: property, in: known)
      default: []
      }
    guard let last = near.last else { return description }
    let others = near.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    return description + "; did you mean " + (others.isEmpty ? "" : others + " or ") + "'\(last)'?"
  }

  var kind: Diagnostic.Kind {
    switch self {
    case .notStarted, .noSuchElement, .elementNotCreated: .unavailable
    case .noSuchProperty, .readOnlyProperty, .badValue, .badCaps, .badDescription, .noSuchPad: .description
    default: .failure
    }
  }
}
