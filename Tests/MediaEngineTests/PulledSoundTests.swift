import CoreMedia
import Foundation
import MediaGraph
import MediaSource
import Testing

@testable import GStreamer
@testable import MediaEngine

/// Volume and mix give the same bits pulled and pushed, and those that ffmpeg gives.
@Suite struct PulledSoundTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func noise(_ name: String, seed: Int, _ codec: String, seconds: Double = 0.73) throws -> Location {
    try Oracle.make([
      "-f", "lavfi", "-i", "anoisesrc=r=48000:seed=\(seed):a=0.4:d=\(seconds)", "-af", "pan=stereo|c0=c0|c1=0.5*c0",
      "-c:a", codec, folder.file(name),
    ])
    return folder.location(name)
  }

  /// The bytes of what a graph makes of some files.
  private func bytes(
    _ urls: [Location], isPushed: Bool, _ node: (inout Graph, [Output<RawAudio>]) -> Output<RawAudio>
  ) async throws -> Data {
    var graph = Graph()
    let outputs = urls.enumerated().map { number, url in
      let output = graph.add("source\(number)", AssetRead { $0.url = url }).audio
      guard isPushed else { return output }
      let identity = graph.add("identity\(number)", GstElement { ($0.element, $0.type) = ("identity", .rawAudio) })
      graph.connect(output, to: identity.port(in: "in", as: RawAudio.self))
      return identity.port(out: "out", as: RawAudio.self)
    }
    let sink = ProgramSink<RawAudio>("hear")
    graph.connect(node(&graph, outputs), to: graph.add("sink", sink).input)
    #expect(try GraphPlan(graph).executor == (isPushed ? .pushed : .pulled))
    let run = GraphRun(graph, options: .testing)
    run.start()
    var data = Data()
    while let block = try await sink.next() {
      #expect(block.presentationTimeStamp.value == Int64(data.count / (block.formatDescription?.bytesPerFrame ?? 1)))
      data += try block.dataBuffer?.dataBytes() ?? Data()
    }
    let result = try await run.result()
    #expect(result.nodes.allSatisfy(\.elements.isEmpty) == !isPushed)
    return data
  }

  @Test(arguments: MixEnding.allCases, [[0.5, 0.73], [0.73, 0.5]])
  func sumsOfDifferentLengths_endAtTheSameSample(ending: MixEnding, seconds: [Double]) async throws {
    let urls = try seconds.enumerated().map { try noise("\($0).wav", seed: $0 + 5, "pcm_s16le", seconds: $1) }
    let mix: (inout Graph, [Output<RawAudio>]) -> Output<RawAudio> = { graph, inputs in
      let node = graph.add("mix", AudioMix { $0.endsWith = ending })
      for input in inputs { graph.connect(input, to: node.input) }
      return node.output
    }
    let pulled = try await bytes(urls, isPushed: false, mix)
    let pushed = try await bytes(urls, isPushed: true, mix)
    let length =
      switch ending {
      case .longest: 0.73
      case .shortest: 0.5
      case .first: seconds[0]
      }
    #expect(pulled == pushed && pulled.count == Int(length * 48000) * 8)
  }

  /// A graph's resampler has the settings of a reader's converter.
  @Test(arguments: [44_100, 47_993, 96_000]) func audioOfAnotherRate_isTheSameBits(_ rate: Int) async throws {
    let url = try noise("a.wav", seed: 4, "pcm_s16le")
    let convert: (inout Graph, [Output<RawAudio>]) -> Output<RawAudio> = { graph, inputs in
      let node = graph.add("convert", AudioConvert { $0.rate = rate })
      graph.connect(inputs[0], to: node.input)
      return node.output
    }
    let pulled = try await bytes([url], isPushed: false, convert)
    let isSame = try await bytes([url], isPushed: true, convert) == pulled
    #expect(isSame && pulled.count == (35_040 * rate + 24_000) / 48_000 * 4)
  }

  @Test(arguments: ["pcm_s16le", "pcm_f32le", "pcm_s32le", "aac"], [0.5, 1.7])
  func louderAndSofterAudio_isTheSameBits(_ codec: String, _ gain: Double) async throws {
    let url = try noise("a.mov", seed: 3, codec)
    let volume: (inout Graph, [Output<RawAudio>]) -> Output<RawAudio> = { graph, inputs in
      let node = graph.add("volume", AudioVolume { $0.gain = Gain(factor: gain) })
      graph.connect(inputs[0], to: node.input)
      return node.output
    }
    let pulled = try await bytes([url], isPushed: false, volume)
    let isSame = try await bytes([url], isPushed: true, volume) == pulled
    #expect(isSame && pulled.count >= 35040 * 4)
    guard codec == "pcm_f32le" else { return }
    try Oracle.make([
      "-i", folder.file("a.mov"), "-af", "volume=\(gain):precision=float", "-f", "f32le", folder.file("a.raw"),
    ])
    let isThatOfOthers = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.raw"))) == pulled
    #expect(isThatOfOthers)
  }

  @Test func mutedAudio_isSilence() async throws {
    let url = try noise("a.mov", seed: 3, "pcm_s16le")
    let pulled = try await bytes([url], isPushed: false) { graph, inputs in
      let node = graph.add("volume", AudioVolume { $0.mute = true })
      graph.connect(inputs[0], to: node.input)
      return node.output
    }
    let isSilent = pulled.allSatisfy { $0 == 0 }
    #expect(isSilent && pulled.count == 35040 * 4)
  }

  @Test(arguments: ["pcm_s16le", "pcm_f32le"]) func mixedAudio_isTheSameBits(_ codec: String) async throws {
    // The second ends earlier.
    let urls = [try noise("a.mov", seed: 3, codec), try noise("b.mov", seed: 5, codec, seconds: 0.41)]
    func mix(_ gains: [Double]) -> (inout Graph, [Output<RawAudio>]) -> Output<RawAudio> {
      { graph, inputs in
        let node = graph.add("mix", AudioMix { $0.gains = gains.map { Gain(factor: $0) } })
        for input in inputs { graph.connect(input, to: node.input) }
        return node.output
      }
    }
    let pulled = try await bytes(urls, isPushed: false, mix([0.7, 1.3]))
    let isSame = try await bytes(urls, isPushed: true, mix([0.7, 1.3])) == pulled
    #expect(isSame && pulled.count == 35040 * 8)
    guard codec == "pcm_f32le" else { return }
    try Oracle.make([
      "-i", folder.file("a.mov"), "-i", folder.file("b.mov"), "-filter_complex",
      "amix=normalize=0:dropout_transition=0", "-f", "f32le", folder.file("m.raw"),
    ])
    let isThatOfOthers =
      try await bytes(urls, isPushed: false, mix([])) == Data(contentsOf: URL(fileURLWithPath: folder.file("m.raw")))
    #expect(isThatOfOthers)
  }
}

extension CMFormatDescription {
  fileprivate var bytesPerFrame: Int { Int(audioStreamBasicDescription?.mBytesPerFrame ?? 1) }
}
