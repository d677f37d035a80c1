internal import MediaSource
import CoreMedia
import Foundation
import MediaEngine
import MediaGraph

/// A line of `--progress json`.
///
/// Times are in seconds of media, `elapsed` and `remaining` in seconds of real time; unknown values are left out.
struct RunEvent: Encodable {
  struct Output: Encodable {
    let path: String
    let bytes: Int
    /// The number of files, if there are several with numbers in their names.
    let files: Int?
  }

  struct Note: Encodable {
    let node: String
    let note: String
  }

  struct Measured: Encodable {
    let node: String
    let name: String
    let value: Double
    let unit: String
  }

  /// `progress`, `waiting`, `stopping`, then one of `finished`, `stopped`, `failed` and `aborted`.
  let event: String
  /// The reason why the run waits.
  private(set) var obstacle: String?
  private(set) var position: Double?
  private(set) var duration: Double?
  private(set) var fraction: Double?
  private(set) var elapsed: Double?
  private(set) var remaining: Double?
  private(set) var speed: Double?
  private(set) var frames: Int?
  private(set) var outputs: [Output]?
  private(set) var notes: [Note]?
  private(set) var measurements: [Measured]?
  private(set) var diagnostics: [Diagnostic]?
  private(set) var exitCode: Int32?

  init(name: String) { event = name }

  init(waitingFor obstacle: String) { (event, self.obstacle) = ("waiting", obstacle) }

  init(_ progress: ShownProgress) {
    event = "progress"
    position = progress.position.rounded
    duration = progress.duration.rounded
    fraction = progress.fraction?.rounded(digits: 4)
    elapsed = progress.elapsed.seconds.rounded(digits: 3)
    remaining = progress.remaining?.seconds.rounded(digits: 3)
    speed = progress.speed.rounded(digits: 2)
  }

  init(_ result: RunResult) {
    let problems = result.branchProblems
    event = problems == nil ? result.end.rawValue : "failed"
    diagnostics = problems?.all
    duration = result.duration.rounded
    elapsed = result.elapsed.seconds.rounded(digits: 3)
    speed = result.speed.rounded(digits: 2)
    frames = result.frames
    outputs = result.outputs.map { Output(path: $0.path, bytes: $0.bytes, files: $0.files == 1 ? nil : $0.files) }
    notes = result.nodes.flatMap { node in node.notes.map { Note(node: node.name, note: $0) } }
    let measured = result.nodes.flatMap { node in
      node.measurements.map {
        Measured(node: node.name, name: $0.name, value: $0.value.rounded(digits: 2), unit: $0.unit)
      }
    }
    measurements = measured.isEmpty ? nil : measured
    exitCode = problems?.exitCode ?? (result.end == .stopped ? Interruption.exitCode : 0)
  }

  /// Makes the final event of a failed run; nil for an exit code that another event has reported.
  init?(failure: any Error) {
    if failure is Interruption {
      event = "aborted"
      exitCode = Interruption.exitCode
    } else if let problems = failure as? Diagnostics
      ?? ((failure as? Diagnostic) ?? (failure as? MediaError).map { Diagnostic($0) }).map({ Diagnostics([$0]) })
    {
      event = "failed"
      diagnostics = problems.all
      exitCode = problems.exitCode
    } else {
      return nil
    }
  }

  /// The object on one line, with sorted keys.
  var line: String {
    // Texts, numbers and lists of them: JSON has a form for each.
    (try? jsonLine()) ?? "{}"
  }
}

extension RunResult {
  /// The errors of branches that have failed; nil if none has.
  var branchProblems: Diagnostics? { endedBranches.isEmpty ? nil : Diagnostics(endedBranches.map(\.problem)) }
}

extension CMTime {
  fileprivate var rounded: Double? { isNumeric ? seconds.rounded(digits: 3) : nil }
}

extension Double {
  fileprivate func rounded(digits: Int) -> Double {
    let scale = Foundation.pow(10, Double(digits))
    return (self * scale).rounded() / scale
  }
}
