@testable import MediaSource
import GStreamerTesting
import CGStreamer
import CoreMedia
import MediaGraph
import Testing

@testable import MediaEngine

/// Frames that a decoder still uses as references: they are shared, not copied, and writing to one does not affect
/// others.
@Suite struct ReferenceFrameTests {
  /// Returns checksums of a movie's frames, behind an effect.
  private func sums(_ path: String, _ effect: VideoEffect?) async throws -> [Int] {
    let seen = Recorder<Int>()
    var graph = Graph()
    let url = try Location(parsing: path)
    let source = graph.add("source", AssetRead { $0.url = url })
    let look = VideoEffect("look") { frame in seen.note(Self.sum(frame)) }
    let looking = graph.add("look", look)
    graph.connect(source.video, to: looking.input)
    var output = looking.output
    if let effect {
      let effecting = graph.add("effect", effect)
      graph.connect(output, to: effecting.input)
      output = effecting.output
    }
    graph.connect(output, to: graph.add("end", Null()).input)
    _ = try await graph.run(options: .testing)
    return seen.all
  }

  private static func sum(_ frame: borrowing VideoFrame) -> Int {
    frame.withPlane(0) { plane in
      var sum = 0
      for row in 0..<plane.height {
        for byte in 0..<plane.width { sum = sum &* 31 &+ Int(plane[byte: byte, row: row]) }
      }
      return sum
    }
  }

  @Test(arguments: [CodedClips.VideoKind.h264Pyramid, .hevcOpen, .mpeg4, .vp9])
  func effectThatBlackensEachFrame_leavesThoseThatReferToItAsTheyWere(_ kind: CodedClips.VideoKind) async throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(kind, in: folder, container: "mp4")
    let expected = try await sums(path, nil)
    let seen = try await sums(
      path, VideoEffect("blacken") { frame in frame.withMutablePlane(0) { plane in plane.fill(0) } })
    #expect(Set(expected).count == 48)
    #expect(seen == expected)
  }

  @Test func referenceFrames_areNotCopied() throws {
    let folder = try TemporaryFolder()
    let track = try CodedClips.track(try CodedClips.frames(.h264NoB, in: folder), isVideo: true)
    let decoder = VideoTrackDecoder(track)
    try decoder.run(from: #require(try track.firstSample()))
    var (count, shared) = (0, 0)
    while let picture = try decoder.nextFrame() {
      count += 1
      // The decoder still uses the same memory.
      if gst_buffer_is_all_memory_writable(picture.buffer.buffer) == 0 { shared += 1 }
    }
    #expect(count == 48)
    // The first frames precede the decoder's pool.
    #expect(shared > 36)
  }

  /// Rows are padded in a decoder's memory, and tight in that of a copy.
  @Test func framesOfGraphs_areNotCopied_whereElementsReadPaddedRows() async throws {
    let folder = try TemporaryFolder()
    let url = try Location(parsing: CodedClips.frames(.h264NoB, in: folder))
    let seen = Recorder<Int>()
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = url })
    let orient = graph.add("orient", VideoOrient())
    let look = graph.add("look", VideoEffect("look") { frame in seen.note(frame.withPlane(0) { $0.stride }) })
    graph.connect(source.video, to: orient.input)
    graph.connect(orient.output, to: look.input)
    graph.connect(look.output, to: graph.add("end", Null()).input)
    _ = try await graph.run(options: .testing)
    // The first frames precede the decoder's pool.
    #expect(seen.all.count == 48 && seen.all.count { $0 > 160 } > 36)
  }
}
