import AVFoundation
import Testing

/// A delegate that writes down what it hears.
private final class Log: NSObject, AVVideoCompositionValidationHandling {
  var lines: [String] = []
  var goesOn = true
  var edit: (() -> Void)?

  private func note(_ line: String) -> Bool {
    lines.append(line)
    edit?()
    return goesOn
  }

  private func text(_ range: CMTimeRange) -> String {
    let (start, end) = (range.start.convertScale(600, method: .default), range.end.convertScale(600, method: .default))
    return "\(start.value)…\(end.value)"
  }

  func videoComposition(
    _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
  ) -> Bool { note(key) }

  func videoComposition(
    _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
  ) -> Bool { note("empty \(text(timeRange))") }

  func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTimeRangeIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol
  ) -> Bool { note("range \(text(videoCompositionInstruction.timeRange))") }

  func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTrackIDIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol, layerInstruction: AVVideoCompositionLayerInstruction, asset: AVAsset
  ) -> Bool { note("track \(layerInstruction.trackID)") }
}

/// A delegate without any of the methods.
private final class Silent: NSObject, AVVideoCompositionValidationHandling {}

/// The rules of video compositions, and what delegates hear.
@Suite struct VideoCompositionValidationTests {
  private static let everything = CMTimeRange(start: .zero, duration: .positiveInfinity)

  private func composition(_ ranges: [CMTimeRange], track: CMPersistentTrackID = 1) -> AVMutableVideoComposition {
    let composition = AVMutableVideoComposition()
    (composition.frameDuration, composition.renderSize) = (ticks(20), CGSize(width: 160, height: 90))
    composition.instructions = ranges.map { range in
      let instruction = AVMutableVideoCompositionInstruction()
      let layer = AVMutableVideoCompositionLayerInstruction()
      layer.trackID = track
      (instruction.timeRange, instruction.layerInstructions) = (range, [layer])
      return instruction
    }
    return composition
  }

