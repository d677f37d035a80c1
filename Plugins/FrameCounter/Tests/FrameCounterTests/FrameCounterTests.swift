import CoreMedia
import MediaEngine
import MediaGraph
import Testing

@testable import FrameCounter

@Suite struct NumberGridTests {
  @Test func everyNumberIsReadBack_andHasCellsOfBothKinds() {
    for number in Array(stride(from: 0, to: NumberGrid.limit, by: 9973)) + [1, 2, 255, 256, NumberGrid.limit - 1] {
      let cells = NumberGrid.cells(of: number)
      #expect(cells.contains(true) && cells.contains(false))
      #expect(NumberGrid.number(of: cells.map { $0 ? 180 : 60 }) == number)
    }
  }

  /// CRC-16/XMODEM of "123" is 0x9752 (its three bytes are the number 0x313233).
  @Test func theCheck_isThePublishedOne() {
    let cells = NumberGrid.cells(of: 0x313233)[24...]
    #expect(cells.reduce(0) { $0 << 1 | ($1 ? 1 : 0) } == ~0x9752 & 0xFFFF)
  }

  @Test func oneWrongCell_isNoNumber() {
    let cells = NumberGrid.cells(of: 123_456).map { $0 ? 235.0 : 16 }
    for index in cells.indices {
      var wrong = cells
      wrong[index] = 251 - wrong[index]
      #expect(NumberGrid.number(of: wrong) == nil)
    }
    #expect(NumberGrid.number(of: cells.map { 100 + $0 / 16 }) == nil)
  }
}

@Suite struct FrameOrderTests {
  private func problem(_ numbers: [Int?], first: Int = 0, count: Int? = nil, rate: FrameRate? = nil) -> String? {
    var order = FrameOrder(first: first, count: count, rate: rate)
    do {
      for (index, number) in numbers.enumerated() {
        try order.take(number, at: CMTime(value: Int64(index), timescale: 10))
      }
      try order.finish()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func allInOrder_isRight() {
    #expect(problem(Array(0..<50), count: 50, rate: FrameRate(10)) == nil)
    #expect(problem(Array(7..<20), first: 7) == nil)
  }

  @Test func whatIsWrong_namesTheFrame() {
    #expect(problem([0, 1, 3]) == "frame 2 is missing: 3 came after 1, at 00:00:00.200, in the place of frame 2")
    #expect(
      problem([0, 1, 9]) == "frames 2 to 8 are missing: 9 came after 1, at 00:00:00.200, in the place of frame 2")
    #expect(problem([0, 1, 1]) == "frame 1 came twice, at 00:00:00.200, in the place of frame 2")
    #expect(
      problem([0, 1, 2, 0]) == "frame 0 is out of order: it came after 2, at 00:00:00.300, in the place of frame 3")
    #expect(problem([0, nil]) == "the picture at 00:00:00.100, in the place of frame 1 shows no number")
    #expect(problem([0, 1], count: 4) == "frames 2 to 3 are missing: the stream ended with 1")
    #expect(problem([], count: 1) == "frame 0 is missing: the stream was empty")
    #expect(problem([0, 1], count: 1) == "frame 1 came after the last one, 0, at 00:00:00.100")
    #expect(
      problem([0, 1], rate: FrameRate(5)) == "frame 1 is shown at 00:00:00.100 instead of 00:00:00.200")
  }
}

@Suite struct SampleOrderTests {
  @Test(arguments: [1, 2]) func everyIndexIsReadBack(channels: Int) {
    for index in Array(stride(from: Int64(0), to: 1 << 32, by: 9_999_991)) + [1, 65535, 65536, 1 << 32 - 1] {
      let (left, right) = SampleCode.samples(of: index, channels: channels)
      #expect(
        SampleCode.index(of: left, channels > 1 ? right : nil) == (channels > 1 ? index : index & 0xFFFF))
    }
  }

  private func problem(_ indices: [Int64?], channels: Int, count: Int64? = nil) -> String? {
    var order = SampleOrder(first: 0, count: count)
    do {
      try order.take(indices.count, channels: channels) { offset in
        indices[offset / channels].map { index in
          let (left, right) = SampleCode.samples(of: index, channels: channels)
          return offset % channels == 0 ? left : right
        }
      }
      try order.finish()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [1, 2]) func whatIsWrong_namesTheSample(channels: Int) {
    let all = (0..<1000).map { Int64($0) }
    #expect(problem(all, channels: channels, count: 1000) == nil)
    #expect(
      problem(all.filter { !(500..<600).contains($0) }, channels: channels)
        == "samples 500 to 599 are missing: 600 came after 499")
    #expect(
      problem(Array(all[..<10]) + Array(all[5...]), channels: channels)
        == "sample 5 is out of order: it came in the place of 10")
    #expect(problem([0, nil], channels: channels) == "sample 1 was changed: it has more than 16 bits")
    #expect(
      problem(all, channels: channels, count: 1200)
        == "samples 1000 to 1199 are missing: the stream ended after 1000 samples")
  }

  @Test func aBitThatFlipped_isAChange() {
    var order = SampleOrder(first: 0, count: nil)
    #expect(throws: CountingError("sample 0 was changed: it tells no index")) {
      try order.take(1, channels: 2) { $0 == 0 ? SampleCode.samples(of: 0, channels: 2).0 ^ 0x100 : 0 }
    }
  }

  /// Noise at half the level is added, and the audio is 100 samples late.
  @Test(arguments: [0, 100, -3]) func noise_isFoundWhereItIs(late: Int) throws {
    var order = NoiseOrder(first: 10_000)
    let audio = (0..<4096).map { offset in
      let index = Int64(10_000 + offset - late)
      return Float(SampleCode.samples(of: index, channels: 2).0) + Float(offset * 7919 % 16384) - 8192
    }
    if late == 0 { return try order.take(audio, channels: 2) }
    let error = #expect(throws: CountingError.self) { try order.take(audio, channels: 2) }
    #expect(
      error?.description
        == (late > 0
          ? "the sound comes 100 samples late at sample 10000" : "3 samples are missing before sample 10000"))
  }
}

