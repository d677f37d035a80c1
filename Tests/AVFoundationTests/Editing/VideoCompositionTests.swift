import AVFoundation
import Testing

/// The values of video compositions, their instructions and layers.
@Suite struct VideoCompositionTests {
  @Test func defaults_areThoseOfTheReference() {
    let composition = AVMutableVideoComposition()
    #expect(composition.renderScale == 1 && composition.renderSize == .zero && composition.instructions.isEmpty)
    let instruction = AVMutableVideoCompositionInstruction()
    #expect(instruction.enablePostProcessing && instruction.backgroundColor == nil && !instruction.timeRange.isValid)
    #expect(instruction.layerInstructions.isEmpty && !instruction.containsTweening)
    #expect(AVMutableVideoCompositionLayerInstruction().trackID == kCMPersistentTrackID_Invalid)
  }

  @Test func layerRamps_areAskedForAsTheyWereSet() throws {
    let (_, track) = try AVMutableComposition.ofVideo()
    let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    #expect(layer.trackID == track.trackID)
    layer.setOpacity(0.5, at: .zero)
    layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: -3, timeRange: span(600, 1200))
    var (start, end) = (Float(0), Float(0))
    var range = CMTimeRange.zero
    #expect(layer.getOpacityRamp(for: ticks(10), startOpacity: &start, endOpacity: &end, timeRange: &range))
    #expect(start == 0.5 && end == 0.5 && range == span(0, 600))
    #expect(layer.getOpacityRamp(for: ticks(600), startOpacity: &start, endOpacity: &end, timeRange: &range))
    #expect(start == 1 && end == 0 && range == span(600, 1200))
    #expect(!layer.getOpacityRamp(for: ticks(1200), startOpacity: nil, endOpacity: nil, timeRange: nil))

    let moved = CGAffineTransform(translationX: 100, y: 0)
    layer.setTransformRamp(fromStart: .identity, toEnd: moved, timeRange: span(0, 600))
    var (from, to) = (CGAffineTransform.identity, CGAffineTransform.identity)
    #expect(layer.getTransformRamp(for: .zero, start: &from, end: &to, timeRange: &range))
    #expect(from == .identity && to == moved && range == span(0, 600))

