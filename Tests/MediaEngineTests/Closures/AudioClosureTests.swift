@testable import GStreamer
import GStreamerTesting
import CoreMedia
import Foundation
import Testing

@testable import MediaEngine

@Suite("Swift closures on sound and data")
struct AudioClosureTests {
  @Test("write, change and read samples where they lie, the last block cut to what was written")
  func sourceEffectSink() async throws {
    let heard = Log<[Float]>()
    let positions = Log<Int64>()
    let source = try ClosureElements.audioSource(rate: 44100, channels: 2, framesPerBlock: 1000) { block in
      let position = Int(block.samplePosition ?? -1)
      let count = min(1000, 2500 - position)
      block.withMutableSamples(as: Float.self) { samples in
        for i in 0..<count {
          samples[2 * i] = Float(position + i)
          samples[2 * i + 1] = -1
        }
      }
      return count
    }
    let effect = try ClosureElements.audioEffect { block in
      block.withMutableSamples(as: Float.self) { samples in for i in samples.indices { samples[i] *= 2 } }
    }
    let sink = try ClosureElements.audioSink { block in
      #expect(block.rate == 44100 && block.channels == 2 && block.sampleFormat == .f32)
      #expect(block.presentationTime == CMTime(value: block.samplePosition!, timescale: 44100))
      #expect(block.duration == CMTime(value: Int64(block.frameCount), timescale: 44100))
      positions.add(block.samplePosition!)
      heard.add(block.withSamples(as: Float.self) { [$0[0], $0[1], $0[$0.count - 2]] })
    }
    #expect(try await Pipeline(chain: source, effect, sink).run() == nil)
    #expect(positions.all == [0, 1000, 2000])
    #expect(heard.all == [[0, -2, 1998], [2000, -2, 3998], [4000, -2, 4998]])
  }

  @Test("give silence where nothing is written")
  func silence() async throws {
    let peaks = Log<Float>()
    let source = try ClosureElements.audioSource { block in (block.samplePosition ?? 0) < 100 * 1024 ? 1024 : 0 }
    let sink = try ClosureElements.audioSink { block in
      peaks.add(
        block.withSamples(as: Float.self) { samples in samples.indices.reduce(0) { max($0, abs(samples[$1])) } })
    }
    // Reused blocks are filled with old samples, not silence.
    let loud = try ClosureElements.audioEffect { block in
      block.withMutableSamples(as: Float.self) { samples in for i in samples.indices { samples[i] += 1 } }
    }
    #expect(try await Pipeline(chain: source, loud, sink).run() == nil)
    #expect(peaks.all == Array(repeating: 1, count: 100))
  }

  @Test("give integer samples when they are asked for")
  func integers() async throws {
    let heard = Log<Int16>()
    let pipeline = try Pipeline(
      parsing:
        "audiotestsrc wave=square volume=1 freq=100 num-buffers=1 ! audio/x-raw,format=S16LE ! identity name=last")
    let sink = try ClosureElements.audioSink(formats: [.s16]) { block in
      block.withSamples(as: Int16.self) { heard.add($0[1]) }
    }
    try pipeline.add(sink)
    try #require(pipeline.element(named: "last")).link(to: sink)
    #expect(try await pipeline.run() == nil)
    #expect(heard.all == [32767])
  }

  @Test("that throw end the stream with their own error on the bus")
  func thrown() async throws {
    let source = try ClosureElements.audioSource { $0.frameCount }
    let sink = try ClosureElements.audioSink("sink") { block in
      if block.samplePosition == 4096 { throw TestError(number: 4) }
    }
    let report = try await Pipeline(chain: source, sink).run()
    #expect(report?.cause as? TestError == TestError(number: 4))
  }

  @Test("pass packets of text through with their times")
  func data() async throws {
    let lines = Log<Int>()
    let source = try ClosureElements.dataSource(caps: "text/x-raw,format=utf8") {
      lines.add(0)
      let number = lines.all.count
      if number > 3 { return nil }
      return DataPacket(
        Data("line \(number)".utf8), at: CMTime(value: Int64(number), timescale: 3),
        duration: CMTime(value: 1, timescale: 3),
        isSync: number != 2)
    }
    let seen = Log<String>()
    let sink = try ClosureElements.dataSink { block in
      #expect(block.withBytes { $0.byteCount } == block.byteCount)
      let text = String(decoding: block.data, as: UTF8.self)
      seen.add("\(text) at \(block.presentationTime.value) for \(block.duration.value) \(block.isSync) \(block.format)")
    }
    #expect(try await Pipeline(chain: source, sink).run() == nil)
    #expect(
      seen.all == [
        "line 1 at 333333333 for 333333333 true text/x-raw, format=(string)utf8",
        "line 2 at 666666667 for 333333333 false text/x-raw, format=(string)utf8",
        "line 3 at 1000000000 for 333333333 true text/x-raw, format=(string)utf8",
      ])
  }

  @Test("receive coded packets with their sync flags")
  func coded() async throws {
    let sync = Log<Bool>()
    let pipeline = try Pipeline(
      parsing:
        "videotestsrc num-buffers=7 ! video/x-raw,format=I420 ! x264enc key-int-max=3 tune=zerolatency ! identity name=last"
    )
    let sink = try ClosureElements.dataSink(caps: "video/x-h264") { block in
      #expect(block.byteCount > 0 && block.format.hasPrefix("video/x-h264"))
      sync.add(block.isSync)
    }
    try pipeline.add(sink)
    try #require(pipeline.element(named: "last")).link(to: sink)
    #expect(try await pipeline.run() == nil)
    #expect(sync.all == [true, false, false, true, false, false, true])
  }
}
