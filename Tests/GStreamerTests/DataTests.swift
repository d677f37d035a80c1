import CoreMedia
import Foundation
import Testing

import GStreamerTesting
@testable import GStreamer

@Suite("Buffers, events and pads without a pipeline")
struct DataTests {
  init() throws { try GStreamerLibrary.start() }

  @Test("a buffer lends its bytes, and is written only by its one owner")
  func buffer() throws {
    let buffer = Buffer(copying: [1, 2, 3] as [UInt8])
    #expect(buffer.byteCount == 3)
    #expect(buffer.presentationTime == nil)
    try buffer.withMutableBytes { $0.storeBytes(of: 9, toByteOffset: 1, as: UInt8.self) }
    #expect(try buffer.withBytes { $0.unsafeLoad(fromByteOffset: 1, as: UInt8.self) } == 9)
    let other = Buffer(retaining: buffer.buffer)
    #expect(throws: GStreamerError.notWritable("a buffer")) { try buffer.withMutableBytes { _ in } }
    #expect(throws: GStreamerError.notWritable("a buffer")) { try other.withMutableBytes { _ in } }
  }

  @Test("an element is fed through its own pads by pushes that return when the work is done")
  func pads() throws {
    let convert = try Element.make("audioconvert")
    let input = Pad.free(.source)
    let log = Log<String>()
    let output = Pad.collecting { arrival in
      switch arrival {
      case .buffer(let buffer): log.add("\(buffer.byteCount) bytes at \(buffer.presentationTime!.nanoseconds)")
      case .event(let event):
        switch event.content {
        case .caps(let caps): log.add("caps of \(caps.first!["channels"]!.int!) channels")
        case .segment(let start, nil, _, let rate): log.add("segment from \(start!.nanoseconds) at \(rate)")
        case .endOfStream: log.add("end")
        default: break
        }
      }
      return .ok
    }
    try convert.setStateBlocking(.paused)
    try input.link(to: convert.pad("sink"))
    try convert.pad("src").link(to: output)
    #expect(input.setActive(true) && output.setActive(true))
    input.push(.streamStart(id: "test"))
    input.push(.caps(try Caps("audio/x-raw,format=S16LE,layout=interleaved,rate=8000,channels=1")))
    input.push(.segment())
    let buffer = Buffer(copying: Data(count: 160))
    buffer.presentationTime = .second
    #expect(input.push(buffer) == .ok)
    input.push(.endOfStream)
    #expect(log.all == ["caps of 1 channels", "segment from 0 at 1.0", "160 bytes at 1000000000", "end"])
    try convert.setStateBlocking(.null)
  }

  @Test(
    "nanoseconds become the rational time that they stand for",
    arguments: [
      (33_366_667, 30000, 1001, CMTime(value: 1001, timescale: 30000)),
      (33_366_666, 30000, 1001, CMTime(value: 1001, timescale: 30000)),
      (33_366_664, 30000, 1001, CMTime(value: 33_366_664, timescale: 1_000_000_000)),
      (1_000_000_000, 25, 1, CMTime(value: 25, timescale: 25)),
      (22676, 44100, 1, CMTime(value: 1, timescale: 44100)),
      (5, 0, 1, CMTime(value: 5, timescale: 1_000_000_000)),
    ] as [(UInt, Int, Int, CMTime)])
  func grid(nanoseconds: UInt, numerator: Int, denominator: Int, time: CMTime) {
    let found = CMTime(ClockTime(nanoseconds: nanoseconds), onGridOf: numerator, over: denominator)
    #expect(found.value == time.value && found.timescale == time.timescale)
  }

  @Test("a time without a stamp is invalid")
  func noStamp() {
    #expect(!CMTime(nil).isValid)
    #expect(ClockTime.stamp(.invalid) == nil)
    #expect(ClockTime.stamp(CMTime(value: 1001, timescale: 30000)) == ClockTime(nanoseconds: 33_366_667))
  }
}