/// In a graph, in this process.
@Suite struct CounterGraphTests {
  private static let frames: Int64 = 30

  /// Runs numbered frames through `process`.
  private func run(
    size: PixelSize = PixelSize(width: 97, height: 61), frames: Int = 30,
    _ process: (inout Graph, Output<RawVideo>) -> Output<RawVideo>
  ) async throws {
    var graph = Graph()
    let source = graph.add(
      "source",
      CounterVideo {
        $0.size = size
        $0.duration = .frames(Self.frames)
      })
    let check = graph.add(
      "check",
      CheckVideo {
        $0.frames = frames
        $0.frameRate = FrameRate(30)
      })
    let output = process(&graph, source.output)
    graph.connect(output, to: check.input)
    _ = try await graph.run(options: RunOptions(stallTimeout: .seconds(20)))
  }

  @Test func numbersSurvive_scaling() async throws {
    try await run { graph, output in
      let scale = graph.add(
        "scale",
        VideoScale {
          $0.width = 200
          $0.height = 48
          $0.upscale = .always
        })
      graph.connect(output, to: scale.input)
      return scale.output
    }
  }

  @Test func numbersSurvive_aVeryLowBitRate() async throws {
    try await run(size: PixelSize(width: 320, height: 180)) { graph, output in
      let encode = graph.add("encode", VideoEncodeH264 { $0.bitrate = .kilobits(30) })
      let decode = graph.add("decode", VideoDecode())
      graph.connect(output, to: encode.input)
      graph.connect(encode.output, to: decode.input)
      return decode.output
    }
  }

  @Test func aDroppedFrame_isNamed() async throws {
    let error = await #expect(throws: Diagnostics.self) {
      try await run { graph, output in
        let drop = graph.add(
          "drop",
          Transform("drop", from: .frames([.i420]), to: .frames(.i420), state: { 0 }) { count, frame, output in
            defer { count += 1 }
            if count == 12 { return }
            try output.draw(
              width: frame.width, height: frame.height, at: frame.presentationTime, duration: frame.duration
            ) { copy in
              for plane in 0..<3 {
                copy.withMutablePlane(plane) { to in
                  frame.withPlane(plane) { from in
                    for y in 0..<from.height {
                      from.withRow(y) { from in to.withRow(y) { to in for x in from.indices { to[x] = from[x] } } }
                    }
                  }
                }
              }
            }
          })
        graph.connect(output, to: drop.input)
        return drop.output
      }
    }
    #expect(
      error?.all.first?.cause
        == "frame 12 is missing: 13 came after 11, at 00:00:00.433, in the place of frame 12")
  }

  @Test func aStreamThatEndsEarly_fails() async throws {
    let error = await #expect(throws: Diagnostics.self) { try await run(frames: 31) { $1 } }
    #expect(error?.all.first?.cause == "frame 30 is missing: the stream ended with 29")
  }

  @Test(arguments: [1, 2], [AudioConvert.SampleLayout.s16, .s24, .f32])
  func samplesSurvive_widerFormats(channels: Int, format: AudioConvert.SampleLayout) async throws {
    var graph = Graph()
    let source = graph.add(
      "source",
      CounterAudio {
        $0.duration = .milliseconds(1500)
        $0.channels = channels
      })
    let convert = graph.add("convert", AudioConvert { $0.format = format })
    let check = graph.add("check", CheckAudio { $0.samples = 72000 })
    graph.connect(source.output, to: convert.input)
    graph.connect(convert.output, to: check.input)
    _ = try await graph.run(options: RunOptions(stallTimeout: .seconds(20)))
  }
}
