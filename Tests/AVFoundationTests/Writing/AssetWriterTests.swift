import AVFoundation
import Foundation
import Testing

/// Files that a writer encodes, as ffmpeg reads them.
@Suite struct AssetWriterTests {
  private func time(_ frame: Int) -> CMTime { CMTime(value: Int64(frame) * 1001, timescale: 30_000) }

  private func writer(
    _ url: URL, _ type: AVFileType, _ inputs: [AVAssetWriterInput], from start: CMTime = .zero
  ) throws -> AVAssetWriter {
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    for input in inputs {
      #expect(writer.canAdd(input))
      writer.add(input)
    }
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: start)
    return writer
  }

  @Test(arguments: [AVFileType.mov, .mp4, .m4v])
  func framesAndAAC_areInTheFile_whereTheyWereAppended(_ type: AVFileType) async throws {
    let folder = try TemporaryFolder()
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)
    let writer = try writer(folder.url("out"), type, [video, audio])
    async let frames: Void = {
      for number in 0..<60 { await video.appendWhenReady(try WrittenMedia.frame(number, at: time(number))) }
      video.markAsFinished()
    }()
    async let sound: Void = {
      for block in 0..<20 {
        let clicks = WrittenMedia.clicks(4800, every: 12_000, from: block * 4800)
        await audio.appendWhenReady(try WrittenMedia.audio(clicks, at: block * 4800))
      }
      audio.markAsFinished()
    }()
    _ = try await (frames, sound)
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(folder.names == ["out"])
    let (numbers, times) = try Oracle.frames(folder.file("out"))
    #expect(numbers == Array(0..<60))
    #expect(times.enumerated().allSatisfy { abs($1 - time($0).seconds) < 0.000_01 })
    #expect(try Oracle.streams(folder.file("out"), "codec_name").sorted() == ["aac", "h264"])
    let samples = try Oracle.samples(folder.file("out"))
    #expect(samples.count >= 96_000)
    for place in stride(from: 12_000, to: 90_000, by: 12_000) {
      let window = samples[place - 2000..<place + 2000]
      let peak = window.indices.max { abs(Int(samples[$0])) < abs(Int(samples[$1])) }
      #expect(abs((peak ?? 0) - place) <= 1)
    }
    #expect(try Oracle.warnings(folder.file("out")) == "")
  }

  @Test(arguments: [AVFileType.mov, .wav, .caf])
  func linearPCM_isStoredExactly(_ type: AVFileType) async throws {
    let folder = try TemporaryFolder()
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.pcm)
    let writer = try writer(folder.url("out"), type, [audio])
    let values = WrittenMedia.ramp(48_000)
    for start in stride(from: 0, to: values.count, by: 4096) {
      let block = Array(values[start..<min(start + 4096, values.count)])
      await audio.appendWhenReady(try WrittenMedia.audio(block, at: start))
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try Oracle.samples(folder.file("out")) == values)
  }

  @Test func aacAlone_goesIntoM4A() async throws {
    let folder = try TemporaryFolder()
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)
    let writer = try writer(folder.url("out.m4a"), .m4a, [audio])
    await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.clicks(48_000, every: 16_000), at: 0))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let samples = try Oracle.samples(folder.file("out.m4a"))
    let peak = samples[8000..<24_000].indices.max { abs(Int(samples[$0])) < abs(Int(samples[$1])) }
    #expect(abs((peak ?? 0) - 16_000) <= 1)
  }

  @Test func aRequestBlock_isCalledWhenReady_untilMarkedAsFinished() async throws {
    let folder = try TemporaryFolder()
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    let writer = try writer(folder.url("out.mp4"), .mp4, [video])
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let queue = DispatchQueue(label: "request")
      nonisolated(unsafe) var number = 0
      nonisolated(unsafe) var isInside = false
      video.requestMediaDataWhenReady(on: queue) {
        #expect(!isInside)
        isInside = true
        defer { isInside = false }
        while video.isReadyForMoreMediaData {
          guard number < 90 else {
            video.markAsFinished()
            return continuation.resume()
          }
          #expect((try? WrittenMedia.frame(number, at: time(number))).map { video.append($0) } == true)
          number += 1
        }
      }
    }
    await writer.finishWriting()
    #expect(writer.status == .completed)
    #expect(try Oracle.frames(folder.file("out.mp4")).numbers == Array(0..<90))
  }

  @Test func theAdaptorsPool_isThereWithTheFirstSession_andItsBuffersAreWritten() async throws {
    let folder = try TemporaryFolder()
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: video,
      sourcePixelBufferAttributes: [String(kCVPixelBufferPixelFormatTypeKey): kCVPixelFormatType_32BGRA])
    let writer = try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4)
    writer.add(video)
    #expect(writer.startWriting())
    #expect(adaptor.pixelBufferPool == nil)
    let changes = Recorded<Bool>()
    let observation = adaptor.observe(\.pixelBufferPool, options: [.new]) { adaptor, _ in
      changes.add(adaptor.pixelBufferPool != nil)
    }
    writer.startSession(atSourceTime: .zero)
    #expect(changes.values == [true])
    let pool = try #require(adaptor.pixelBufferPool)
    for number in 0..<40 {
      while !video.isReadyForMoreMediaData { await Task.yield() }
      #expect(adaptor.append(try WrittenMedia.image(number, pool: pool), withPresentationTime: time(number)))
    }
    await writer.finishWriting()
    observation.invalidate()
    #expect(try Oracle.frames(folder.file("out.mp4")).numbers == Array(0..<40))
  }

  @Test func cancelling_leavesNoFile() async throws {
    let folder = try TemporaryFolder()
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    let writer = try writer(folder.url("out.mp4"), .mp4, [video])
    for number in 0..<20 { await video.appendWhenReady(try WrittenMedia.frame(number, at: time(number))) }
    writer.cancelWriting()
    #expect(writer.status == .cancelled && writer.error == nil)
    #expect(folder.names.isEmpty)
    #expect(!video.append(try WrittenMedia.frame(20, at: time(20))))
  }

  @Test(.timeLimit(.minutes(10))) func aSessionWithoutAnySample_ends() async throws {
    let folder = try TemporaryFolder()
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    let writer = try writer(folder.url("out.mp4"), .mp4, [video])
    await writer.finishWriting()
    #expect(writer.status == .completed || writer.error != nil)
    let unused = try AVAssetWriter(outputURL: folder.url("other.mp4"), fileType: .mp4)
    await unused.finishWriting()
    #expect(unused.status == .failed)
    unused.cancelWriting()
    #expect((unused.error as? AVError)?.failureReason?.contains("call startWriting() first") == true)
  }

  @Test func aFileThatExists_isKept_andWritingFails() throws {
    let folder = try TemporaryFolder()
    try Data("mine".utf8).write(to: folder.url("out.mp4"))
    let writer = try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4)
    writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings()))
    #expect(!writer.startWriting())
    #expect(writer.status == .failed)
    #expect((writer.error as? AVError)?.code == .fileAlreadyExists)
    #expect(try String(contentsOf: folder.url("out.mp4"), encoding: .utf8) == "mine")
  }

  @Test func theGraph_isWhatRuns_andPrints() throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4)
    writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings()))
    writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac))
    let text = try writer.graph.yaml()
    for part in ["swift.video", "swift.audio", "video.encode.h264", "audio.encode.aac", "mux.mp4", "file.write"] {
      #expect(text.contains("use: \(part)"))
    }
  }
}

/// Values that handlers on any thread add.
final class Recorded<Value: Sendable>: @unchecked Sendable {
  // Unchecked, since it is behind its lock.
  private let lock = NSLock()
  private var all: [Value] = []
  var values: [Value] { lock.withLock { all } }
  func add(_ value: Value) { lock.withLock { all.append(value) } }
}