  /// The lines of a validation against a composition of 600 units, or without an asset.
  private func lines(
    _ composition: AVMutableVideoComposition, in range: CMTimeRange = everything, hasAsset: Bool = true
  ) throws -> [String] {
    let asset = try AVMutableComposition.ofVideo(span(0, 600)).0
    let log = Log()
    let isValid = composition.isValid(for: hasAsset ? asset : nil, timeRange: range, validationDelegate: log)
    #expect(isValid == log.lines.isEmpty)
    #expect(
      isValid == composition.isValid(for: hasAsset ? asset : nil, timeRange: range, validationDelegate: Silent()))
    return log.lines
  }

  @Test func tilingInstructions_areValid() throws {
    #expect(try lines(composition([span(0, 300), span(300, 600)])) == [])
    // Beyond the end of the asset is legal, and from before zero.
    #expect(try lines(composition([span(-100, 300), span(300, 900)])) == [])
  }

  @Test func gaps_areReportedAsEmptyRanges() throws {
    #expect(
      try lines(composition([span(60, 300), span(360, 540)])) == ["empty 0…60", "empty 300…360", "empty 540…600"])
    #expect(try lines(composition([span(60, 300)]), hasAsset: false) == ["empty 0…60"])
  }

  @Test func overlapsAndDisorder_areReportedAtTheirInstruction() throws {
    #expect(try lines(composition([span(0, 300), span(240, 600)])) == ["range 240…600"])
    #expect(try lines(composition([span(300, 600), span(0, 300)])) == ["empty 0…300", "range 0…300"])
  }

  @Test func invalidRanges_areReported() throws {
    let log = Log()
    let composition = composition([span(0, 600), .invalid])
    #expect(!composition.isValid(for: nil, timeRange: Self.everything, validationDelegate: log) && log.lines.count == 1)
  }

  /// The flags of a number say nothing of its timescale, which is above zero in all that have a place.
  @Test(arguments: [0, -600] as [Int32]) func rangesWithoutUnits_areReported(_ timescale: Int32) throws {
    let time = CMTime(value: 600, timescale: timescale, flags: .valid, epoch: 0)
    for range in [CMTimeRange(start: time, duration: ticks(600)), CMTimeRange(start: ticks(600), duration: time)] {
      let (log, instructions) = (Log(), composition([span(0, 600), range]))
      #expect(!instructions.isValid(for: nil, timeRange: Self.everything, validationDelegate: log))
      #expect(log.lines.count == 1, "\(log.lines)")
    }
    let frames = composition([span(0, 600)])
    frames.frameDuration = CMTime(value: -1, timescale: -25, flags: .valid, epoch: 0)
    #expect(try lines(frames) == ["frameDuration"])
  }

  @Test func valuesThatCannotBeUsed_areNamed() throws {
    #expect(
      try lines(AVMutableVideoComposition()) == ["frameDuration", "renderSize", "instructions", "empty 0…600"])
    let composition = composition([span(0, 600)])
    composition.renderScale = 0
    #expect(try lines(composition) == ["renderScale"])
  }

  /// A rate is a ratio of numbers of 32 bits.
  @Test(arguments: [CMTime(value: 1_234_567_891_011, timescale: 2_147_483_629), CMTime(value: .min, timescale: .min)])
  func aFrameDurationThatIsNotRendered_isNamed(_ duration: CMTime) throws {
    let composition = composition([span(0, 600)])
    composition.frameDuration = duration
    #expect(try lines(composition) == ["frameDuration"])
  }

  @Test func unknownTracks_areReportedWithTheirLayer() throws {
    #expect(try lines(composition([span(0, 600)], track: 9)) == ["track 9"])
    #expect(try lines(composition([span(0, 600)], track: 9), hasAsset: false) == [])
  }

  @Test func onlyInstructionsInTheRange_areChecked() throws {
    let composition = composition([span(0, 300), span(360, 600)], track: 9)
    #expect(try lines(composition, in: span(0, 200)) == ["track 9"])
    #expect(try lines(composition, in: span(400, 600), hasAsset: false) == [])
    #expect(try lines(composition, in: span(200, 400), hasAsset: false) == ["empty 300…360"])
  }

  @Test func delegateThatStops_hearsNothingMore() throws {
    let log = Log()
    log.goesOn = false
    #expect(!AVMutableVideoComposition().isValid(for: nil, timeRange: Self.everything, validationDelegate: log))
    #expect(log.lines == ["frameDuration"])
  }

  @Test func delegateThatEditsTheInstructions_endsTheValidation() throws {
    let composition = composition([span(60, 300), span(360, 540)])
    let log = Log()
    log.edit = { composition.instructions = [] }
    #expect(!composition.isValid(for: nil, timeRange: Self.everything, validationDelegate: log))
    #expect(log.lines == ["empty 0…60"])
  }

  /// Compositions that are made of random edits are valid, whatever times the edits have.
  @Test func compositionsOfRandomEdits_areValid() throws {
    var random = SystemRandomNumberGenerator()
    let source = try AVURLAsset.shared.track(.video)
    for _ in 0..<10 {
      let composition = AVMutableComposition()
      for _ in 0..<3 {
        let track = try composition.add(.video)
        for _ in 0..<8 {
          func time(_ limit: Int64) -> CMTime {
            let scale: Int64 = [24, 1001, 44100, 90000, 997, 30000].randomElement(using: &random) ?? 600
            return CMTime(value: Int64.random(in: 1...limit * scale / 10, using: &random), timescale: Int32(scale))
          }
          try track.insertTimeRange(CMTimeRange(start: time(3), duration: time(6)), of: source, at: time(30))
          track.scaleTimeRange(CMTimeRange(start: time(20), duration: time(10)), toDuration: time(20))
        }
      }
      let made = AVVideoComposition(propertiesOf: composition)
      #expect(made.isValid(for: composition, timeRange: Self.everything, validationDelegate: nil))
    }
  }
}