    layer.setCropRectangle(CGRect(x: 1, y: 2, width: 3, height: 4), at: .zero)
    var (first, last) = (CGRect.zero, CGRect.zero)
    #expect(
      layer.getCropRectangleRamp(for: .zero, startCropRectangle: &first, endCropRectangle: &last, timeRange: &range))
    #expect(first == CGRect(x: 1, y: 2, width: 3, height: 4) && first == last && !range.duration.isNumeric)
  }

  @Test func instruction_saysWhetherItChanges() {
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = span(0, 600)
    let layer = AVMutableVideoCompositionLayerInstruction()
    layer.trackID = 3
    layer.setOpacity(0.5, at: .zero)
    instruction.layerInstructions = [layer]
    #expect(!instruction.containsTweening)
    #expect(instruction.requiredSourceTrackIDs?.compactMap { ($0 as? NSNumber)?.int32Value } == [3])
    layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: span(300, 900))
    #expect(instruction.containsTweening)
  }

  @Test func copies_areIndependentDownToTheirLayers() throws {
    let layer = AVMutableVideoCompositionLayerInstruction()
    layer.trackID = 7
    let instruction = AVMutableVideoCompositionInstruction()
    (instruction.timeRange, instruction.layerInstructions) = (span(0, 600), [layer])
    let composition = AVMutableVideoComposition()
    (composition.frameDuration, composition.renderSize) = (ticks(20), CGSize(width: 320, height: 240))
    composition.instructions = [instruction]
    let copy = try #require(composition.copy() as? AVVideoComposition)
    (layer.trackID, instruction.timeRange, composition.instructions) = (8, span(0, 60), [])
    #expect(type(of: copy) == AVVideoComposition.self && copy.frameDuration == ticks(20))
    let own = try #require(copy.instructions.first as? AVVideoCompositionInstruction)
    #expect(own.timeRange == span(0, 600) && own.layerInstructions.map(\.trackID) == [7])
    #expect(!(own is AVMutableVideoCompositionInstruction))
    let mutable = try #require(copy.mutableCopy() as? AVMutableVideoComposition)
    #expect((mutable.instructions.first as? AVMutableVideoCompositionInstruction)?.layerInstructions.count == 1)
  }

  @Test func instructions_areArchived() throws {
    let layer = AVMutableVideoCompositionLayerInstruction()
    layer.trackID = 2
    layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0.25, timeRange: span(0, 300))
    layer.setTransform(CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6), at: ticks(30))
    layer.setCropRectangle(CGRect(x: 1, y: 2, width: 3, height: 4), at: .zero)
    let instruction = AVMutableVideoCompositionInstruction()
    (instruction.timeRange, instruction.layerInstructions) = (span(0, 600), [layer])
    (instruction.enablePostProcessing, instruction.backgroundColor) = (
      false, CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 1)
    )
    let data = try NSKeyedArchiver.archivedData(withRootObject: instruction, requiringSecureCoding: true)
    let read = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: AVVideoCompositionInstruction.self, from: data))
    #expect(read.timeRange == span(0, 600) && !read.enablePostProcessing)
    #expect(read.backgroundColor?.components == [1, 0.5, 0, 1])
    let own = try #require(read.layerInstructions.first)
    var (start, end) = (Float(0), Float(0))
    var transform = CGAffineTransform.identity
    var (crop, range) = (CGRect.zero, CMTimeRange.zero)
    #expect(own.trackID == 2 && read.layerInstructions.count == 1)
    #expect(own.getOpacityRamp(for: .zero, startOpacity: &start, endOpacity: &end, timeRange: &range))
    #expect(start == 1 && end == 0.25 && range == span(0, 300))
    #expect(own.getTransformRamp(for: ticks(30), start: &transform, end: nil, timeRange: nil))
    #expect(transform == CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
    #expect(own.getCropRectangleRamp(for: .zero, startCropRectangle: &crop, endCropRectangle: nil, timeRange: nil))
    #expect(crop == CGRect(x: 1, y: 2, width: 3, height: 4))
  }

  // MARK: Made of an asset

  @Test func compositionOfAnAsset_showsItAsItIs() async throws {
    let asset = AVURLAsset.shared
    let composition = try await AVVideoComposition.videoComposition(withPropertiesOf: asset)
    #expect(composition.frameDuration == ticks(20) && composition.renderSize == CGSize(width: 160, height: 90))
    #expect(composition.frameDuration.value == 1 && composition.frameDuration.timescale == 30)
    let instruction = try #require(composition.instructions.first as? AVVideoCompositionInstruction)
    #expect(
      composition.instructions.count == 1 && instruction.timeRange == CMTimeRange(start: .zero, end: asset.duration))
    #expect(instruction.layerInstructions.map(\.trackID) == [try asset.track(.video).trackID])
    let whole = CMTimeRange(start: .zero, duration: .positiveInfinity)
    #expect(composition.isValid(for: asset, timeRange: whole, validationDelegate: nil))
  }

  /// Two tracks in turn that overlap: an instruction for each, and one for both.
  @Test func tracksInTurn_haveInstructionsOfTheirOwn() throws {
    let (composition, first) = try AVMutableComposition.ofVideo(span(0, 400))
    let second = try composition.add(.video)
    try second.insertTimeRange(span(0, 400), of: AVURLAsset.shared.track(.video), at: ticks(300))
    let made = AVMutableVideoComposition(propertiesOf: composition)
    let instructions = made.instructions.compactMap { $0 as? AVVideoCompositionInstruction }
    #expect(instructions.map(\.timeRange) == [span(0, 300), span(300, 400), span(400, 700)])
    let (a, b) = (first.trackID, second.trackID)
    #expect(instructions.map { $0.layerInstructions.map(\.trackID) } == [[a], [a, b], [b]])
    #expect(
      AVMutableVideoComposition(propertiesOf: AVMutableComposition()).frameDuration == CMTime(value: 1, timescale: 30))
  }

  /// The part that is slowed has fewer frames a second, the rest as many as before.
  @Test(arguments: [(100, 400, 20), (400, 800, 40), (400, 200, 20)])
  func slowedPart_leavesTheRateOfTheRest(part: Int64, duration: Int64, frame: Int64) throws {
    let (composition, track) = try AVMutableComposition.ofVideo(span(0, 400))
    track.scaleTimeRange(span(0, part), toDuration: ticks(duration))
    #expect(AVMutableVideoComposition(propertiesOf: composition).frameDuration == ticks(frame))
  }

  /// A frame of seconds would leave an animation above it without steps.
  @Test func framesThatAreStretchedToStills_haveTheUsualDuration() throws {
    let (composition, track) = try AVMutableComposition.ofVideo(span(0, 400))
    track.scaleTimeRange(span(0, 400), toDuration: ticks(24_000))
    #expect(AVMutableVideoComposition(propertiesOf: composition).frameDuration == CMTime(value: 1, timescale: 30))
  }

  // MARK: Transitions

  @Test func transitions_areInstructionsOfBothTracks() throws {
    let (composition, first) = try AVMutableComposition.ofVideo(span(0, 400))
    let second = try composition.add(.video)
    let size = CGSize(width: 160, height: 90)
    func make(_ transition: AVVideoTransition) -> AVMutableVideoCompositionInstruction {
      transition.instruction(from: first, to: second, in: span(300, 400), renderSize: size)
    }
    #expect(make(.dissolve).layerInstructions.map(\.trackID) == [first.trackID, second.trackID])
    #expect(make(.slide(.left)).layerInstructions.map(\.trackID) == [second.trackID, first.trackID])
    var transform = CGAffineTransform.identity
    let pushed = make(.push(.left)).layerInstructions
    #expect(pushed[0].getTransformRamp(for: ticks(300), start: nil, end: &transform, timeRange: nil))
    #expect(transform == CGAffineTransform(translationX: -160, y: 0))
    #expect(pushed[1].getTransformRamp(for: ticks(300), start: &transform, end: nil, timeRange: nil))
    #expect(transform == CGAffineTransform(translationX: 160, y: 0))
    var crop = CGRect.zero
    let wiped = make(.wipe(.right)).layerInstructions
    #expect(
      wiped[0].getCropRectangleRamp(for: ticks(300), startCropRectangle: nil, endCropRectangle: &crop, timeRange: nil))
    #expect(crop == CGRect(x: 160, y: 0, width: 0, height: 90))
    var range = CMTimeRange.zero
    let faded = make(.fadeThrough(.white))
    #expect(faded.backgroundColor == .white && faded.containsTweening)
    #expect(
      faded.layerInstructions[1].getOpacityRamp(for: ticks(350), startOpacity: nil, endOpacity: nil, timeRange: &range))
    #expect(range == span(350, 400))
  }
}
