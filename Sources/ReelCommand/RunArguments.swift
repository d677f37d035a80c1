import ArgumentParser
import CoreMedia
import MediaGraph

/// A parameter's value as `--set` takes it.
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

/// How long nothing may move, as `--stall-timeout` takes it.
struct StallTimeout: ExpressibleByArgument {
  /// The time; nil for ever.
  let duration: Duration?
  let defaultValueDescription: String

  init?(argument: String) {
    defaultValueDescription = argument
    if argument == "none" {
      duration = nil
      return
    }
    // Frames have no length here.
    guard let time = try? MediaTime(parsing: argument).time(), time.isNumeric, time >= .zero else { return nil }
    let milliseconds = time.convertScale(1000, method: .roundAwayFromZero)
    // What is too long to be counted is for ever.
    duration = time == .zero || !milliseconds.isNumeric ? nil : .milliseconds(milliseconds.value)
  }
}

/// What is shown while a run is under way.
enum ProgressStyle: String, ExpressibleByArgument, CaseIterable {
  case auto, plain, json, none

  func makeReporter() -> (any ProgressReporter)? {
    switch self {
    case .auto: Terminal.error.isInteractive ? ProgressBar(terminal: .error) : PlainProgress(terminal: .error)
    case .plain: PlainProgress(terminal: .error)
    case .json: JSONProgress(terminal: .output)
    case .none: nil
    }
  }
}
