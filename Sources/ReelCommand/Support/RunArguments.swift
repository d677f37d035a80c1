import ArgumentParser
import CoreMedia
import MediaGraph

/// A parameter's value in the form of `--set`.
struct Assignment: ExpressibleByArgument {
  let name: String
  let value: String

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else { return nil }
    name = String(argument[..<equals])
    value = String(argument[argument.index(after: equals)...])
  }
}

extension [Assignment] {
  /// The values by the parameters' names; of several for one, the last.
  var values: [String: String] { Dictionary(map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last }) }
}

/// The stall timeout, in the form of `--stall-timeout`.
struct StallTimeout: ExpressibleByArgument {
  /// The duration; nil for no timeout.
  let duration: Duration?
  let defaultValueDescription: String

  init?(argument: String) {
    defaultValueDescription = argument
    if argument == "none" {
      duration = nil
      return
    }
    // Times in frames have no duration here.
    guard let time = try? MediaTime(parsing: argument).time(), time.isNumeric, time >= .zero else { return nil }
    let milliseconds = time.convertScale(1000, method: .roundAwayFromZero)
    // A duration that overflows is unlimited.
    duration = time == .zero || !milliseconds.isNumeric ? nil : .milliseconds(milliseconds.value)
  }
}

/// The progress display of a run.
enum ProgressStyle: String, ExpressibleByArgument, CaseIterable {
  case auto, plain, json, none

  /// - Parameter reports: Where JSON goes.
  func makeReporter(_ reports: Terminal = .output) -> (any ProgressReporter)? {
    switch self {
    case .auto: Terminal.error.isInteractive ? ProgressBar(terminal: .error) : PlainProgress(terminal: .error)
    case .plain: PlainProgress(terminal: .error)
    case .json: JSONProgress(terminal: reports)
    case .none: nil
    }
  }
}
