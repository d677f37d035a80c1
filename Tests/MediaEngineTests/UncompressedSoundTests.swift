import Foundation
import MediaGraph
import Testing

@testable import MediaEngine

/// Uncompressed WAVE and AIFF files are read by their tables in graphs too.
@Suite struct UncompressedSoundTests {
  private func made(_ name: String, _ options: [String], in folder: TemporaryFolder) throws -> String {
    let path = folder.file(name)
    try Oracle.make(["-f", "lavfi", "-i", "anoisesrc=r=44100:seed=5:a=0.4:d=1.1"] + options + [path])
    return path
  }

  @Test(arguments: [
    ("bytes.wav", ["-c:a", "pcm_u8"]), ("stereo.wav", ["-c:a", "pcm_s16le", "-ac", "2"]),
    ("six.wav", ["-c:a", "pcm_s24le", "-ac", "6"]), ("float.wav", ["-c:a", "pcm_f32le"]),
    ("double.wav", ["-c:a", "pcm_f64le"]), ("large.wav", ["-c:a", "pcm_s16le", "-rf64", "always"]),
    ("law.wav", ["-c:a", "pcm_mulaw"]), ("bytes.aiff", ["-c:a", "pcm_s8"]), ("stereo.aiff", ["-ac", "2"]),
    ("deep.aiff", ["-c:a", "pcm_s24be"]), ("float.aifc", ["-c:a", "pcm_f32be", "-f", "aiff"]),
    ("little.aifc", ["-c:a", "pcm_s16le", "-f", "aiff"]),
  ])
  func samples_areThoseOfTheFile(name: String, options: [String]) async throws {
    let folder = try TemporaryFolder()
    let path = try made(name, options, in: folder)
    let read = try await RemoteClips.audio(path)
    let expected = try CodedClips.audio(path, "f32le").withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let channels = read.channels.count
    #expect(read.start == 0 && read.jumps == 0 && read.channels.first?.count == 48_510)
    let interleaved = (0..<expected.count).map { read.channels[$0 % channels][$0 / channels] }
    let isSame = interleaved == expected
    #expect(isSame)
  }

  @Test(arguments: [
    ("a.wav", "pcm_s16le", "wav"), ("a.wav", "pcm_s24le", "caf"), ("a.aiff", "pcm_s16be", "aiff"),
    ("a.aiff", "pcm_s16be", "wav"),
  ])
  func storedSamples_areCopied(name: String, codec: String, mux: String) async throws {
    let folder = try TemporaryFolder()
    let path = try made(name, ["-c:a", codec, "-ac", "2"], in: folder)
    let out = folder.file("out.\(mux)")
    try await write(out, of: path, mux, from: "source.coded_audio")
    #expect(try Oracle.md5(out, ["-c:a", "pcm_s24le"]) == Oracle.md5(path, ["-c:a", "pcm_s24le"]))
    #expect(try Oracle.streams(out, "channels,duration_ts") == ["2,48510"])
  }

  @Test(arguments: ["a.wav", "a.aiff", "a.mov"]) func stereo_canBeEncoded(name: String) async throws {
    let folder = try TemporaryFolder()
    let codec = name == "a.wav" ? "pcm_s16le" : "pcm_s16be"
    let path = try made(name, ["-c:a", codec, "-ac", "2"], in: folder)
    let out = folder.file("out.caf")
    try await write(out, of: path, "caf", from: "coded", "coded: { use: audio.encode.alac, in: source.audio }")
    #expect(try Oracle.md5(out, ["-c:a", "pcm_s16le"]) == Oracle.md5(path, ["-c:a", "pcm_s16le"]))
  }

  private func write(_ out: String, of path: String, _ mux: String, from input: String, _ node: String = "")
    async throws
  {
    let nodes = """
      source: { use: asset.read, with: { url: "\(path)" } }
      \(node)
      mux: { use: mux.\(mux), in: \(input) }
      file: { use: file.write, in: mux, with: { url: "\(out)" } }
      """
    _ = try await Graph(nodes: nodes).run(options: .testing)
  }
}
