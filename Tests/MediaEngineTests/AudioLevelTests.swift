import Foundation
import MediaEngine
import MediaGraph
import Testing

/// audio.level compared with ffmpeg's ebur128 filter, and its metadata as lines.
@Suite struct AudioLevelTests {
  /// Returns the measurements of a file's audio.
  private static func measure(_ path: String) async throws -> [String: Double] {
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = Location(path) })
    let meter = graph.add("meter", AudioLevel())
    graph.connect(source.audio, to: meter.input)
    graph.connect(meter.output, to: graph.add("null", Null()).input)
    let result = try await graph.run(options: .testing)
    let measured = try #require(result.nodes.first { $0.name == "meter" }?.measurements)
    return Dictionary(uniqueKeysWithValues: measured.map { ($0.name, $0.value) })
  }

  /// Returns the values in the summary of ffmpeg's filter.
  private static func oracle(_ path: String) throws -> (integrated: Double, range: Double, peak: Double) {
    let text = try Oracle.text(
      "ffmpeg", ["-nostdin", "-i", path, "-af", "ebur128=peak=true", "-f", "null", "-"], withErrors: true)
    let summary = text.components(separatedBy: "Summary:").last ?? ""
    func value(_ label: String) throws -> Double {
      let line = try #require(summary.split(separator: "\n").first { $0.contains(label) })
      return try #require(line.split(separator: " ").compactMap { Double($0) }.first)
    }
    return (try value("I:"), try value("LRA:"), try value("Peak:"))
  }

  /// Audio of changing loudness, in several formats.
  private static let sounds: [(name: String, filter: String, options: [String])] = [
    ("steps.wav", "sine=f=997:r=48000:d=6,volume='if(lt(t,3),0.5,0.05)':eval=frame", ["-ac", "2"]),
    ("noise.wav", "anoisesrc=r=44100:d=5:seed=7:a=0.3,volume='0.2+0.15*t':eval=frame", ["-ac", "1"]),
    ("surround.wav", "sine=f=500:r=48000:d=5", ["-ac", "6"]),
    ("quiet.wav", "sine=f=997:r=32000:d=5,volume=-58dB", ["-ac", "2"]),
  ]

  @Test(arguments: sounds.indices)
  func loudness_isThatOfFFmpeg(index: Int) async throws {
    let (name, filter, options) = Self.sounds[index]
    let folder = try TemporaryFolder()
    try Oracle.make(["-f", "lavfi", "-i", filter] + options + ["-c:a", "pcm_s24le", folder.file(name)])
    let measured = try await Self.measure(folder.file(name))
    let oracle = try Self.oracle(folder.file(name))
    #expect(abs(try #require(measured["integrated_loudness"]) - oracle.integrated) <= 0.11, "\(measured) \(oracle)")
    #expect(abs(try #require(measured["loudness_range"]) - oracle.range) <= 1.5, "\(measured) \(oracle)")
    #expect(abs(try #require(measured["true_peak"]) - oracle.peak) <= 0.4, "\(measured) \(oracle)")
  }

  @Test func silence_isAtTheFloor_andNotNoNumber() async throws {
    var graph = Graph()
    let source = graph.add(
      "source",
      TestAudio {
        $0.wave = .silence; $0.duration = .seconds(4)
      })
    let meter = graph.add("meter", AudioLevel())
    graph.connect(source.output, to: meter.input)
    graph.connect(meter.output, to: graph.add("null", Null()).input)
    let result = try await graph.run(options: .testing)
    let values = result.nodes.first { $0.name == "meter" }?.measurements.map(\.value)
    #expect(values == [-70, 0, -160, -160, -160, -160])
  }

  @Test func levels_becomeLinesWithTimes() async throws {
    let folder = try TemporaryFolder()
    var graph = Graph()
    let samples = Samples()
    let source = graph.add(
      "source",
      TestAudio {
        $0.duration = .milliseconds(3250); $0.volume = 0.5
      })
    let meter = graph.add("meter", AudioLevel())
    let lines = graph.add("lines", MetadataLines())
    let file = graph.add("file", FileWrite { $0.url = folder.location("levels.jsonl") })
    graph.connect(source.output, to: meter.input)
    graph.connect(meter.levels, to: lines.input)
    graph.connect(lines.output, to: file.input)
    graph.connect(meter.output, to: graph.add("listen", samples.sink()).input)
    _ = try await graph.run(options: .testing)
    let text = try String(contentsOfFile: folder.file("levels.jsonl"), encoding: .utf8)
    let read = text.split(separator: "\n").map { #""\#($0)""# }.count
    let first = try #require(text.split(separator: "\n").first)
    let last = try #require(text.split(separator: "\n").last)
    #expect(read == 32)
    #expect(first == #"{"time":0,"duration":0.1,"peak":-6.0}"#)
    let object = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Double]
    #expect(object?["time"] == 3.1 && object?["duration"] == 0.1 && object?["peak"] == -6.0)
    // A stereo tone of 440 Hz at -6 dBFS peak: -9 dB RMS a channel, two channels.
    #expect(abs(try #require(object?["momentary"]) + 6.7) < 0.4, "\(last)")
    #expect(object?["short_term"] == object?["momentary"])
    #expect(samples.first.count == 3250 * 48)
  }

  @Test func levelsAlone_canBeRead() async throws {
    let folder = try TemporaryFolder()
    var graph = Graph()
    let source = graph.add("source", TestAudio { $0.duration = .seconds(1) })
    let meter = graph.add("meter", AudioLevel())
    let lines = graph.add("lines", MetadataLines())
    graph.connect(source.output, to: meter.input)
    graph.connect(meter.levels, to: lines.input)
    graph.connect(lines.output, to: graph.add("file", FileWrite { $0.url = folder.location("l.jsonl") }).input)
    _ = try await graph.run(options: .testing)
    #expect(try String(contentsOfFile: folder.file("l.jsonl"), encoding: .utf8).split(separator: "\n").count == 10)
  }
}
