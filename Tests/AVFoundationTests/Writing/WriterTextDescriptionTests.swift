import AVFoundation
import Foundation
import Testing

/// Text whose format descriptions programs make of extensions, as Apple's sample AVSubtitlesWriter does.
@Suite struct WriterTextDescriptionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A box without contents: the subtitle is forced.
  private static let forced: [UInt8] = [0, 0, 0, 8] + Array("frcd".utf8)

  private func color(_ values: Int...) -> NSDictionary {
    let keys = [
      kCMTextFormatDescriptionColor_Red, kCMTextFormatDescriptionColor_Green, kCMTextFormatDescriptionColor_Blue,
      kCMTextFormatDescriptionColor_Alpha,
    ]
    return NSDictionary(objects: values.map { NSNumber(value: $0) }, forKeys: Array(keys.prefix(values.count)))
  }

  /// The format of 3GPP timed text of all subtitles that are forced.
  private func timedText() throws -> CMFormatDescription {
    let style: NSDictionary = [
      kCMTextFormatDescriptionStyle_StartChar: 0, kCMTextFormatDescriptionStyle_EndChar: 0,
      kCMTextFormatDescriptionStyle_Font: 1, kCMTextFormatDescriptionStyle_FontFace: 0,
      kCMTextFormatDescriptionStyle_FontSize: 255,
      kCMTextFormatDescriptionStyle_ForegroundColor: color(255, 254, 253, 252),
    ]
    return try CMFormatDescription(
      mediaType: .subtitle, mediaSubType: .mobile3GPP,
      extensions: [
        .displayFlags: .textDisplayFlags([.allSubtitlesForced]), .backgroundColor: .init(color(0, 0, 0, 255)),
        .defaultTextBox: .textRect(top: -1, left: 2, bottom: 3, right: 4), .defaultStyle: .init(style),
        .horizontalJustification: .textJustification(.left), .verticalJustification: .textJustification(.bottom),
        .fontTable: .fontTable([1: "Sans-Serif"]),
      ])
  }

  private func quickTimeText() throws -> CMFormatDescription {
    let style: NSDictionary = [
      kCMTextFormatDescriptionStyle_Font: 1, kCMTextFormatDescriptionStyle_FontFace: 2,
      kCMTextFormatDescriptionStyle_ForegroundColor: color(4, 65_535, 6),
    ]
    return try CMFormatDescription(
      mediaType: .text, mediaSubType: .qt,
      extensions: [
        .displayFlags: .number(9), .textJustification: .textJustification(.right),
        .backgroundColor: .init(color(1, 2, 3)),
        .defaultTextBox: .textRect(top: 1, left: 2, bottom: 3, right: 4), .defaultStyle: .init(style),
        .defaultFontName: .string("Zürich"),
      ])
  }

  /// A sample of half a second.
  private func sample(
    _ text: String, _ half: Int64, _ format: CMFormatDescription, boxes: [UInt8] = []
  ) throws -> CMSampleBuffer {
    try WrittenMedia.text(text, at: CMTime(value: half, timescale: 2), format, boxes: boxes)
  }

  /// Writes a second of text of each format: a sample, and a forced one.
  private func write(_ url: URL, _ type: AVFileType, _ formats: [(AVMediaType, CMFormatDescription?)]) async throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    let inputs = formats.map { AVAssetWriterInput(mediaType: $0, outputSettings: nil, sourceFormatHint: $1) }
    for input in inputs {
      #expect(writer.canAdd(input))
      writer.add(input)
    }
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    for input in inputs {
      let format = try input.sourceFormatHint ?? timedText()
      let samples = try [sample("un", 0, format), sample("zwei", 1, format, boxes: Self.forced)]
      for sample in samples { #expect(input.append(sample)) }
      input.markAsFinished()
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
  }

  private func expectSamples(_ url: URL, _ type: AVMediaType, of format: CMFormatDescription) throws {
    let (_, output) = try AVAssetReader.started(url, type, nil)
    let samples = output.all()
    #expect(
      try samples.map { try $0.bytes } == [[0, 2] + Array("un".utf8), [0, 4] + Array("zwei".utf8) + Self.forced])
    let found = try #require(samples.first?.formatDescription)
    let added: [CMFormatDescription.Extensions.Key] = [
      .verbatimSampleDescription, .verbatimISOSampleEntry, .sampleDescriptionExtensionAtoms,
    ]
    #expect(found.equalTo(format, extensionKeysToIgnore: added), "\(found.extensions)")
  }

  @Test(arguments: [AVFileType.mov, .mp4]) func timedTextOfExtensions_keepsThem_andForcedSubtitles(
    _ type: AVFileType
  ) async throws {
    let url = folder.url("out.mov")
    try await write(url, type, [(.subtitle, timedText())])
    try expectSamples(url, .subtitle, of: timedText())
    let track = try #require(AVURLAsset(url: url).tracks(withMediaType: .subtitle).first)
    #expect(track.hasMediaCharacteristic(.containsOnlyForcedSubtitles))
    let entry: [UInt8] =
      [0, 0, 0, 69] + Array("tx3g".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0x80, 0, 0, 0, 0, 0xff, 0, 0, 0, 255]
      + [0xff, 0xff, 0, 2, 0, 3, 0, 4, 0, 0, 0, 0, 0, 1, 0, 255, 255, 254, 253, 252]
      + [0, 0, 0, 23] + Array("ftab".utf8) + [0, 1, 0, 1, 10] + Array("Sans-Serif".utf8)
    #expect(try Data(contentsOf: url).range(of: Data(entry)) != nil)
    #expect(try Oracle.streams(url.path, "codec_name") == ["mov_text"])
    let lines = try Oracle.text("ffmpeg", ["-v", "error", "-i", url.path, "-map", "0:s", "-f", "srt", "-"])
    #expect(lines.contains("un") && lines.contains("zwei"), "\(lines)")
  }

  @Test func textAndSubtitles_areTracksOfOneFile_withTheirOwnDescriptions() async throws {
    let url = folder.url("out.mov")
    try await write(url, .mov, [(.text, quickTimeText()), (.subtitle, timedText()), (.subtitle, nil)])
    try expectSamples(url, .text, of: quickTimeText())
    try expectSamples(url, .subtitle, of: timedText())
    let tracks = AVURLAsset(url: url).tracks
    #expect(tracks.map(\.mediaType) == [.text, .subtitle, .subtitle])
    #expect(try Oracle.streams(url.path, "codec_tag_string") == ["text", "tx3g", "tx3g"])
  }

  @Test func descriptionsWithoutRoom_areRefused() throws {
    let flags = try CMFormatDescription(
      mediaType: .subtitle, mediaSubType: .mobile3GPP, extensions: [.displayFlags: .number(1 << 32)])
    let name = try CMFormatDescription(
      mediaType: .text, mediaSubType: .qt,
      extensions: [.defaultFontName: .string(String(repeating: "x", count: 256))])
    let web = try CMFormatDescription(mediaType: .subtitle, mediaSubType: .webVTT)
    for (format, reason) in [(flags, "DisplayFlags is 4294967296"), (name, "255 bytes at most"), (web, "'wvtt'")] {
      let type = AVMediaType(rawValue: format.mediaType == .text ? "text" : "sbtl")
      let input = AVAssetWriterInput(mediaType: type, outputSettings: nil, sourceFormatHint: format)
      let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
      #expect(!writer.canAdd(input))
      writer.add(input)
      let error = writer.error as? AVError
      #expect(error?.failureReason?.contains(reason) == true, "\(String(describing: error))")
    }
  }
}
