import Foundation

/// A problem with its place in a description file, its reason and a remedy.
///
/// Rendered for people by `rendered()`, for programs as JSON with the same fields.
public struct Diagnostic: Error, Sendable {
  /// The family of a problem, which decides the command's exit code.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// The command line is wrong: exit 64.
    case usage
    /// The description is wrong: exit 65.
    case description
    /// An input is missing or cannot be read: exit 66.
    case input
    /// An element or plugin is not available: exit 69.
    case unavailable
    /// The run failed: exit 70.
    case failure
    /// An output exists or cannot be made: exit 73.
    case output

    /// The code of sysexits.h.
    public var exitCode: Int32 {
      switch self {
      case .usage: 64
      case .description: 65
      case .input: 66
      case .unavailable: 69
      case .failure: 70
      case .output: 73
      }
    }
  }

  /// The weight of a problem.
  public enum Severity: String, Sendable, Hashable, Codable {
    /// The graph does not run, or has not.
    case error
    /// The graph runs, though hardly as it was meant.
    case warning
  }

  public var kind: Kind
  public var severity = Severity.error
  /// One line, without a full stop.
  public var message: String
  /// The place in a description file.
  public var range: SourceRange?
  /// The text beside the caret.
  public var label: String
  /// Facts that explain the problem.
  public var notes: [String]
  /// The reason in words, as a lower layer reported it.
  public var cause: String?
  /// The error that caused this one, with its type; not compared.
  public var underlying: (any Error)?
  /// The remedy.
  public var help: String?
  /// The file that the message is about, where no place in it is known; not compared.
  public var file: String?
  /// The name of the node that failed in a run, which the message says too; not compared.
  public var node: String?

  /// - Parameter cause: The reason in words; by default those of `underlying`.
  public init(
    _ message: String, kind: Kind = .description, at range: SourceRange? = nil, label: String = "",
    notes: [String] = [], cause: String? = nil, underlying: (any Error)? = nil, help: String? = nil
  ) {
    self.kind = kind
    self.message = Self.namingStandardStreams(in: message)
    self.range = range
    self.label = label
    self.notes = notes
    self.cause = cause ?? underlying.map(Self.words)
    self.underlying = underlying
    self.help = help
  }

  /// Returns a message with the names of standard input and output where it quotes the devices that `-` stands for.
  private static func namingStandardStreams(in message: String) -> String {
    guard message.contains("'/dev/std") else { return message }
    return message.replacing("'/dev/stdin'", with: "standard input").replacing("'/dev/stdout'", with: "standard output")
  }

  /// Describes an error on one line, with the operating system's text for its errors.
  private static func words(of error: any Error) -> String {
    guard let error = error as? POSIXError else { return "\(error)" }
    return String(cString: strerror(error.code.rawValue))
  }
}

extension Diagnostic: Hashable {
  /// Diagnostics are equal when they read the same; `underlying` need not be comparable, and `file` and `node` are part of the message.
  public static func == (left: Diagnostic, right: Diagnostic) -> Bool {
    left.kind == right.kind && left.severity == right.severity && left.message == right.message
      && left.range == right.range && left.label == right.label && left.notes == right.notes
      && left.cause == right.cause && left.help == right.help
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(message)
    hasher.combine(range)
    hasher.combine(cause)
  }
}

/// All problems of a graph, in file order.
public struct Diagnostics: Error, Sendable, Equatable {
  public let all: [Diagnostic]

  /// Makes a list of at least one diagnostic; those of one file are sorted by line.
  public init(_ diagnostics: [Diagnostic]) {
    // Most often there are none, and Swift takes a while to set up the types for sorting.
    guard diagnostics.count > 1 else {
      all = diagnostics
      return
    }
    var files: [String: Int] = [:]
    for diagnostic in diagnostics {
      if let path = diagnostic.range?.file.path, files[path] == nil { files[path] = files.count }
    }
    all = diagnostics.enumerated().sorted { left, right in
      switch (left.element.range, right.element.range) {
      case (let a?, let b?) where a.file.path == b.file.path:
        a.precedes(b) || (!b.precedes(a) && left.offset < right.offset)
      case (let a?, let b?): files[a.file.path, default: 0] < files[b.file.path, default: 0]
      case (.some, nil): true
      case (nil, .some): false
      case (nil, nil): left.offset < right.offset
      }
    }.map(\.element)
  }

  /// Throws if the list is not empty.
  public static func check(_ diagnostics: [Diagnostic]) throws(Diagnostics) {
    if !diagnostics.isEmpty { throw Diagnostics(diagnostics) }
  }

  /// The command's exit code: that of the first error; 0 if there are only warnings.
  public var exitCode: Int32 { all.first { $0.severity == .error }?.kind.exitCode ?? 0 }
}
