import AVFoundation
import Foundation
import TestSupport

/// Cells that show frames.
extension CellRun {
  /// Times in the middle of a flash, and of another frame, with their gray.
  var imageTimes: [(time: Double, gray: Double)] {
    let frames = input.frames
    let places = [frames.firstIndex(where: \.isFlash), frames.isEmpty ? nil : frames.count / 2]
    return Set(places.compactMap { $0 }).sorted().map { place in
      let end = place + 1 < frames.count ? frames[place + 1].time : frames[place].time + 0.04
      // Times in commands have four decimal places.
      let middle = subject.origin + (frames[place].time + end) / 2
      return (max(0, (middle * 10000).rounded() / 10000), frames[place].gray)
    }
  }

  /// The display size of frames.
  private var size: (width: Int, height: Int) {
    guard let frame = input.frames.first else { return (0, 0) }
    let (size, aspect) = (Self.numbers(frame.size, "x"), Self.numbers(frame.aspect, "/"))
    // Pixels are made square by changing the width.
    let stretch = aspect.count == 2 && aspect[0] > 0 && aspect[1] > 0 ? Double(aspect[0]) / Double(aspect[1]) : 1
    return (Int((Double(size[0]) * stretch).rounded()), size[1])
  }

  private static func numbers(_ text: String, _ separator: Character) -> [Int] {
    text.split(separator: separator).compactMap { Int($0) }
  }

  /// Without frames the commands fail with an error.
  private func refusal() async throws -> [String] {
    let outcome = try await reel(expecting: [66])
    return outcome.error.contains("error: ") ? [] : ["no error is shown"]
  }

  func image() async throws -> [String] {
    guard !input.frames.isEmpty else { return try await refusal() }
    _ = try await reel()
    var found: [String] = []
    for (index, (time, gray)) in imageTimes.enumerated() {
      let name = imageTimes.count == 1 ? "still-001.png" : "still-00\(index + 1).png"
      let pixels = try await self.gray(folder.file(name))
      found += deviation("at \(time) s", pixels.bytes[...], gray)
      if (pixels.width, pixels.height) != size { found.append("\(pixels.width)x\(pixels.height) pixels") }
    }
    return found
  }

  /// Each image is of a frame near its part of the movie.
  func sheet() async throws -> [String] {
    guard !input.frames.isEmpty else { return try await refusal() }
    _ = try await reel()
    let pixels = try await gray(folder.file("sheet.png"))
    // Small images have even sides.
    guard pixels.width % 3 == 0, pixels.width >= 3 * (size.width - 1) else {
      return ["the sheet is \(pixels.width)x\(pixels.height)"]
    }
    let (start, width) = (input.frames[0].time, pixels.width / 3)
    let length = input.frames[input.frames.count - 1].time + 0.04 - start
    return (0..<3).flatMap { column -> [String] in
      // The middle of its part, or a frame near that costs less.
      let part: Double = length / 3
      let middle: Double = start + part * (Double(column) + 0.5)
      let possible = input.frames.filter { abs($0.time - middle) <= part || input.frames.count < 3 }
      let rows: Range<Int> = pixels.height / 4..<pixels.height * 3 / 4
      let left: Int = column * width + width / 4
      let bytes = rows.flatMap { row -> ArraySlice<UInt8> in
        let start: Int = row * pixels.width + left
        return pixels.bytes[start..<start + width / 2]
      }
      let gray = Self.mean(bytes[...])
      let isThere = possible.contains { abs($0.gray - gray) <= 2 }
      return isThere ? [] : ["image \(column + 1) shows gray \(Int(gray.rounded())), no frame of its part"]
    }
  }

  private static func mean(_ pixels: ArraySlice<UInt8>) -> Double {
    Double(pixels.reduce(0) { $0 + Int($1) }) / Double(max(1, pixels.count))
  }

  private func deviation(_ place: String, _ pixels: ArraySlice<UInt8>, _ expected: Double) -> [String] {
    let mean = Self.mean(pixels)
    // The difference between consecutive frames is 2.3.
    return abs(mean - expected) > 1.6
      ? ["\(place) gray \(Int(mean.rounded())), not \(Int(expected.rounded()))"] : []
  }

  private func gray(_ image: String) async throws -> (bytes: [UInt8], width: Int, height: Int) {
    let raw = folder.file("gray")
    let log = try await Tool.expect(
      ["ffmpeg", "-nostdin", "-y", "-v", "info", "-i", image, "-vf", "format=gray,showinfo", "-f", "rawvideo", raw],
      in: folder.path
    ).error
    guard let found = log.firstMatch(of: /\ss:(\d+)x(\d+)\s/), let width = Int(found.1), let height = Int(found.2)
    else { return ([], 0, 0) }
    return ([UInt8](try Data(contentsOf: URL(fileURLWithPath: raw))), width, height)
  }

  func generator() async throws -> [String] {
    guard let url = access == .file ? URL(fileURLWithPath: subject.path) : URL(string: try location()) else {
      return ["no URL"]
    }
    let (times, hasFrames, expected) = (imageTimes, !input.frames.isEmpty, size)
    // A stalled call in this process cannot be killed: its thread is abandoned.
    return try await Deadline.run(seconds: limit) {
      let asset = AVURLAsset(url: url)
      let (tracks, duration) = try await asset.load(.tracks, .duration)
      var found: [String] = []
      let kinds = tracks.map(\.mediaType)
      if kinds.contains(.video) != hasFrames { found.append("tracks are \(kinds.map(\.rawValue))") }
      if kinds.contains(.audio) != (self.input.audio != nil) { found.append("tracks are \(kinds.map(\.rawValue))") }
      let length = max(self.input.end, self.input.audio?.end ?? 0)
      if abs(duration.seconds - length) > 0.1 { found.append("the duration is \(duration.seconds) s, not \(length)") }
      let generator = AVAssetImageGenerator(asset: asset)
      generator.requestedTimeToleranceBefore = .zero
      generator.requestedTimeToleranceAfter = .zero
      for (time, gray) in times {
        let image = try await generator.image(at: CMTime(seconds: time, preferredTimescale: 90000)).image
        if (image.width, image.height) != expected { found.append("\(image.width)x\(image.height) pixels") }
        found += self.deviation("at \(time) s", try Self.gray(image), gray)
      }
      return found
    }
  }

  /// Returns the green component of an image, equal to the others in flat gray frames.
  private static func gray(_ image: CGImage) throws -> ArraySlice<UInt8> {
    let (width, height) = (image.width, image.height)
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    bytes.withUnsafeMutableBytes { buffer in
      let context = CGContext(
        data: buffer.baseAddress, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width * 4,
        space: image.colorSpace ?? CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.noneSkipFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
      context?.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
    }
    return stride(from: 1, to: bytes.count, by: 4).map { bytes[$0] }[...]
  }
}
