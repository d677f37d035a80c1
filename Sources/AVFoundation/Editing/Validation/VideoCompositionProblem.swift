internal import MediaGraph
internal import MediaSource

/// A reason why a video composition cannot be used.
enum VideoCompositionProblem {
  case value(key: String, reason: String)
  case empty(CMTimeRange)
  case timeRange(any AVVideoCompositionInstructionProtocol, index: Int, reason: String)
  case trackID(
    any AVVideoCompositionInstructionProtocol, layer: AVVideoCompositionLayerInstruction, AVAsset, index: Int)

  /// The reason in words, with the instruction and its times.
  var reason: String {
    switch self {
    case .value(let key, let reason): "its \(key) \(reason)"
    case .empty(let range): "no instruction covers \(range.start.text) to \(range.end.text)"
    case .timeRange(_, let index, let reason): "instruction \(index) \(reason)"
    case .trackID(_, let layer, _, let index):
      "instruction \(index) has a layer of track \(layer.trackID), which the asset does not have"
    }
  }
}

extension AVVideoComposition {
  /// Finds the problems of the composition in the order in which its parts are used.
  ///
  /// - Parameters:
  ///   - asset: The asset that is composed; nil to check neither its end nor its tracks.
  ///   - range: The range that is used; only instructions that overlap it are checked.
  ///   - body: Hears each problem; returns false to stop.
  final func findProblems(
    for asset: AVAsset?, in range: CMTimeRange, _ body: (VideoCompositionProblem) -> Bool
  ) {
    let current = current
    let values: [(key: String, problem: String?)] = [
      ("frameDuration", current.problemOfFrameDuration),
      ("renderSize", current.renderSize.problem),
      (
        "renderScale",
        current.renderScale.isFinite && current.renderScale > 0
          ? nil : "is \(current.renderScale), not above zero"
      ),
      ("instructions", current.instructions.isEmpty ? "are none" : nil),
      ("sourceTrackIDForFrameTiming", timingProblem(for: asset)),
      ("colorPrimaries", Self.problem(current.colorPrimaries, ColorNames.primaries)),
      ("colorTransferFunction", Self.problem(current.colorTransferFunction, ColorNames.transfers)),
      ("colorYCbCrMatrix", Self.problem(current.colorYCbCrMatrix, ColorNames.matrices)),
    ]
    for case (let key, let problem?) in values {
      guard body(.value(key: key, reason: problem)) else { return }
    }
    let used = range.intersection(CMTimeRange(start: .zero, duration: .positiveInfinity))
    let ids = asset.map { Set($0.tracks.map(\.trackID)) }
    var end = used.start
    for (index, instruction) in current.instructions.enumerated() {
      let own = instruction.timeRange
      guard own.hasTimes, own.duration > .zero else {
        guard body(.timeRange(instruction, index: index, reason: "has the range \(own.text), without times")) else {
          return
        }
        continue
      }
      guard own.start < used.end, own.end > used.start else { continue }
      if own.start + .roundingOfRanges < end, end > used.start {
        let reason = "starts at \(own.start.text), before the end of the one before at \(end.text)"
        guard body(.timeRange(instruction, index: index, reason: reason)) else { return }
      } else if own.start > end + .roundingOfRanges {
        guard body(.empty(CMTimeRange(start: end, end: own.start))) else { return }
      }
      end = max(end, own.end)
      guard let asset, let ids, let layers = (instruction as? AVVideoCompositionInstruction)?.layerInstructions else {
        continue
      }
      for layer in layers where !ids.contains(layer.trackID) {
        guard body(.trackID(instruction, layer: layer, asset, index: index)) else { return }
      }
    }
    let last = asset.map { min($0.duration, used.end) } ?? end
    if end + .roundingOfRanges < last { _ = body(.empty(CMTimeRange(start: end, end: last))) }
  }

  /// The reason why the frames' times cannot be those of a track; nil if they can.
  private func timingProblem(for asset: AVAsset?) -> String? {
    let id = sourceTrackIDForFrameTiming
    guard id != kCMPersistentTrackID_Invalid, let asset else { return nil }
    let isThere = asset.tracks.contains { $0.trackID == id && $0.mediaType == .video }
    return isThere ? nil : "is \(id), which is no video track of the asset"
  }

  private static func problem<Value>(_ name: String?, _ known: [String: Value]) -> String? {
    guard let name, known[name] == nil else { return nil }
    return "is '\(name)', which is not known"
  }

