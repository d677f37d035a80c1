import CoreMedia
import Foundation
import MediaEngine
import MediaGraph
import Testing

/// audio.loudness: the loudness that ffmpeg measures behind it, and the same samples in both executors.
@Suite struct AudioLoudnessTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func sound(_ name: String, _ filter: String, channels: Int) throws -> String {
    try Oracle.make([
      "-f", "lavfi", "-i", filter, "-ac", "\(channels)", "-c:a", "pcm_f32le", folder.file(name),
    ])
    return folder.file(name)
  }

  /// The samples behind the node, pulled by the program or pushed to it, and the number of channels.
  private func samples(
    _ path: String, isPushed: Bool, seek: CMTime? = nil, _ settings: (inout AudioLoudness) -> Void
  ) async throws -> [Float] {
    var node = AudioLoudness()
    settings(&node)
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = Location(path) })
    let loudness = graph.add("loudness", node)
    graph.connect(source.audio, to: loudness.input)
    var output = loudness.output
    if isPushed {
      let identity = graph.add("identity", GstElement { ($0.element, $0.type) = ("identity", .rawAudio) })
      graph.connect(output, to: identity.port(in: "in", as: RawAudio.self))
      output = identity.port(out: "out", as: RawAudio.self)
    }
    let sink = ProgramSink<RawAudio>("hear")
    graph.connect(output, to: graph.add("sink", sink).input)
    #expect(try GraphPlan(graph).executor == (isPushed ? .pushed : .pulled))
    let run = GraphRun(graph)
    run.start()
    if let seek { try await run.seek(to: seek) }
    var data = Data()
    while let block = try await sink.next() { data += try block.dataBuffer?.dataBytes() ?? Data() }
    _ = try await run.result()
    return data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  /// The integrated loudness and the true peak, by ffmpeg.
  private func measured(_ samples: [Float], channels: Int) throws -> (loudness: Double, peak: Double) {
    let raw = folder.file("measured.raw")
    try samples.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: raw)) }
    let text = try Oracle.text(
      "ffmpeg",
      ["-nostdin", "-f", "f32le", "-ar", "48000", "-ac", "\(channels)", "-i", raw, "-af", "ebur128=peak=true"]
        + ["-f", "null", "-"], withErrors: true)
    let summary = text.components(separatedBy: "Summary:").last ?? ""
    func value(_ label: String) throws -> Double {
      let line = try #require(summary.split(separator: "\n").first { $0.contains(label) })
      return try #require(line.split(separator: " ").compactMap { Double($0) }.first)
    }
    return (try value("I:"), try value("Peak:"))
  }

  @Test(arguments: [1, 2]) func theWhole_hasTheTarget_inBothExecutors(_ channels: Int) async throws {
    let path = try sound(
      "noise.wav", "anoisesrc=r=48000:d=4:seed=7:a=0.1,volume='0.2+0.15*t':eval=frame", channels: channels)
    let own = try await samples(path, isPushed: false) { ($0.target, $0.peak) = (-70, 0) }
    let pulled = try await samples(path, isPushed: false) { $0.target = -20 }
    let pushed = try await samples(path, isPushed: true) { $0.target = -20 }
    #expect(pulled.count == 4 * 48000 * channels && pulled == pushed)
    #expect(abs(try measured(pulled, channels: channels).loudness + 20) <= 0.11)
    // One gain for all samples.
    let loudest = try #require(own.indices.max { abs(own[$0]) < abs(own[$1]) })
    let factor = pulled[loudest] / own[loudest]
    #expect(zip(own, pulled).allSatisfy { abs($0 * factor - $1) < 1e-5 })
  }

  /// Those of any range are those of the whole.
  @Test func samplesOfARange_haveTheGainOfTheWhole() async throws {
    let path = try sound("tone.wav", "sine=f=997:r=48000:d=4,volume='if(lt(t,2),0.5,0.05)':eval=frame", channels: 2)
    let whole = try await samples(path, isPushed: false) { _ in }
    let part = try await samples(path, isPushed: false, seek: CMTime(value: 3, timescale: 1)) { _ in }
    #expect(part == Array(whole[(3 * 48000 * 2)...]))
  }

  @Test func peaks_limitTheGain_andSilenceStaysSilent() async throws {
    let path = try sound("tone.wav", "sine=f=997:r=48000:d=3", channels: 2)
    let loud = try measured(try await samples(path, isPushed: false) { ($0.target, $0.peak) = (0, -6) }, channels: 2)
    #expect(abs(loud.peak + 6) <= 0.3 && loud.loudness < -3, "\(loud)")
    let silent = try sound("silence.wav", "anullsrc=r=48000:d=1", channels: 2)
    for isPushed in [false, true] {
      let samples = try await samples(silent, isPushed: isPushed) { _ in }
      #expect(samples.count == 96000 && samples.allSatisfy { $0 == 0 })
    }
  }

  @Test func channelsKeepTheirPlaces() async throws {
    let path = try sound("surround.wav", "anoisesrc=r=48000:d=2:seed=3:a=0.2", channels: 6)
    let nodes = """
      source: { use: asset.read, with: { url: \(path) } }
      loudness: { use: audio.loudness, in: source.audio, with: { target: -27 } }
      pcm: { use: audio.encode.pcm, in: loudness, with: { format: f32 } }
      mux: { use: mux.mov, in: pcm }
      file: { use: file.write, in: mux, with: { url: \(folder.file("out.mov")) } }
      """
    _ = try await Graph(nodes: nodes).run(options: .testing)
    let stream = try Oracle.streams(folder.file("out.mov"), "channels,channel_layout,duration")
    #expect(stream == ["6,5.1,2.000000"])
  }
}
