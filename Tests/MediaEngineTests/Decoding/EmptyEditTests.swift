import Foundation
import MediaEngine
import MediaGraph
import MediaSourceTesting
import TestSupport
import Testing

/// Empty edits of a movie's video, in files that graphs encode: black, where the movie shows nothing.
@Suite struct EmptyEditTests {
  private let folder: TemporaryFolder
  /// The luma of black.
  private static let black = 16

  init() throws { folder = try TemporaryFolder() }

  /// The luma of a frame of the movie.
  private static func luma(_ number: Int) -> Int { 50 + 15 * number }

  /// Makes ten frames at 25 a second, and audio with an impulse at 420 ms.
  ///
  /// - Parameter edits: Those of the video: their durations, and the first frames; nil for an empty edit.
  private func movie(_ edits: [(milliseconds: Int, first: Int?)]) throws -> String {
    let path = folder.file("in.mov")
    try Oracle.make([
      "-f", "lavfi", "-i", "color=black:s=64x48:r=25:d=0.4,format=yuv420p,geq=lum=50+15*N:cb=128:cr=128", "-f", "lavfi",
      "-i", "aevalsrc='if(eq(n,20160),0.9,0)':s=48000:d=0.6", "-c:v", "libx264", "-bf", "0", "-qp", "0",
      "-c:a", "pcm_s16le", "-video_track_timescale", "25", "-movie_timescale", "1000", path,
    ])
    let written = edits.map { WrittenEdit(duration: $0.milliseconds, mediaTime: $0.first ?? -1) }
    try WrittenEdit.write(written, track: 0, in: path)
    return path
  }

  /// Encodes a movie, or a part of it.
  private func encode(_ path: String, _ part: String = "", to kind: String = "mp4") async throws -> String {
    let out = folder.file("out.\(kind)")
    _ = try await Graph(
      nodes: """
        source: { use: asset.read, with: { url: "\(path)"\(part) } }
        video: { use: video.encode.h264, in: source.video }
        audio: { use: audio.encode.flac, in: source.audio }
        mux: { use: mux.\(kind), in: [video, audio] }
        """, writing: "mux", to: out
    ).run(options: .testing)
    return out
  }

  /// Returns the time of each frame in ms, and its luma.
  private func frames(_ path: String) throws -> (times: [Int], lumas: [Int]) {
    let times = try Oracle.text(
      "ffprobe", ["-v", "error", "-select_streams", "v", "-show_entries", "frame=pts_time", "-of", "csv=p=0", path]
    ).split(separator: "\n").compactMap { Double($0.prefix { $0 != "," }).map { Int(($0 * 1000).rounded()) } }
    let bytes = try Oracle.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-pix_fmt", "yuv420p", "-f",
        "rawvideo", "-",
      ])
    let size = 64 * 48 * 3 / 2
    return (times, stride(from: 0, to: bytes.count, by: size).map { Int(bytes[bytes.startIndex + $0]) })
  }

  private func expect(
    _ path: String, _ times: [Int], _ lumas: [Int], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try frames(path)
    #expect(found.times == times, sourceLocation: sourceLocation)
    let areNear = found.lumas.count == lumas.count && zip(found.lumas, lumas).allSatisfy { abs($0 - $1) < 6 }
    #expect(areNear, "\(found.lumas), not \(lumas)", sourceLocation: sourceLocation)
  }

  @Test(arguments: ["mp4", "mkv"]) func gapsBetweenEdits_areBlack_andWhatFollowsIsOnTime(kind: String) async throws {
    let source = try movie([(120, 0), (80, nil), (80, 3), (120, nil), (200, 5)])
    let out = try await encode(source, to: kind)
    try expect(
      out, Array(stride(from: 0, to: 600, by: 40)),
      [0, 1, 2].map(Self.luma) + [Self.black, Self.black] + [3, 4].map(Self.luma)
        + [Self.black, Self.black, Self.black] + (5..<10).map(Self.luma))
    let audio = try Oracle.run(
      "ffmpeg", ["-nostdin", "-v", "error", "-i", out, "-map", "0:a", "-ac", "1", "-f", "s16le", "-"])
    let samples = audio.withUnsafeBytes { bytes in
      (0..<bytes.count / 2).map { abs(Int(bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self))) }
    }
    let loudest = try #require(samples.indices.max { samples[$0] < samples[$1] })
    #expect(loudest == 20_160)
  }

  @Test func partThatBeginsInAGap_beginsBlack() async throws {
    let source = try movie([(200, 0), (120, nil), (200, 5)])
    let out = try await encode(source, ", from: 240ms, to: 400ms")
    try expect(out, [0, 40, 80, 120], [Self.black, Self.black, Self.luma(5), Self.luma(6)])
  }

  @Test func gapAtTheEnd_isBlack() async throws {
    let source = try movie([(120, 0), (80, nil)])
    let out = try await encode(source)
    try expect(out, [0, 40, 80, 120, 160], [0, 1, 2].map(Self.luma) + [Self.black, Self.black])
  }

  @Test func gapAtTheBeginning_isALaterBeginning() async throws {
    let source = try movie([(120, nil), (80, 3)])
    let out = try await encode(source)
    try expect(out, [120, 160], [3, 4].map(Self.luma))
  }

  /// The muxer of transport streams takes no input without a format.
  @Test func transportStreamOfAPartWithoutFrames_hasTheAudio() async throws {
    let source = try movie([(200, 0)])
    let out = folder.file("out.ts")
    let result = try await Graph(
      nodes: """
        source: { use: asset.read, with: { url: "\(source)", from: 300ms } }
        video: { use: video.encode.h264, in: source.video }
        audio: { use: audio.encode.aac, in: source.audio }
        mux: { use: mux.ts, in: [video, audio] }
        """, writing: "mux", to: out
    ).run(options: .testing)
    #expect(
      result.nodes.first { $0.name == "mux" }?.notes == ["input 1 gave no frames, and the file is without that track"])
    #expect(Set(try Oracle.streams(out, "codec_name").filter { !$0.isEmpty }) == ["aac"])
  }
}
