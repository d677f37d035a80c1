import AVFoundation
import Foundation
import MovieFile
import Testing

/// A disk that becomes full while a writer writes: an error that says so, and no file but for fragments that are whole.
@Suite(.timeLimit(.minutes(10))) struct WriterFullDiskTests {
  /// A limit on the size of files stands for a full disk.
  @Test(arguments: [AVFileType.mov.rawValue, AVFileType.wav.rawValue, AVFileType.matroska.rawValue])
  func fullDisk_isTheWritersError_andLeavesNothing(_ type: String) async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .success) { [path = folder.path as String, type = type as String] in
      await LimitedWriter(url: URL(fileURLWithPath: path + "/out"), type: AVFileType(type)).write()
    }
    #expect(folder.names == [])
  }

  @Test func fullDisk_leavesTheFragmentsThatAreWhole() async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      await LimitedWriter(url: URL(fileURLWithPath: path + "/out.mov"), type: .mov, isFragmented: true).write()
    }
    #expect(folder.names == ["out.mov"])
    let size = try Data(contentsOf: folder.url("out.mov")).count
    #expect(try Movie.wholeByteCount(of: FileByteSource(path: folder.file("out.mov"))) == size)
    #expect(size > LimitedWriter.limit / 2 && size <= LimitedWriter.limit)
    let samples = try Oracle.samples(folder.file("out.mov"))
    #expect(samples.count > 48_000 && samples == WrittenMedia.ramp(samples.count))
    #expect(try Oracle.complaints(folder.file("out.mov")) == [])
  }

  @Test func aDeviceThatIsFull_isTheSameError() async throws {
    await LimitedWriter(url: URL(fileURLWithPath: "/dev/full"), type: .wav).run()
  }
}

/// A writer of audio that is never finished before the disk is full.
private struct LimitedWriter {
  static let limit = 400_000
  let url: URL
  let type: AVFileType
  var isFragmented = false

  /// Writes in a process whose files are limited.
  func write() async {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(Self.limit), rlim_max: rlim_t(Self.limit))
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    await run()
  }

  func run() async {
    do {
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.pcm)
      let writer = try AVAssetWriter(outputURL: url, fileType: type)
      if isFragmented { writer.movieFragmentInterval = CMTime(value: 1, timescale: 2) }
      writer.add(input)
      guard writer.startWriting() else { throw try #require(writer.error) }
      writer.startSession(atSourceTime: .zero)
      var block = 0
      while await input.appendWhenReady(
        try WrittenMedia.audio(WrittenMedia.ramp(4800, from: block * 4800), at: block * 4800))
      {
        block += 1
      }
      await writer.finishWriting()
      #expect(writer.status == .failed)
      let error = try #require(writer.error as? AVError)
      #expect(error.code == .diskFull && AVError.diskFull ~= error, "\(error)")
      #expect(error.failureReason?.isEmpty == false)
    } catch {
      Issue.record(error)
    }
  }
}
