import AVFoundation
import Foundation
import Synchronization
import Testing

/// An instruction with what a program's compositor needs, as most programs declare theirs.
private final class TaggedInstruction: AVMutableVideoCompositionInstruction, @unchecked Sendable {
  // Unchecked like its superclass; what it stores is constant.
  let tag: Int
  private let trackIDs: [CMPersistentTrackID]
  private let passedTrackID: CMPersistentTrackID

  init(_ range: CMTimeRange, _ trackIDs: [CMPersistentTrackID], tag: Int, passing passed: CMPersistentTrackID) {
    (self.trackIDs, self.tag, passedTrackID) = (trackIDs, tag, passed)
    super.init()
    timeRange = range
  }

  required init?(coder: NSCoder) { nil }

  override var requiredSourceTrackIDs: [NSValue]? { trackIDs.map { NSNumber(value: $0) } }
  override var passthroughTrackID: CMPersistentTrackID { passedTrackID }
  override var containsTweening: Bool { true }
}

/// A layer of a program's subclass.
private final class NamedLayer: AVMutableVideoCompositionLayerInstruction, @unchecked Sendable {
  // Unchecked like its superclass; it stores nothing.
}

/// The instructions that a compositor was asked for.
private final class Requests: Sendable {
  let tags = Mutex<[Int?]>([])
}

/// Instructions of a program's subclass, which reach its compositor as they are.
@Suite(.timeLimit(.minutes(5))) struct OwnInstructionTests {
  private let folder: TemporaryFolder
  private let source: AVURLAsset

  init() throws {
    folder = try TemporaryFolder()
    source = AVURLAsset(url: try NumberedMovie.make(in: folder))
  }

  /// A composition of two frames for each of the source's, all of them composed, as the instruction says that it changes.
  private func composition(_ requests: Requests, passes: Bool = false) throws -> AVMutableVideoComposition {
    let id = try source.track(.video).trackID
    let video = AVMutableVideoComposition(asset: source, pixelFormat: kCVPixelFormatType_420YpCbCr8Planar) { request in
      let tag = (request.videoCompositionInstruction as? TaggedInstruction)?.tag
      requests.tags.withLock { $0.append(tag) }
      guard let id = request.sourceTrackIDs.first, let frame = request.sourceFrame(byTrackID: id.int32Value) else {
        throw AVError(.noImageAtTime)
      }
      return frame
    }
    video.frameDuration = CMTime(value: 1, timescale: 60)
    video.instructions = [
      TaggedInstruction(span(0, 600), [id], tag: 42, passing: passes ? id : kCMPersistentTrackID_Invalid)
    ]
    return video
  }

  private func frames(_ video: AVVideoComposition) throws -> [Int] {
    let reader = try AVAssetReader(asset: source)
    let output = AVAssetReaderVideoCompositionOutput(videoTracks: [try source.track(.video)], videoSettings: nil)
    output.videoComposition = video
    reader.add(output)
    #expect(reader.startReading(), "\(reader.error as Any)")
    let samples = output.all()
    #expect(reader.status == .completed, "\(reader.error as Any)")
    return try samples.map { try NumberedMovie.number(#require($0.imageBuffer)) }
  }

  @Test func reader_asksTheCompositorWithTheInstruction() throws {
    let requests = Requests()
    #expect(try frames(composition(requests)) == (0..<60).map { $0 / 2 })
    #expect(requests.tags.withLock { $0 } == Array(repeating: 42, count: 60))
  }

  @Test func trackThatIsPassedThrough_isNotComposed() throws {
    let requests = Requests()
    #expect(try frames(composition(requests, passes: true)) == (0..<60).map { $0 / 2 })
    #expect(requests.tags.withLock { $0 }.isEmpty)
  }

  @Test func export_asksTheCompositorWithTheInstruction() async throws {
    let requests = Requests()
    let session = try #require(AVAssetExportSession(asset: source, presetName: AVAssetExportPresetHighestQuality))
    session.videoComposition = try composition(requests)
    try await session.make(folder.url("out.mp4"))
    #expect(requests.tags.withLock { $0 } == Array(repeating: 42, count: 60))
  }

  @Test func copiesOfCompositions_shareInstructionsOfSubclasses() throws {
    let video = try composition(Requests())
    let own = try #require(video.instructions.first)
    for copy in [video.copy(), video.mutableCopy()] {
      let copied = try #require(copy as? AVVideoComposition)
      #expect(copied.instructions.first === own)
    }
  }

  @Test func copiesOfInstructions_shareLayersOfSubclasses() throws {
    let instruction = AVMutableVideoCompositionInstruction()
    let layer = NamedLayer()
    instruction.layerInstructions = [layer]
    for copy in [instruction.copy(), instruction.mutableCopy()] {
      let copied = try #require(copy as? AVVideoCompositionInstruction)
      #expect(copied !== instruction && copied.layerInstructions.first === layer)
    }
  }
}
