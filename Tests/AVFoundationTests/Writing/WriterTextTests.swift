import AVFoundation
import Foundation
import Testing

/// Text that a program appends as samples, with a sample description of its own; chapters.
@Suite struct WriterTextTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let fields: [UInt8] =
    [0x40, 0, 0, 0, 1, 0xff, 1, 2, 3, 4] + [0, 0, 0, 0, 0, 30, 0, 40, 0, 0, 0, 0, 0, 1, 0, 18, 0xff, 0xfe, 0xfd, 0xfc]
  private static let fonts: [UInt8] =
    [0, 0, 0, 18] + Array("ftab".utf8) + [0, 1, 0, 1, 5] + Array("Serif".utf8)

  /// The format of a sample description with the fields of 3GPP timed text.
  private func format(_ type: String, _ mediaType: CMMediaType) throws -> CMFormatDescription {
    let bytes = [0, 0, 0, 64] + Array(type.utf8) + [0, 0, 0, 0, 0, 0, 0xff, 0xff] + Self.fields + Self.fonts
    var format: CMFormatDescription?
    let status = bytes.withUnsafeBufferPointer { buffer in
      CMTextFormatDescriptionCreateFromBigEndianTextDescriptionData(
        allocator: kCFAllocatorDefault, bigEndianTextDescriptionData: buffer.baseAddress!, size: buffer.count,
        flavor: nil, mediaType: mediaType, formatDescriptionOut: &format)
    }
    #expect(status == noErr)
    return try #require(format)
  }

  /// A sample of a quarter of a second, with boxes behind its text.
  private func sample(
    _ text: String, _ quarter: Int64, _ format: CMFormatDescription, boxes: [UInt8] = []
  ) throws -> CMSampleBuffer {
    try WrittenMedia.text(text, at: CMTime(value: quarter, timescale: 4), format, boxes: boxes)
  }

  /// Writes a second of audio beside text.
  private func write(
    _ url: URL, _ type: AVFileType, _ text: AVAssetWriterInput, chapters: Bool = false,
    append: (AVAssetWriterInput) -> Void
  ) async throws {
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    for input in [audio, text] {
      #expect(writer.canAdd(input))
      writer.add(input)
    }
    if chapters {
      audio.addTrackAssociation(withTrackOf: text, type: AVAssetTrack.AssociationType.chapterList.rawValue)
    }
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    append(text)
    text.markAsFinished()
    await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(48_000), at: 0))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
  }

  private func chapters(_ url: URL) throws -> [String] {
    let lines = try Oracle.text(
      "ffprobe",
      ["-v", "error", "-show_entries", "chapter=start_time:chapter_tags=title", "-of", "csv=p=0", url.path])
    return lines.split(separator: "\n").map(String.init)
  }

  @Test(arguments: [AVFileType.mov, .mp4, .m4v]) func samples_keepTheirDescriptionAndBoxes(_ type: AVFileType)
    async throws
  {
    let format = try format("tx3g", kCMMediaType_Subtitle)
    let url = folder.url("out.mov")
    let italic: [UInt8] = [0, 0, 0, 22] + Array("styl".utf8) + [0, 1, 0, 0, 0, 2, 0, 1, 2, 18, 0xff, 0xfe, 0xfd, 0xfc]
    let input = AVAssetWriterInput(mediaType: .subtitle, outputSettings: nil, sourceFormatHint: format)
    let samples = try [sample("un", 0, format, boxes: italic), sample("zwei", 2, format)]
    try await write(url, type, input) { input in
      for sample in samples { #expect(input.append(sample)) }
    }
    let (_, output) = try AVAssetReader.started(url, .subtitle, nil)
    let read = output.all()
    let bytes = try read.map { try $0.bytes }
    #expect(bytes == [[0, 2] + Array("un".utf8) + italic, [0, 0], [0, 4] + Array("zwei".utf8)])
    #expect(read.map(\.presentationTimeStamp.seconds) == [0, 0.25, 0.5])
    let found = try #require(read.first?.formatDescription)
    #expect(found.mediaSubType == .mobile3GPP)
    #expect(try found.displayFlags() == .forcedSubtitlesPresent)
    #expect(try found.fontName(localFontID: 1) == "Serif")
    #expect(try Oracle.streams(url.path, "codec_name").contains("mov_text"))
    let lines = try Oracle.text("ffmpeg", ["-v", "error", "-i", url.path, "-map", "0:s", "-f", "srt", "-"])
    #expect(lines.contains("<i>") && lines.contains("zwei"), "\(lines)")
  }

  @Test(arguments: [AVFileType.mov, .mp4, .m4v, .m4a], ["text", "tx3g"])
  func samplesAsChapters_areFound(_ type: AVFileType, _ code: String) async throws {
    let format = try format(code, kCMMediaType_Text)
    let url = folder.url("out.\(type == .mov ? "mov" : "mp4")")
    let input = AVAssetWriterInput(mediaType: .text, outputSettings: nil, sourceFormatHint: format)
    let encoding: [UInt8] = [0, 0, 0, 12] + Array("encd".utf8) + [0, 0, 1, 0]
    let samples = try ["One", "Zwei – ü", "Three"].enumerated().map { index, title in
      try sample(title, Int64(index), format, boxes: encoding)
    }
    try await write(url, type, input, chapters: true) { input in
      for sample in samples { #expect(input.append(sample)) }
    }
    #expect(try chapters(url) == ["0.000000,One", "0.250000,Zwei – ü", "0.500000,Three"])
    let asset = AVURLAsset(url: url)
    let groups = asset.chapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
    #expect(groups.map { $0.items.first?.stringValue } == ["One", "Zwei – ü", "Three"])
    #expect(groups.map(\.timeRange.start.seconds) == [0, 0.25, 0.5])
    let track = try #require(asset.tracks(withMediaType: .text).first)
    #expect(track.formatDescriptions.first.map { "\(($0 as! CMFormatDescription).mediaSubType)" } == "'\(code)'")
  }

  /// Captions become timed text of the writer's own description, or of the hint's.
  @Test(arguments: [AVFileType.mov, .mp4, .m4v, .m4a], [false, true])
  func captionsAsChapters_areFound(_ type: AVFileType, hasHint: Bool) async throws {
    let url = folder.url("out.\(type == .mov ? "mov" : "mp4")")
    let input = AVAssetWriterInput(
      mediaType: .text, outputSettings: nil, sourceFormatHint: hasHint ? try format("tx3g", kCMMediaType_Text) : nil)
    let captions = AVAssetWriterInputCaptionAdaptor(assetWriterInput: input)
    try await write(url, type, input, chapters: true) { _ in
      for (index, title) in ["One", "Two"].enumerated() {
        let start = CMTime(value: Int64(index), timescale: 4)
        let range = CMTimeRange(start: start, duration: CMTime(value: 1, timescale: 4))
        #expect(captions.append(AVCaption(title, timeRange: range)))
      }
    }
    #expect(try chapters(url) == ["0.000000,One", "0.250000,Two"])
    let asset = AVURLAsset(url: url)
    let groups = asset.chapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
    #expect(groups.map { $0.items.first?.stringValue } == ["One", "Two"])
    #expect(asset.tracks(withMediaType: .text).count == 1)
  }

  /// Files of other kinds have the text.
  @Test func samples_areTextInMatroska() async throws {
    let format = try format("tx3g", kCMMediaType_Subtitle)
    let input = AVAssetWriterInput(mediaType: .subtitle, outputSettings: nil, sourceFormatHint: format)
    let sample = try sample("un", 1, format)
    try await write(folder.url("out.mkv"), .matroska, input) { #expect($0.append(sample)) }
    let lines = try Oracle.text("ffmpeg", ["-v", "error", "-i", folder.file("out.mkv"), "-f", "srt", "-"])
    // The file begins with the 1,024 samples of AAC that are not heard.
    #expect(lines.contains("00:00:00,271 --> 00:00:00,521") && lines.contains("un"), "\(lines)")
  }
}
