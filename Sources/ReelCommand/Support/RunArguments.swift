import ArgumentParser
import CoreMedia
import MediaEngine
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
  private func makeReporter(_ reports: Terminal) -> (any ProgressReporter)? {
    switch self {
    case .auto: Terminal.error.isInteractive ? ProgressBar(terminal: .error) : PlainProgress(terminal: .error)
    case .plain: PlainProgress(terminal: .error)
    case .json: JSONProgress(terminal: reports)
    case .none: nil
    }
  }

  /// Shows the progress of a run until it is over.
  ///
  /// - Parameter reports: Where JSON goes.
  /// - Returns: True if media have flowed.
  func show(_ run: GraphRun, _ reports: Terminal) async -> Bool {
    var (reporter, estimate, notice) = (makeReporter(reports), ProgressEstimate(), WaitNotice())
    var hasMoved = false
    for await progress in run.progress {
      hasMoved = true
      if let obstacle = notice.observe(progress) { announce(obstacle, reports) }
      reporter?.show(estimate.observe(progress))
    }
    reporter?.clear()
    return hasMoved
  }

  /// Says what a run waits for.
  private func announce(_ obstacle: String, _ reports: Terminal) {
    switch self {
    case .json: reports.write(RunEvent(waitingFor: obstacle).line)
    case .none: break
    case .auto, .plain:
      let clear = self == .auto && Terminal.error.isInteractive ? ProgressBar.clearLine : ""
      Terminal.error.write(clear + "waiting: \(obstacle)")
    }
  }

  /// Says that a run has been asked to end.
  func announceStop(_ reports: Terminal) {
    switch self {
    case .json: reports.write(RunEvent(name: "stopping").line)
    case .none: break
    case .auto, .plain:
      let clear = self == .auto && Terminal.error.isInteractive ? ProgressBar.clearLine : ""
      Terminal.error.write(clear + "stopping: the outputs are being completed; once more to abort")
    }
  }
}
