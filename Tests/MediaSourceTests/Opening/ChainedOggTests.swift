import CoreMedia
import Foundation
import MediaSourceTesting
import MovieFile
import TestSupport
import Testing

@testable import MediaSource

/// Chains whose links have headers of their own are played one link after the other.
@Suite struct ChainedOggTests {
  /// Makes a chain of noise, and the samples that ffmpeg decodes of each link alone: all but some of the last.
  private func chain(
    _ links: [(options: [String], seconds: Double)], in folder: TemporaryFolder
  ) throws -> (path: String, samples: [[Float]]) {
    var (chain, samples) = (Data(), [[Float]]())
    for (number, link) in links.enumerated() {
      let path = folder.file("\(number).ogg")
      let source = "anoisesrc=r=48000:seed=\(number):a=0.3:d=\(link.seconds)"
      try Oracle.make(["-f", "lavfi", "-i", source, "-ac", "2"] + link.options + [path])
      chain += try Data(contentsOf: URL(fileURLWithPath: path))
      samples.append(floats(try CodedClips.audio(path, "f32le")))
    }
    try chain.write(to: folder.url("chain.ogg"))
    return (folder.file("chain.ogg"), samples)
  }

  private func floats(_ bytes: some Sequence<UInt8>) -> [Float] {
    Data(bytes).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  @Test func linksWithOtherHeaders_areHeardOneAfterTheOther() throws {
    let folder = try TemporaryFolder()
    let lengths = [1, 0.6, 0.8]
    let (path, expected) = try chain(
      zip(["1", "7", "4"], lengths).map { (["-c:a", "libvorbis", "-q:a", $0], $1) }, in: folder)
    let media = try OpenedMedia(path: path)
    #expect(try media.container.tracks().count == 1)
    let cursor = AudioCursor(
      try CodedClips.track(path, isVideo: false), format: AudioFormatRequest(sampleFormat: .f32))
    let whole = CMTimeRange(start: .zero, end: .positiveInfinity)
    let data = try cursor.samples(in: whole).reduce(into: Data()) { $0.append(contentsOf: $1.bytes) }
    let samples = floats(data)
    #expect(samples.count == 2 * 115_200)
    var first = 0
    for (length, link) in zip(lengths, expected) {
      try #require(link.count >= Int(length * 96_000) - 512 && first + link.count <= samples.count)
      let own = samples[first...].prefix(link.count)
      #expect(zip(own, link).allSatisfy { abs($0 - $1) < 1e-4 })
      first += Int(length * 96_000)
    }
    // From within the second link on.
    let start = CMTime(value: 57_600, timescale: 48_000)
    let rest = try cursor.samples(in: CMTimeRange(start: start, end: .positiveInfinity))
      .reduce(into: Data()) { $0.append(contentsOf: $1.bytes) }
    #expect(rest.count == data.count - 57_600 * 8)
  }

  /// A stream that comes once, as a station's, goes on with the headers of each link.
  @Test(arguments: [
    ["-c:a", "libvorbis", "-q:a"], ["-c:a", "libopus", "-b:a"], ["-c:a", "flac", "-compression_level"],
  ])
  func linksOfAStreamThatComesOnce_areHeardAsThoseOfAFile(options: [String]) throws {
    let folder = try TemporaryFolder()
    let values = options[1] == "libopus" ? ["32k", "96k", "32k"] : ["1", "7", "1"]
    let (path, _) = try chain(zip(values, [1, 0.6, 0.8]).map { (options + [$0], $1) }, in: folder)
    let source = ArrivingBytes(
      name: nil, Reception(), firstBytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    ) { [] }
    let file = try source.opened { () throws(MovieError) in try OggFile(source: source) }
    let stream = try InterleavedTrack(0, of: PacketIndex(file))
    let request = AudioFormatRequest(sampleFormat: .f32)
    let chunks = try AudioCursor(stream, format: request).samples(in: .wholeTimeline)
    #expect(zip(chunks, chunks.dropFirst()).allSatisfy { $0.position + Int64($0.frameCount) == $1.position })
    let samples = floats(chunks.reduce(into: Data()) { $0.append(contentsOf: $1.bytes) })
    let expected = try AudioCursor(CodedClips.track(path, isVideo: false), format: request).samples(in: .wholeTimeline)
    let isSame = samples == floats(expected.reduce(into: Data()) { $0.append(contentsOf: $1.bytes) })
    #expect(isSame && samples.count == 2 * 115_200)
    #expect(stream.formats.count == (options[1] == "libopus" ? 1 : 3))
  }

  @Test func linksOfAnotherRate_areTracksOfTheirOwn_andNoted() throws {
    let folder = try TemporaryFolder()
    let (path, _) = try chain(
      [(["-c:a", "libvorbis"], 1), (["-ar", "44100", "-c:a", "libvorbis"], 0.6)], in: folder)
    let container = try #require(try OpenedMedia(path: path).container as? InterleavedContainer)
    #expect(try container.tracks().count == 2)
    #expect(
      container.notes == ["a later link of the file has vorbis with other parameters, which is a track of its own"])
  }
}
