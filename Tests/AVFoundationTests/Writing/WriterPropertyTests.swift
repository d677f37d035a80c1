import AVFoundation
import Foundation
import Testing

/// Properties of tracks and writers that files of a type hold, or do not: nothing is left out without a word.
@Suite(.timeLimit(.minutes(10))) struct WriterPropertyTests {
  private func time(_ frame: Int) -> CMTime { CMTime(value: Int64(frame), timescale: 30) }

  /// Writes three frames, and returns the reason why it fails; nil if it does not.
  private func write(
    to url: URL, _ type: AVFileType, _ configure: (AVAssetWriter, AVAssetWriterInput) -> Void
  ) async throws -> String? {
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    writer.add(input)
    configure(writer, input)
    guard writer.startWriting() else { return (writer.error as? AVError)?.failureReason ?? "no reason" }
    writer.startSession(atSourceTime: .zero)
    for number in 0..<3 {
      await input.appendWhenReady(try WrittenMedia.frame(number, at: time(number), lasting: time(1)))
    }
    await writer.finishWriting()
    return writer.status == .completed ? nil : (writer.error as? AVError)?.failureReason ?? "no reason"
  }

  @Test func matroska_hasLanguageRotationAndDefault() async throws {
    let folder = try TemporaryFolder()
    let refusal = try await write(to: folder.url("out.mkv"), .matroska) { _, input in
      input.extendedLanguageTag = "de-CH"
      input.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 64, ty: 0)
      input.marksOutputTrackAsEnabled = false
    }
    #expect(refusal == nil)
    let facts = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "stream_tags=language:stream_disposition=default:side_data=rotation", "-of",
        "default=nw=1", folder.file("out.mkv"),
      ])
    #expect(facts.contains("TAG:language=ger") || facts.contains("TAG:language=deu"), "\(facts)")
    #expect(facts.contains("rotation=-90") && facts.contains("DISPOSITION:default=0"), "\(facts)")
    let track = try await AVURLAsset(url: folder.url("out.mkv")).loadTracks(withMediaType: .video)[0]
    #expect(try await track.load(.extendedLanguageTag) == "de-CH")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func numbersThatAreNone_failAtTheStart(_ number: Double) async throws {
    let folder = try TemporaryFolder()
    let turned = try await write(to: folder.url("out.mp4"), .mp4) { _, input in
      input.transform = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: number, ty: 0)
    }
    #expect(turned == "transform of an input has \(number), no finite number")
    let loud = try await write(to: folder.url("out.mp4"), .mp4) { _, input in input.preferredVolume = Float(number) }
    #expect(loud == "preferredVolume of an input is \(number), no finite number: it is from 0 to 1")
  }

  /// A movie states no longer ones.
  @Test func timesOfAMillionHours_failAtTheStart() async throws {
    let folder = try TemporaryFolder()
    let forever = CMTime(value: .max, timescale: 1)
    for name in ["movieFragmentInterval", "overallDurationHint", "preferredMediaChunkDuration"] {
      let refusal = try await write(to: folder.url("out.mov"), .mov) { writer, input in
        switch name {
        case "movieFragmentInterval": writer.movieFragmentInterval = forever
        case "overallDurationHint": (writer.movieFragmentInterval, writer.overallDurationHint) = (time(30), forever)
        default: input.preferredMediaChunkDuration = forever
        }
      }
      #expect(
        refusal?.hasPrefix(name) == true && refusal?.hasSuffix("a million hours or more") == true, "\(refusal ?? "")")
    }
  }

  @Test(arguments: [
    (AVFileType.matroska, ["volume", "size", "mirror", "metadata"], ["language", "rotation", "units"]),
    (.transportStream, ["language", "rotation", "mirror", "metadata", "units"], [String]()),
    (.mov, [], ["volume", "size", "mirror", "metadata", "language", "rotation", "units"]),
  ])
  func propertiesThatAFileCannotHold_failAtTheStart(
    _ type: AVFileType, _ refused: [String], _ held: [String]
  ) async throws {
    let folder = try TemporaryFolder()
    for property in refused + held {
      let refusal = try await write(to: folder.url(property), type) { _, input in
        switch property {
        case "volume": input.preferredVolume = 0.5
        case "size": input.naturalSize = CGSize(width: 64, height: 32)
        case "mirror": input.transform = CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 128, ty: 0)
        case "rotation": input.transform = CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 128, ty: 64)
        case "language": input.languageCode = "fra"
        case "units": input.mediaTimeScale = 600
        default:
          let item = AVMutableMetadataItem()
          item.identifier = AVMetadataItem.identifier(forKey: "name", keySpace: .quickTimeUserData)
          item.value = "Angle 2" as NSString
          input.metadata = [item]
        }
      }
      if held.contains(property) {
        #expect(refusal == nil, "\(property)")
      } else {
        #expect(refusal?.contains("has no place for") == true, "\(property): \(refusal ?? "nil")")
        #expect(!folder.names.contains(property))
      }
    }
  }

  @Test func metadataWithoutKeyOrValue_failAtTheStart() async throws {
    let folder = try TemporaryFolder()
    let empty = AVMutableMetadataItem()
    let valueless = AVMutableMetadataItem()
    valueless.identifier = .commonIdentifierTitle
    let number = AVMutableMetadataItem()
    number.identifier = AVMetadataItem.identifier(forKey: "take", keySpace: .quickTimeUserData)
    number.value = NSNumber(value: 3)
    for item in [empty, valueless] {
      let refusal = try await write(to: folder.url("movie"), .mov) { writer, _ in writer.metadata = [item] }
      #expect(refusal?.contains("metadata has the item") == true, "\(refusal ?? "nil")")
    }
    for (item, reason) in [(empty, "metadata of an input has the item"), (number, "user data hold text or bytes")] {
      let refusal = try await write(to: folder.url("track"), .mov) { _, input in input.metadata = [item] }
      #expect(refusal?.contains(reason) == true, "\(refusal ?? "nil")")
    }
    #expect(folder.names == [])
  }

  @Test func hintOfTheCodedFormat_besideSettings_isTaken() async throws {
    let folder = try TemporaryFolder()
    let asset = AVURLAsset(url: try NumberedMovie.make(in: folder))
    let track = try await asset.loadTracks(withMediaType: .video)[0]
    let hint = try #require(try await track.load(.formatDescriptions).first)
    let (_, output) = try AVAssetReader.started(asset.url, .video, pixels(kCVPixelFormatType_32BGRA))
    let input = AVAssetWriterInput(
      mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.h264], sourceFormatHint: hint)
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    try await input.append(contentsOf: output.samples())
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try Oracle.frames(folder.file("out.mov")).numbers == Array(0..<30))
  }

  @Test func hintOfAnotherPixelFormat_isAMismatch() async throws {
    let folder = try TemporaryFolder()
    var made: CVPixelBuffer?
    CVPixelBufferCreate(nil, 128, 64, kCVPixelFormatType_420YpCbCr8Planar, nil, &made)
    let hint = try CMVideoFormatDescription(imageBuffer: try #require(made))
    let input = AVAssetWriterInput(
      mediaType: .video, outputSettings: WrittenMedia.videoSettings(), sourceFormatHint: hint)
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    #expect(!input.append(try WrittenMedia.frame(0, at: .zero)))
    #expect((writer.error as? AVError)?.failureReason?.contains("sourceFormatHint") == true)
    writer.cancelWriting()
  }

  @Test func folderOfTemporaryFiles_hasWhatMemoryHasNoRoomFor() async throws {
    let folder = try TemporaryFolder()
    let aside = try TemporaryFolder()
    let (video, audio) = (
      AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings()),
      AVAssetWriterInput(
        mediaType: .audio, outputSettings: WrittenMedia.pcm.merging([AVNumberOfChannelsKey: 8]) { $1 })
    )
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    for input in [video, audio] { writer.add(input) }
    writer.directoryForTemporaryFiles = URL(fileURLWithPath: aside.path)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    // More than memory has room for, before the first frame.
    let second = [Int16](repeating: 77, count: 8 * 48_000)
    for number in 0..<60 {
      await audio.appendWhenReady(try WrittenMedia.audio(second, at: number * 48_000, channels: 8))
    }
    audio.markAsFinished()
    await video.appendWhenReady(try WrittenMedia.frame(0, at: .zero, lasting: time(1)))
    func hasFile() -> Bool {
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      return numbers.contains { number in
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
        return target?.hasPrefix(aside.path + "/") == true
      }
    }
    // The encoder has no frame out yet, so that all audio is held, once it has come as far as the muxer.
    while !hasFile(), writer.status == .writing { await Task.yield() }
    #expect(hasFile() && aside.names == [])
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(!hasFile())
    let refusal = try await write(to: folder.url("no.mov"), .mov) { writer, _ in
      writer.directoryForTemporaryFiles = folder.url("nowhere")
    }
    #expect(refusal?.contains("directoryForTemporaryFiles cannot be written: No such file") == true)
  }

  @Test func cancellationAtTheStart_ofAWriterOfSegments_leavesNoThreadWaiting() async throws {
    for round in 0..<Soak.rounds(20, of: 200) {
      let writer = AVAssetWriter(contentType: .mpeg4Movie)
      writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac))
      async let cancelled: Void = {
        for _ in 0..<round * 3 { await Task.yield() }
        writer.cancelWriting()
      }()
      _ = writer.startWriting()
      await cancelled
      writer.cancelWriting()
      // Ends after the segments' queue has.
      await writer.finishWriting()
      #expect(writer.status == .cancelled)
    }
  }
}
