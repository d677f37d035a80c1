import AVFoundation
import Dispatch
import Foundation
import Testing

@Suite struct ImageCancellationTests {
  private func generator(_ folder: TemporaryFolder) throws -> AVAssetImageGenerator {
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: try NumberedMovie.make(in: folder)))
    generator.makeExact()
    return generator
  }

  @Test func cancelAll_answersAllEarlierTimes_andLeavesLaterBatchesAlone() async throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    let (stream, sink) = AsyncStream<(batch: Int, result: AVAssetImageGenerator.Result, isEmpty: Bool)>.makeStream()
    let times = (0..<5).map { NSValue(time: NumberedMovie.time(Double($0))) }
    // The first callback waits until all requests are cancelled.
    let gate = DispatchSemaphore(value: 0)
    for batch in 0..<2 {
      generator.generateCGImagesAsynchronously(forTimes: times) { _, image, actual, result, error in
        if batch == 0, result == .succeeded { gate.wait() }
        sink.yield((batch, result, image == nil && error == nil && !actual.isValid))
      }
    }
    generator.cancelAllCGImageGeneration()
    generator.generateCGImagesAsynchronously(forTimes: times) { _, image, _, result, _ in
      sink.yield((2, result, image == nil))
    }
    gate.signal()
    var calls: [(batch: Int, result: AVAssetImageGenerator.Result, isEmpty: Bool)] = []
    for await call in stream.prefix(15) { calls.append(call) }
    #expect(calls.map(\.batch) == [0, 1, 2].flatMap { Array(repeating: $0, count: 5) })
    // At most the request in progress has succeeded.
    #expect(calls[1..<10].allSatisfy { $0.result == .cancelled && $0.isEmpty })
    #expect(calls[10...].allSatisfy { $0.result == .succeeded && !$0.isEmpty })
  }

  @Test func releasedGenerator_answersWhatIsOutstanding() async throws {
    let folder = try TemporaryFolder()
    var generator: AVAssetImageGenerator? = try generator(folder)
    let (stream, sink) = AsyncStream<AVAssetImageGenerator.Result>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    generator?.generateCGImagesAsynchronously(
      forTimes: (0..<30).map { NSValue(time: NumberedMovie.time(Double($0))) }
    ) { _, _, _, result, _ in
      if result == .succeeded { gate.wait() }
      sink.yield(result)
    }
    weak let released = generator
    generator = nil
    #expect(released == nil)
    for _ in 0..<30 { gate.signal() }
    var results: [AVAssetImageGenerator.Result] = []
    for await result in stream.prefix(30) { results.append(result) }
    #expect(results.filter { $0 == .succeeded }.count <= 1 && results.last == .cancelled)
  }

  @Test func cancelledTask_endsImageAt() async throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    let task = Task { try await generator.image(at: NumberedMovie.time(9)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(NumberedMovie.number(try await generator.image(at: NumberedMovie.time(9)).image) == 9)
  }

  @Test func cancelAll_endsASeries_withAFailureForEachTimeThatIsLeft() async throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    var elements = 0
    for await element in generator.images(for: (0..<6).map { NumberedMovie.time(Double($0)) }) {
      elements += 1
      if elements <= 2 {
        #expect(NumberedMovie.number(try element.image) == elements - 1)
      } else {
        #expect(throws: CancellationError.self) { try element.image }
      }
      if elements == 2 { generator.cancelAllCGImageGeneration() }
    }
    #expect(elements == 6)
  }

  @Test func manyThreads_shareOneGenerator() async throws {
    let folder = try TemporaryFolder()
    let generator = try generator(folder)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for frame in 0..<24 {
        group.addTask {
          NumberedMovie.number(try await generator.image(at: NumberedMovie.time(Double(frame))).image) == frame
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
