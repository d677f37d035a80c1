internal import MediaEngine
internal import MediaGraph
import Synchronization

/// An export that is made in parts at the same time, in this process.
///
///     asset ─┬▷ … ─▷ part 1 ─┐
///            ├▷ … ─▷ part 2 ─┼▷ joined: coded samples as they are ─▷ file
///            └▷ … ─▷ part 3 ─┘
///
/// Each part begins with a key frame. The joined file has the frames, the samples, the priming and the times of one export; bit rates
/// are controlled in each part by itself. Where frames are encoded in two passes, all parts are measured first, and share the bits.
final class ExportInParts: Sendable {
  private let parts: ExportParts
  private let options: RunOptions
  private let files: [URL]
  private let folder: URL
  private let output: URL
  private let state: Mutex<State>

  private struct State {
    var runs: [GraphRun] = []
    var isCancelled = false
    /// The done part of each run, from 0 to 1; of two passes, those of the first come first.
    var fractions: [Double]
  }

  /// Plans the parts; blocks, while it looks for the frames at the joints.
  ///
  /// - Throws: `Diagnostic` for an export that cannot be made in parts, with the reason.
  init(_ plan: ExportPlan, count: Int) throws {
    var graph = plan.graph
    // Parts are of the first tracks that are enabled, and so are the tracks that an export reads.
    for index in graph.nodes.indices where graph.nodes[index].use == AssetRead.type {
      for name in ["video_tracks", "audio_tracks"] { graph.nodes[index].arguments[name] = nil }
    }
    guard ExportFileType.inferred(from: plan.output.url) == plan.output.fileType,
      [.mov, .mp4, .m4a, .matroska].contains(plan.output.fileType)
    else {
      throw Diagnostic(
        "the export cannot be made in parts", kind: .usage,
        cause: "parts are joined into mov, mp4, m4a and mkv files that are named so")
    }
    parts = try ExportParts(of: graph, count: count)
    let parent = plan.settings.temporaryFolder ?? FileManager.default.temporaryDirectory
    let folder = parent.appendingPathComponent("reel-parts-\(UUID().uuidString)")
    files = (1...count).map { folder.appendingPathComponent("\($0).mov") }
    var options = RunOptions()
    options.executor = RunThreads.shared
    options.assets = plan.assets
    options.temporaryFolder = plan.settings.temporaryFolder?.path
    (self.options, self.folder, output) = (options, folder, plan.output.url)
    state = Mutex(State(fractions: Array(repeating: 0, count: parts.hasTwoPasses ? 2 * count : count)))
  }

  func cancel() {
    let runs = state.withLock { state in
      state.isCancelled = true
      return state.runs
    }
    for run in runs { run.cancel() }
  }

  /// Makes the parts and joins them.
  ///
  /// - Parameter advance: Called with how much is done.
  /// - Returns: The results of the parts, and the size of the file.
  /// - Throws: The error of a part or of the join; `CancellationError`. Nothing is left then.
  func finish(advance: @escaping @Sendable (Double) -> Void) async throws -> (parts: [RunResult], bytes: Int) {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let results = try await (parts.hasTwoPasses ? makeMeasured(advance) : make(advance))
    do {
      let bytes = try await ExportJoin(files.map(\.path), to: output.path).result(
        shouldStop: { [self] in state.withLock { $0.isCancelled } }, notice: { _ in })
      return (results, bytes)
    } catch is ExportJoin.Stopped {
      throw CancellationError()
    }
  }

  private func make(_ advance: @escaping @Sendable (Double) -> Void) async throws -> [RunResult] {
    try await results(
      of: files.enumerated().map { index, file in
        GraphRun(try parts.graph(of: index + 1, to: Location(file.path)), options: options)
      }, advance)
  }

  /// Measures all parts, and then makes each with its share of the bits.
  private func makeMeasured(_ advance: @escaping @Sendable (Double) -> Void) async throws -> [RunResult] {
    let measurements = try files.indices.map { try parts.measurement(of: $0 + 1, options: options) }
    let firstPass = measurements.map { GraphRun($0.graph, options: passing($0.passes)) }
    _ = try await results(of: firstPass, advance)
    let rates = try parts.bitrates(by: measurements.map { try $0.statistics() })
    var secondPass: [GraphRun] = []
    for (index, measurement) in measurements.enumerated() {
      let graph = try parts.graph(of: index + 1, to: Location(files[index].path), bitrate: rates[index])
      secondPass.append(GraphRun(graph, options: passing(measurement.next)))
    }
    // The second pass reads what the measurements keep.
    defer { withExtendedLifetime(measurements) {} }
    return try await results(of: secondPass, from: measurements.count, advance)
  }

  private func passing(_ passes: [String: EncoderPass]) -> RunOptions {
    var own = options
    own.assets.passes = passes
    return own
  }

  /// Runs graphs at the same time.
  ///
  /// - Parameter first: The number of runs before them, for the progress.
  private func results(
    of runs: [GraphRun], from first: Int = 0, _ advance: @escaping @Sendable (Double) -> Void
  ) async throws -> [RunResult] {
    let isCancelled = state.withLock { state in
      state.runs = runs
      return state.isCancelled
    }
    if isCancelled { throw CancellationError() }
    return try await withThrowingTaskGroup(of: (Int, RunResult).self) { group in
      for (index, run) in runs.enumerated() {
        group.addTask { [self] in
          run.start()
          for await progress in run.progress {
            if let fraction = progress.fraction { advance(note(fraction, of: first + index)) }
          }
          let result = try await run.result()
          advance(note(1, of: first + index))
          return (index, result)
        }
      }
      var results: [Int: RunResult] = [:]
      do {
        for try await (index, result) in group {
          guard result.end == .finished else { throw CancellationError() }
          results[index] = result
        }
      } catch {
        // Parts of a file that will not be are not made.
        for run in runs { run.cancel() }
        throw error
      }
      return runs.indices.compactMap { results[$0] }
    }
  }

  private func note(_ fraction: Double, of index: Int) -> Double {
    state.withLock { state in
      state.fractions[index] = max(state.fractions[index], fraction)
      return state.fractions.reduce(0, +) / Double(state.fractions.count) * 0.98
    }
  }

  /// Returns the number of parts that the machine has idle cores for: encoders of ProRes fill one, others all that there are.
  static func count(for plan: ExportPlan) -> Int {
    var load = [0.0]
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let idle = getloadavg(&load, 1) == 1 ? cores - Int(load[0].rounded()) : cores
    let fillsOne = plan.graph.nodes.contains { node in
      node.arguments["preset"] == .text("prores422") || node.arguments["preset"] == .text("prores4444")
    }
    return max(1, min(8, fillsOne ? idle : idle / 4))
  }
}

extension AVAssetExportSession {
  /// The value of ``partCount`` that leaves the number to the session. An addition of this module.
  public static let automaticPartCount = 0
}
