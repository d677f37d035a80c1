import AVFoundation
import Foundation
import Testing

/// Samples that go from one file into another as they are do not come into memory: the kernel copies them.
@Suite struct WriterFileCopyTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    // Frames of about 100 KB, far above what is worth leaving in a file.
    try Oracle.make([
      "-f", "lavfi", "-i", "nullsrc=size=640x360:rate=30:duration=1", "-f", "lavfi", "-i", "sine=r=48000:duration=1",
      "-vf", "geq=random(1)*255:128:128", "-c:v", "mjpeg", "-q:v", "2", "-c:a", "aac", folder.file("in.mov"),
    ])
  }

  /// Copies the file and returns its error; a body is called between reading and writing.
  private func copy(
    alwaysCopies: Bool, to name: String, _ type: AVFileType = .mov, _ body: ([CMSampleBuffer]) throws -> Void = { _ in }
  ) async throws -> (any Error)? {
    let asset = AVURLAsset(url: folder.url("in.mov"))
    let reader = try AVAssetReader(asset: asset)
    let writer = try AVAssetWriter(outputURL: folder.url(name), fileType: type)
    var inputs: [(AVAssetWriterInput, AVAssetReaderTrackOutput)] = []
    for track in asset.tracks {
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
      output.alwaysCopiesSampleData = alwaysCopies
      reader.add(output)
      let hint = (track.formatDescriptions as? [CMFormatDescription])?.first
      let input = AVAssetWriterInput(mediaType: track.mediaType, outputSettings: nil, sourceFormatHint: hint)
      writer.add(input)
      inputs.append((input, output))
    }
    #expect(reader.startReading() && writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    let samples = inputs.map { $1.all() }
    #expect(reader.status == .completed)
    try body(samples[0])
    await withTaskGroup(of: Void.self) { group in
      for ((input, _), samples) in zip(inputs, samples) {
        group.addTask {
          for sample in samples where await !input.appendWhenReady(sample) { break }
          input.markAsFinished()
        }
      }
    }
    await writer.finishWriting()
    #expect((writer.status == .completed) == (writer.error == nil))
    return writer.error
  }

  private func hashes(_ name: String) throws -> String {
    try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-show_packets", "-show_entries", "packet=stream_index,pts_time,duration_time,data_hash,flags",
        "-show_data_hash", "md5", "-of", "csv=p=0", folder.file(name),
      ]
    ).split(separator: "\n").sorted().joined(separator: "\n")
  }

  @Test func copy_isTheSameFile_howeverTheSamplesCome() async throws {
    let shared = try await copy(alwaysCopies: false, to: "shared.mov") { samples in
      #expect(samples.count == 30 && samples.allSatisfy { $0.dataBuffer?.deferredBytes != nil })
    }
    let own = try await copy(alwaysCopies: true, to: "own.mov") { samples in
      #expect(samples.allSatisfy { $0.dataBuffer?.deferredBytes == nil })
    }
    #expect(shared == nil && own == nil, "\(shared as Any), \(own as Any)")
    #expect(try hashes("shared.mov") == hashes("in.mov") && hashes("own.mov") == hashes("in.mov"))
    #expect(try Oracle.warnings(folder.file("shared.mov")) == "")
  }

  @Test func matroska_getsTheBytesToo() async throws {
    #expect(try await copy(alwaysCopies: false, to: "out.mkv", .matroska) == nil)
    func frames(_ name: String) throws -> [String] {
      try Oracle.text(
        "ffprobe",
        [
          "-v", "error", "-select_streams", "v", "-show_packets", "-show_entries", "packet=data_hash",
          "-show_data_hash", "md5", "-of", "csv=p=0", folder.file(name),
        ]
      ).split(separator: "\n").map(String.init)
    }
    #expect(try frames("out.mkv") == frames("in.mov"))
  }

  @Test func bytesThatTheProgramLooksAt_comeIntoMemory_andChangesAreWritten() async throws {
    let error = try await copy(alwaysCopies: false, to: "out.mov") { samples in
      try samples[3].dataBuffer?.withUnsafeMutableBytes { $0[$0.count - 3] ^= 1 }
    }
    #expect(error == nil)
    let (own, theirs) = (try hashes("out.mov"), try hashes("in.mov"))
    let lines = zip(own.split(separator: "\n"), theirs.split(separator: "\n"))
    #expect(lines.count(where: { $0 != $1 }) == 1)
  }

  @Test func sourceThatIsCutMeanwhile_failsTheWriter() async throws {
    let error = try await copy(alwaysCopies: false, to: "out.mov") { _ in
      let file = try FileHandle(forWritingTo: folder.url("in.mov"))
      try file.truncate(atOffset: 1000)
      try file.close()
    }
    let reason = (error as NSError?)?.localizedFailureReason ?? "\(error as Any)"
    #expect(reason.contains("bytes and now has 1000"), "\(reason)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("out.mov")))
  }
}
