import AVFoundation
import Foundation
import Testing

/// Movies of numbered frames: eight bars show the number in binary, black for 0 and white for 1, the least significant
/// bit left.
enum NumberedMovie {
  static let bars = "geq=lum='if(mod(floor(N/pow(2,floor(X/16))),2),235,16)':cb=128:cr=128"

  /// Makes a movie of 30 frames of 128 by 64, at 30 a second, with key frames at 0, 10 and 20 and two B-frames between
  /// others.
  static func make(_ name: String = "numbers.mp4", in folder: TemporaryFolder, options: [String] = []) throws -> URL {
    try Oracle.make(
      ["-f", "lavfi", "-i", "color=size=128x64:rate=30:duration=1,format=yuv420p,\(bars)"] + options + [
        "-c:v", "libx264", "-preset", "veryfast", "-x264-params", "keyint=10:min-keyint=10:scenecut=0:bframes=2",
        folder.file(name),
      ])
    return folder.url(name)
  }

  /// Returns the number that an image shows.
  static func number(_ image: CGImage) -> Int {
    guard let data = image.dataProvider?.data.map({ Data(copying: $0) }) else { return -1 }
    return (0..<8).reduce(0) { number, bar in
      let x = (bar * 2 + 1) * image.width / 16
      let green = data[image.height / 2 * image.bytesPerRow + x * 4 + 1]
      return number | (green > 127 ? 1 << bar : 0)
    }
  }

  static func time(_ frame: Double) -> CMTime { CMTime(value: Int64(frame * 20), timescale: 600) }
}

extension AVAssetImageGenerator {
  /// Sets both tolerances to zero.
  func makeExact() {
    requestedTimeToleranceBefore = .zero
    requestedTimeToleranceAfter = .zero
  }

  /// One callback of a request.
  struct Call: Sendable {
    var requested: CMTime
    var image: CGImage?
    var actual: CMTime
    var result: Result
    var error: (any Error)?
    var number: Int? { image.map { NumberedMovie.number($0) } }
  }

  /// Requests images, and returns all callbacks in their order.
  func calls(_ times: [CMTime], whileRunning body: @escaping @Sendable () -> Void = {}) async -> [Call] {
    let (stream, sink) = AsyncStream<Call>.makeStream()
    generateCGImagesAsynchronously(forTimes: times.map { NSValue(time: $0) }) {
      requested, image, actual, result, error in
      sink.yield(Call(requested: requested, image: image, actual: actual, result: result, error: error))
    }
    body()
    var calls: [Call] = []
    for await call in stream {
      calls.append(call)
      if calls.count == times.count { break }
    }
    return calls
  }
}

/// Expects that there is no image at a time.
func expectNoImage(sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> CGImage) {
  let error = #expect(throws: AVError.self, sourceLocation: sourceLocation) { try body() }
  #expect(error?.code == .noImageAtTime, sourceLocation: sourceLocation)
}