  /// Checks the rules for video compositions: values above zero, and instructions that follow each other without gaps and
  /// overlaps up to the asset's end or beyond, with layers of the asset's tracks.
  ///
  /// - Parameters:
  ///   - asset: The asset that is composed; nil to check neither its end nor its tracks. Blocks until its tracks are known.
  ///   - timeRange: Only instructions that overlap it are checked; zero to positive infinity for all.
  ///   - validationDelegate: Hears each problem and may stop. If it changes the instructions, the check ends with false.
  /// - Returns: False if there is any problem.
  public func isValid(
    for asset: AVAsset?, timeRange: CMTimeRange, validationDelegate: (any AVVideoCompositionValidationHandling)?
  ) -> Bool {
    var isValid = true
    let parts = parts
    findProblems(for: asset, in: timeRange) { problem in
      isValid = false
      guard let validationDelegate else { return false }
      let goesOn =
        switch problem {
        case .value(let key, _):
          validationDelegate.videoComposition(
            self, shouldContinueValidatingAfterFindingInvalidValueForKey: key)
        case .empty(let range):
          validationDelegate.videoComposition(self, shouldContinueValidatingAfterFindingEmptyTimeRange: range)
        case .timeRange(let instruction, _, _):
          validationDelegate.videoComposition(
            self, shouldContinueValidatingAfterFindingInvalidTimeRangeIn: instruction)
        case .trackID(let instruction, let layer, let asset, _):
          validationDelegate.videoComposition(
            self, shouldContinueValidatingAfterFindingInvalidTrackIDIn: instruction, layerInstruction: layer,
            asset: asset)
        }
      return goesOn && parts == self.parts
    }
    return isValid
  }

  /// The instructions and their layers, by identity.
  private var parts: [[ObjectIdentifier]] {
    instructions.map { instruction in
      let layers = (instruction as? AVVideoCompositionInstruction)?.layerInstructions ?? []
      return [ObjectIdentifier(instruction)] + layers.map { ObjectIdentifier($0) }
    }
  }

  /// - Throws: `AVError.invalidVideoComposition` with the first problem of what is about to be rendered.
  final func check(for asset: AVAsset, in range: CMTimeRange) throws {
    var first: VideoCompositionProblem?
    findProblems(for: asset, in: range) { problem in
      // An instruction without times is ignored, and leaves a gap if it was needed.
      if case .timeRange(let instruction, _, _) = problem, !instruction.timeRange.hasTimes { return true }
      first = problem
      return false
    }
    if let first { throw AVError(.invalidVideoComposition, reason: first.reason) }
    if animationTool != nil, instructions.contains(where: \.enablePostProcessing) {
      throw AVError(
        .invalidVideoComposition, reason: "its animationTool draws layers, which are not there yet",
        suggestion: "set animationTool to nil, or enablePostProcessing of all instructions to false")
    }
    guard renderScale == 1 else {
      throw AVError(
        .invalidVideoComposition, reason: "its renderScale is \(renderScale), which is for playback",
        suggestion: "set it to 1")
    }
  }
}

extension AVVideoComposition.Values {
  /// The rate of the frames; nil for a duration that none has: the graph counts frames and seconds with 32 bits.
  var frameRate: FrameRate? {
    Int32(exactly: frameDuration.value).flatMap { FrameRate(frameDuration.timescale, $0) }
  }

  fileprivate var problemOfFrameDuration: String? {
    guard frameDuration.isNumber, frameDuration > .zero else {
      return "is \(frameDuration.text), no time above zero"
    }
    return frameRate == nil ? "is \(frameDuration.text), too long for a frame" : nil
  }
}

extension CMTime {
  /// The time by which ranges may miss each other: an end is a start and a duration, whose sum is rounded where their timescales differ.
  static let roundingOfRanges = CMTime(value: 1, timescale: 1_000_000_000)
}

extension CMTimeRange {
  /// True if it starts at a number and ends at one, or never.
  fileprivate var hasTimes: Bool { isValid && start.isNumber && (duration.isNumber || duration.isPositiveInfinity) }
}

extension CGSize {
  /// The reason why it is no size of a canvas; nil if it is one.
  fileprivate var problem: String? {
    guard width.isFinite, height.isFinite, width >= 1, height >= 1 else { return "is \(width) × \(height), no area" }
    guard width <= 16384, height <= 16384 else { return "is \(width) × \(height), more than 16384 pixels a side" }
    return nil
  }
}
