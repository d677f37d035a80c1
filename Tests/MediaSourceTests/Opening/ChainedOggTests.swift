import CoreMedia
import Foundation
import MediaSourceTesting
import TestSupport
import Testing

@testable import MediaSource

/// Chains whose links have headers of their own are played one link after the other.
@Suite struct ChainedOggTests {
  /// Makes a chain of noise, and what ffmpeg decodes of its links.
  private func chain(
    _ links: [(options: [String], seconds: Double)], in folder: TemporaryFolder
  ) throws -> (path: String, samples: Data) {
    var (chain, samples) = (Data(), Data())
    for (number, link) in links.enumerated() {
      let path = folder.file("\(number).ogg")
      let source = "anoisesrc=r=48000:seed=\(number):a=0.3:d=\(link.seconds)"
      try Oracle.make(["-f", "lavfi", "-i", source, "-ac", "2"] + link.options + [path])
      chain += try Data(contentsOf: URL(fileURLWithPath: path))
      samples += try CodedClips.audio(path, "f32le").prefix(8 * Int(link.seconds * 48_000))
    }
    try chain.write(to: folder.url("chain.ogg"))
    return (folder.file("chain.ogg"), samples)
  }

  @Test func linksWithOtherHeaders_areHeardOneAfterTheOther() throws {
    let folder = try TemporaryFolder()
    let (path, expected) = try chain(
      [("1", 1), ("7", 0.6), ("4", 0.8)].map { (["-c:a", "libvorbis", "-q:a", $0], $1) }, in: folder)
    let media = try OpenedMedia(path: path)
    #expect(try media.container.tracks().count == 1)
    let cursor = AudioCursor(
      try CodedClips.track(path, isVideo: false), format: AudioFormatRequest(sampleFormat: .f32))
    let whole = CMTimeRange(start: .zero, end: .positiveInfinity)
    let data = try cursor.samples(in: whole).reduce(into: Data()) { $0.append(contentsOf: $1.bytes) }
    #expect(data.count == expected.count)
    let worst = data.withUnsafeBytes { own in
      expected.withUnsafeBytes { theirs in
        zip(own.bindMemory(to: Float.self), theirs.bindMemory(to: Float.self)).map { abs($0 - $1) }.max() ?? 1
      }
    }
    #expect(worst < 1e-4)
    // From within the second link on.
    let start = CMTime(value: 57_600, timescale: 48_000)
    let rest = try cursor.samples(in: CMTimeRange(start: start, end: .positiveInfinity))
      .reduce(into: Data()) { $0.append(contentsOf: $1.bytes) }
    #expect(rest.count == data.count - 57_600 * 8)
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
