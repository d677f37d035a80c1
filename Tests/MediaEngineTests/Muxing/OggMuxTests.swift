import Foundation
import MediaEngine
import MediaGraph
import TestSupport
import Testing

/// Ogg files that graphs write, judged by ffmpeg.
@Suite struct OggMuxTests {
  private func copy(_ arguments: String, in folder: borrowing TemporaryFolder) async throws -> (
    from: String, to: String
  ) {
    let (source, out) = (folder.file("in.ogg"), folder.file("out.ogg"))
    // A beep of 40 ms each second gives Vorbis short blocks between long ones.
    let beep = "aevalsrc=0.5*sin(2*PI*1000*t)*gte(mod(t\\,1)\\,0.4)*lt(mod(t\\,1)\\,0.44):s=48000:d=3"
    try Oracle.make(["-f", "lavfi", "-i", beep] + arguments.split(separator: " ").map(String.init) + [source])
    let copy = "copy: { use: asset.remux, with: { url: \"\(source)\", output: \"\(out)\" } }"
    _ = try await Graph(nodes: copy).run(options: .testing)
    return (source, out)
  }

  private func granules(_ path: String) throws -> [Int64] {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    let pages = bytes.indices.dropLast(27).filter { bytes[$0..<$0 + 4].elementsEqual("OggS".utf8) }
    return pages.map { page in
      Int64(bitPattern: bytes[page + 6..<page + 14].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
  }

  private func packets(_ path: String) throws -> String {
    try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "a", "-show_packets", "-show_entries", "packet=pts,size,data_hash",
        "-show_data_hash", "MD5",
      ]
        + ["-of", "csv=p=0", path])
  }

  /// The times of packets between the beeps, where an error has added up; FFmpeg has wrong ones at changes of blocks.
  private func times(_ path: String) throws -> [Int] {
    let text = try Oracle.text("ffprobe", ["-v", "error", "-show_entries", "packet=pts", "-of", "csv=p=0", path])
    return text.split(whereSeparator: { $0 == "\n" || $0 == "," }).compactMap { Int($0) }
      .filter { (97_000..<110_000).contains($0) }
  }

  private func samples(_ path: String) throws -> String {
    try Oracle.text("ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-f", "md5", "-"])
  }

  @Test(arguments: ["", " -af atrim=start=1.2"]) func vorbis_countsLongBlocks(filter: String) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = try await copy("-c:a libvorbis\(filter)", in: folder)
    #expect(try granules(out).last == granules(source).last)
    #expect(try times(out) == times(source))
    #expect(try samples(out) == samples(source))
  }

  @Test(arguments: ["", " -af atrim=start=1.2"]) func opus_keepsPreSkip(filter: String) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = try await copy("-c:a libopus\(filter)", in: folder)
    #expect(try granules(out).last == granules(source).last)
    #expect(try packets(out) == packets(source))
    #expect(try samples(out) == samples(source))
  }

  /// The last packet of the sound is behind the last frame, and goes onto a page of more than half a second.
  @Test func lastPacketOfSound_behindTheFrames_isKept() async throws {
    let folder = try TemporaryFolder()
    let frames = "-f lavfi -i testsrc=size=64x48:rate=25:duration=3 -c:v libtheora -g 25"
    let (source, out) = try await copy("\(frames) -c:a libopus", in: folder)
    let (sound, whole) = (try packets(out), try packets(source))
    #expect(sound == whole)
  }
}
