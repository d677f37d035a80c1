import CoreMedia
import Foundation
import MediaGraph
import MediaSourceTesting
import MediaTimeline
import TestSupport

/// Noise whose samples are known, in a file: no two places of it are alike.
struct TestSound: Sendable {
  let location: Location
  let rate: Int
  let channels: Int
  /// Interleaved.
  let samples: [Int16]

  var frameCount: Int64 { Int64(samples.count / channels) }

  /// Writes a WAVE file.
  init(
    _ name: String, in folder: TemporaryFolder, seed: UInt64, seconds: Double = 2, rate: Int = 48000, channels: Int = 2
  ) throws {
    var generator = SeededGenerator(state: seed)
    var samples = [Int16](repeating: 0, count: Int(seconds * Double(rate)) * channels)
    var index = 0
    while index < samples.count {
      samples[index] = Int16(truncatingIfNeeded: Int(generator.next() >> 40) % 16001 - 8000)
      index += 1
    }
    try self.init(name, in: folder, samples: samples, rate: rate, channels: channels)
  }

  init(_ name: String, in folder: TemporaryFolder, samples: [Int16], rate: Int, channels: Int) throws {
    (self.samples, self.rate, self.channels) = (samples, rate, channels)
    location = Location(folder.file(name))
    let body = samples.withUnsafeBytes { Data($0) }
    var data = Data()
    func put<Value: FixedWidthInteger>(_ value: Value) {
      withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }
    data.append(contentsOf: "RIFF".utf8)
    put(UInt32(36 + body.count))
    data.append(contentsOf: "WAVEfmt ".utf8)
    put(UInt32(16))
    put(UInt16(1))
    put(UInt16(channels))
    put(UInt32(rate))
    put(UInt32(rate * channels * 2))
    put(UInt16(channels * 2))
    put(UInt16(16))
    data.append(contentsOf: "data".utf8)
    put(UInt32(body.count))
    try (data + body).write(to: URL(fileURLWithPath: folder.file(name)))
  }

  private init(_ location: Location, like other: TestSound) {
    (self.location, rate, channels, samples) = (location, other.rate, other.channels, other.samples)
  }

  /// The same samples in a file of another kind.
  func converted(_ name: String, _ arguments: [String], in folder: TemporaryFolder) throws -> TestSound {
    try Oracle.make(["-i", location.text] + arguments + [folder.file(name)])
    return TestSound(Location(folder.file(name)), like: self)
  }

  /// A sample as a number; 0 outside of the sound.
  func value(_ frame: Int64, _ channel: Int) -> Double {
    frame >= 0 && frame < frameCount ? Double(samples[Int(frame) * channels + channel]) / 32768 : 0
  }
}

extension TimelineAudio {
  /// All samples of a range, which must come without gaps.
  func samples(in range: CMTimeRange = CMTimeRange(start: .zero, end: .positiveInfinity)) throws -> [Float] {
    move(to: range)
    var result: [Float] = []
    var next: Int64?
    while let block = try self.next(.init()) {
      if let next, next != block.position { throw Oracle.Failure(description: "a gap at \(next)") }
      next = block.position + Int64(block.frameCount)
      block.bytes.withUnsafeBytes { result.append(contentsOf: $0.bindMemory(to: Float.self)) }
    }
    return result
  }
}

/// The description of the first difference of two lists; nil if they are equal.
func difference(_ a: [Float], _ b: [Float]) -> String? {
  if a.count != b.count { return "\(a.count) instead of \(b.count) samples" }
  guard a != b, let place = a.indices.first(where: { a[$0] != b[$0] }) else { return nil }
  return "\(a[place]) instead of \(b[place]) at \(place)"
}
