import GStreamerTesting
import CoreMedia
import Foundation
import MediaGraph
import Testing

@testable import MediaEngine

/// Transforms whose output units differ from their input units.
@Suite struct TransformTests {
  private static let rate = FrameRate(25)!

  /// A source of frames whose luma is their number.
  private static func numbered(_ count: Int, size: PixelSize = PixelSize(width: 18, height: 10)) -> VideoSource {
    VideoSource("numbered", size: size, frameRate: rate) { frame, number in
      frame.withMutablePlane(0) { $0.fill(UInt8(number)) }
      return number < count
    }
  }

  /// A codec of the test: a byte for each frame.
  private static let code: PacketFormat = "video/x-test-number"

  private static func encoder(finish: Bool = false) -> Transform<RawVideo, Coded<Video>> {
    Transform("encode", from: .frames([.i420]), to: .packets(code), state: { 0 }) { count, frame, output in
      count += 1
      try output.send(
        DataPacket(
          Data([frame.withPlane(0) { $0[byte: 0, row: 0] }]), at: frame.presentationTime, duration: frame.duration))
    } finish: { count, output in
      if finish { try output.send(DataPacket(Data([UInt8(count), 255]), at: CMTime(value: 9, timescale: 1))) }
    }
  }

  @Test func framesOfAnotherSize_keepTheirTimes() async throws {
    var graph = Graph()
    let pictures = RecordedFrames()
    let source = graph.add("source", Self.numbered(5))
    let grow = graph.add(
      "grow",
      Transform("grow", from: .frames([.i420]), to: .frames(.i420)) { frame, output in
        let value = frame.withPlane(0) { $0[byte: 0, row: 0] }
        // The size changes on the way.
        let width = value < 3 ? 31 : 64
        try output.draw(width: width, height: 33, at: frame.presentationTime, duration: frame.duration) { large in
          large.withMutablePlane(0) { $0.fill(value + 100) }
          large.withMutablePlane(1) { $0.fill(1) }
          large.withMutablePlane(2) { $0.fill(2) }
        }
      })
    graph.connect(source.output, to: grow.input)
    graph.connect(grow.output, to: graph.add("look", pictures.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(pictures.all.map(\.width) == [31, 31, 31, 64, 64])
    #expect(pictures.all.map(\.corner) == (0..<5).map { [100 + $0, 1, 2] })
    #expect(pictures.all.map(\.time) == (0..<5).map { CMTime(value: $0, timescale: 25) })
  }

  @Test func customCodec_encodesAndDecodes() async throws {
    var graph = Graph()
    let pictures = RecordedFrames()
    let source = graph.add("source", Self.numbered(4))
    let encode = graph.add("encode", Self.encoder())
    let decode = graph.add(
      "decode",
      Transform<Coded<Video>, RawVideo>("decode", from: .packets(Self.code), to: .frames(.gray8)) { packet, output in
        #expect(packet.format.contains("width=(int)18") && packet.format.contains("framerate=(fraction)25/1"))
        try output.draw(width: 8, height: 8, at: packet.presentationTime, duration: packet.duration) { frame in
          frame.withMutablePlane(0) { $0.fill(packet.data.first ?? 0) }
        }
      })
    graph.connect(source.output, to: encode.input)
    graph.connect(encode.output, to: decode.input)
    graph.connect(decode.output, to: graph.add("look", pictures.sink(formats: [.gray8])).input)
    _ = try await graph.run(options: .testing)
    #expect(pictures.all.map(\.corner) == [[0], [1], [2], [3]])
    #expect(pictures.all.map(\.time) == (0..<4).map { CMTime(value: $0, timescale: 25) })
  }

  @Test func finish_givesWhatIsLeft_beforeTheEndArrives() async throws {
    var graph = Graph()
    let seen = Log<[UInt8]>()
    let source = graph.add("source", Self.numbered(3))
    let encode = graph.add("encode", Self.encoder(finish: true))
    let sink = graph.add("sink", DataSink<Coded<Video>>("sink", format: Self.code) { seen.add([UInt8]($0.data)) })
    graph.connect(source.output, to: encode.input)
    graph.connect(encode.output, to: sink.input)
    _ = try await graph.run(options: .testing)
    #expect(seen.all == [[0], [1], [2], [3, 255]])
  }

  @Test func aHeader_arrivesWithTheFormat() async throws {
    var graph = Graph()
    let seen = Log<Data?>()
    let source = graph.add("source", Self.numbered(1))
    let encode = graph.add(
      "encode",
      Transform<RawVideo, Coded<Video>>("encode", from: .frames([.i420]), to: .packets(Self.code)) { frame, output in
        output.describe(PacketFormat(Self.code.caps, header: Data([1, 0xAB, 255])))
        try output.send(DataPacket(Data([1]), at: frame.presentationTime))
      })
    let sink = graph.add("sink", DataSink<Coded<Video>>("sink") { seen.add($0.header) })
    graph.connect(source.output, to: encode.input)
    graph.connect(encode.output, to: sink.input)
    _ = try await graph.run(options: .testing)
    #expect(seen.all == [Data([1, 0xAB, 255])])
  }

  @Test func audio_ofAnotherLengthAndRate() async throws {
    var graph = Graph()
    let audio = RecordedAudio()
    let source = graph.add("source", TestAudio { $0.duration = .seconds(1) })
    let halve = graph.add(
      "halve",
      Transform("halve", from: .audio([.f32]), to: .audio()) { block, output in
        let (count, channels) = (block.frameCount / 2, block.channels)
        try output.write(count, rate: block.rate / 2, channels: channels, at: block.presentationTime) { half in
          half.withMutableSamples(as: Float.self) { to in
            block.withSamples(as: Float.self) { from in
              for i in 0..<count * channels { to[i] = from[i / channels * 2 * channels + i % channels] }
            }
          }
        }
      })
    graph.connect(source.output, to: halve.input)
    graph.connect(halve.output, to: graph.add("listen", audio.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(audio.total.frames == 24000 && audio.total.rate == 24000 && audio.total.channels == 2)
    #expect(audio.total.peak > 0.49 && audio.total.peak < 0.51)
  }

  @Test func textAndMetadata_areMadeAndRead() async throws {
    var graph = Graph()
    let seen = Log<String>()
    let words = graph.add(
      "words",
      DataSource<Text>("words", format: .text, state: { ["one", "two"] }) { left in
        guard !left.isEmpty else { return nil }
        let time = CMTime(value: Int64(2 - left.count), timescale: 1)
        return DataPacket(Data(left.removeFirst().utf8), at: time, duration: CMTime(value: 1, timescale: 1))
      })
    let count = graph.add(
      "count",
      Transform<Text, Metadata>("count", from: .packets(.text), to: .packets(.metadata)) { line, output in
        try output.send(DataPacket(Data("\(line.byteCount)".utf8), at: line.presentationTime, duration: line.duration))
      })
    let sink = graph.add(
      "sink",
      DataSink<Metadata>("sink", format: .metadata) { block in
        seen.add("\(block.presentationTime.seconds) \(String(decoding: block.data, as: UTF8.self))")
      })
    graph.connect(words.output, to: count.input)
    graph.connect(count.output, to: sink.input)
    _ = try await graph.run(options: .testing)
    #expect(seen.all == ["0.0 3", "1.0 3"])
  }

  @Test func whatSinksAndTransformsThrowAtTheEnd_endsTheRun() async throws {
    for place in ["sink", "transform"] {
      var graph = Graph()
      let source = graph.add("source", Self.numbered(3))
      let pass = graph.add(
        "pass",
        Transform("pass", from: .frames([.i420]), to: .packets(PacketFormat.metadata), state: {}) {
          (_, frame, output: borrowing PacketOutput) in
          try output.send(DataPacket(Data(), at: frame.presentationTime))
        } finish: { _, _ in
          if place == "transform" { throw TestError(number: 7) }
        } as Transform<RawVideo, Metadata>)
      let sink = graph.add(
        "sink",
        DataSink<Metadata>("sink", state: {}) { _, _ in
        } finish: { _ in
          if place == "sink" { throw TestError(number: 8) }
        })
      graph.connect(source.output, to: pass.input)
      graph.connect(pass.output, to: sink.input)
      let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
      #expect(error?.all.first?.cause == "I refuse number \(place == "sink" ? 8 : 7)")
      #expect(error?.all.first?.message.contains("'\(place == "sink" ? "sink" : "pass")'") == true)
    }
  }

  @Test func state_isMadeForEachRun() async throws {
    var graph = Graph()
    let seen = Log<[UInt8]>()
    let source = graph.add("source", Self.numbered(2))
    let encode = graph.add("encode", Self.encoder(finish: true))
    graph.connect(source.output, to: encode.input)
    graph.connect(
      encode.output, to: graph.add("sink", DataSink<Coded<Video>>("sink") { seen.add([UInt8]($0.data)) }).input)
    for _ in 0..<2 { _ = try await graph.run(options: .testing) }
    #expect(seen.all == [[0], [1], [2, 255], [0], [1], [2, 255]])
  }

  @Test(arguments: ["", "video/x-a; video/x-b", "no caps at all"])
  func invalidFormat_isReportedBeforeTheRun(caps: String) async throws {
    var graph = Graph()
    let source = graph.add("source", DataSource<Text>("words", format: PacketFormat(caps), state: {}) { _ in nil })
    graph.connect(source.output, to: graph.add("null", Null()).input)
    let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    #expect(error?.all.first?.cause?.contains("no description of a format") == true)
  }

  @Test func framesOfImpossibleSizes_areRefused() async throws {
    var graph = Graph()
    let source = graph.add("source", Self.numbered(1))
    let grow = graph.add(
      "grow",
      Transform("grow", from: .frames(), to: .frames(.i420)) { frame, output in
        try output.draw(width: 1 << 40, height: 1, at: frame.presentationTime) { _ in }
      })
    graph.connect(source.output, to: grow.input)
    graph.connect(grow.output, to: graph.add("null", Null()).input)
    let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    #expect(error?.all.first?.cause?.contains("1099511627776x1") == true)
  }

  @Test func audioOfMoreChannelsThanAreConverted_isRefused() async throws {
    var graph = Graph()
    let tone = graph.add("tone", TestAudio { $0.duration = .seconds(1) })
    let widen = graph.add(
      "widen",
      Transform("widen", from: .audio([.f32]), to: .audio()) { block, output in
        try output.write(8, rate: block.rate, channels: 64, at: block.presentationTime) { _ in }
      })
    graph.connect(tone.output, to: widen.input)
    graph.connect(widen.output, to: graph.add("null", Null()).input)
    let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    #expect(error?.all.first?.cause?.contains("with 64 channels") == true)
  }

  /// A branch that waits for nothing beside an encoder that needs forty frames before its first output.
  @Test func aSinkBesideASlowStarter_doesNotStopTheFanOut() async throws {
    let folder = try TemporaryFolder()
    var graph = Graph()
    let source = graph.add("source", Self.numbered(100, size: PixelSize(width: 64, height: 48)))
    let h264 = graph.add("h264", VideoEncodeH264())
    let mp4 = graph.add("mp4", MuxMP4())
    graph.connect(source.output, to: graph.add("null", Null()).input)
    graph.connect(source.output, to: graph.add("look", RecordedFrames().sink()).input)
    graph.connect(source.output, to: h264.input)
    graph.connect(h264.output, to: mp4.input)
    graph.connect(mp4.output, to: graph.add("file", FileWrite { $0.url = folder.location("out.mp4") }).input)
    _ = try await graph.run(options: .testing)
    #expect(try Oracle.streams(folder.file("out.mp4"), "nb_read_frames") == ["100"])
  }
}
