import AVFoundation
import Foundation
import Testing

/// Metadata that belong to times, as a track of its own, and the place of its data in the file.
@Suite struct WriterMetadataTests {
  private static let place = "mdta/com.example.place"
  private static let speed = "mdta/com.example.speed"

  private func item(_ identifier: String, _ value: any NSCopying & NSObjectProtocol, _ type: CFString? = nil)
    -> AVMetadataItem
  {
    let item = AVMutableMetadataItem()
    item.identifier = AVMetadataIdentifier(rawValue: identifier)
    item.value = value
    item.dataType = type.map { $0 as String }
    return item
  }

  private func tenths(_ start: Int64, _ end: Int64) -> CMTimeRange {
    CMTimeRange(start: CMTime(value: start, timescale: 10), end: CMTime(value: end, timescale: 10))
  }

  private func groups() -> [AVTimedMetadataGroup] {
    [
      AVTimedMetadataGroup(
        items: [
          item(Self.place, "Zürich" as NSString, kCMMetadataBaseDataType_UTF8),
          item(Self.speed, NSNumber(value: -7), kCMMetadataBaseDataType_SInt16),
        ], timeRange: tenths(2, 9)),
      // It ends where the next one starts.
      AVTimedMetadataGroup(
        items: [item(Self.speed, NSNumber(value: 300), kCMMetadataBaseDataType_SInt16)],
        timeRange: CMTimeRange(start: CMTime(value: 5, timescale: 10), duration: .indefinite)),
      AVTimedMetadataGroup(
        items: [item(Self.place, "Bern" as NSString, kCMMetadataBaseDataType_UTF8)], timeRange: tenths(7, 8)),
      AVTimedMetadataGroup(items: [], timeRange: tenths(8, 9)),
      AVTimedMetadataGroup(
        items: [item(Self.place, "Chur" as NSString, kCMMetadataBaseDataType_UTF8)], timeRange: tenths(9, 10)),
    ]
  }

  private func writer(
    _ url: URL, _ type: AVFileType, _ configure: (AVAssetWriter, AVAssetWriterInput) -> Void = { _, _ in }
  ) throws -> (AVAssetWriter, AVAssetWriterInput, AVAssetWriterInputMetadataAdaptor) {
    let hint = try #require(
      AVTimedMetadataGroup(items: groups()[0].items, timeRange: .zero).copyFormatDescription())
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: hint)
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    configure(writer, input)
    for input in [video, input] { writer.add(input) }
    let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    return (writer, video, adaptor)
  }

  private func write(_ url: URL, _ type: AVFileType) async throws {
    let (writer, video, adaptor) = try writer(url, type)
    for number in 0..<30 {
      await video.appendWhenReady(try WrittenMedia.frame(number, at: CMTime(value: Int64(number), timescale: 30)))
    }
    for group in groups() { #expect(adaptor.append(group)) }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
  }

  private func expectGroups(_ url: URL) throws {
    let asset = AVURLAsset(url: url)
    let track = try #require(asset.tracks(withMediaType: .metadata).first)
    let description = try #require(track.formatDescriptions.first as? CMFormatDescription)
    #expect(description.mediaSubType == .boxed && description.identifiers == [Self.place, Self.speed])
    let read = try values(track, of: asset)
    let expected: [(CMTimeRange, [String])] = [
      (tenths(0, 2), []), (tenths(2, 5), ["Zürich", "-7"]), (tenths(5, 7), ["300"]), (tenths(7, 8), ["Bern"]),
      (tenths(8, 9), []), (tenths(9, 10), ["Chur"]),
    ]
    #expect(read.map(\.0) == expected.map(\.0))
    #expect(read.map(\.1) == expected.map(\.1))
  }

  /// The values of a track's groups, as text.
  private func values(_ track: AVAssetTrack, of asset: AVAsset) throws -> [(CMTimeRange, [String])] {
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
    reader.add(output)
    #expect(reader.startReading())
    var read: [(CMTimeRange, [String])] = []
    while let group = adaptor.nextTimedMetadataGroup() {
      read.append((group.timeRange, group.items.map { $0.stringValue ?? "?" }))
    }
    #expect(reader.status == .completed, "\(String(describing: reader.error))")
    return read
  }

  @Test(arguments: [AVFileType.mov, .mp4]) func groups_comeBackAsTheyWereAppended(_ type: AVFileType) async throws {
    let folder = try TemporaryFolder()
    try await write(folder.url("out"), type)
    try expectGroups(folder.url("out"))
    #expect(
      try Oracle.streams(folder.file("out"), "codec_type,codec_tag_string") == ["video,avc1", "data,mebx"])
    // The sizes of samples: 8 bytes before each value.
    let sizes = try Oracle.text(
      "ffprobe",
      ["-v", "error", "-select_streams", "d", "-show_entries", "packet=size", "-of", "csv=p=0", folder.file("out")])
    let found = sizes.split(separator: "\n").compactMap { Int($0.filter(\.isNumber)) }.filter { $0 > 0 }
    #expect(found == [8 + 7 + 8 + 2, 8 + 2, 8 + 4, 8 + 4])
  }

  @Test func fragments_areRefused() async throws {
    let folder = try TemporaryFolder()
    let hint = try #require(AVTimedMetadataGroup(items: groups()[0].items, timeRange: .zero).copyFormatDescription())
    let writer = try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4)
    writer.movieFragmentInterval = CMTime(value: 1, timescale: 1)
    writer.add(AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: hint))
    #expect(!writer.startWriting())
    #expect((writer.error as? AVError)?.failureReason?.contains("timed metadata") == true)
  }

  @Test func samples_areCopiedAsTheyAre() async throws {
    let folder = try TemporaryFolder()
    try await write(folder.url("in.mov"), .mov)
    let (reader, output) = try AVAssetReader.started(folder.url("in.mov"), .metadata, nil)
    let hint = output.track.formatDescriptions.first as? CMFormatDescription
    let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: hint)
    let writer = try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for sample in output.all() { #expect(input.append(sample)) }
    #expect(reader.status == .completed)
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    try expectGroups(folder.url("out.mp4"))
  }

  @Test func itemsThatTheHintDoesNotHave_failTheWriter() async throws {
    let folder = try TemporaryFolder()
    let others = [
      item("mdta/com.example.other", "x" as NSString),
      item(Self.speed, "fast" as NSString, kCMMetadataBaseDataType_SInt16),
      item(Self.speed, NSNumber(value: 70_000), kCMMetadataBaseDataType_SInt16),
    ]
    for (index, other) in others.enumerated() {
      let (writer, _, adaptor) = try writer(folder.url("\(index).mov"), .mov)
      #expect(!adaptor.append(AVTimedMetadataGroup(items: [other], timeRange: tenths(0, 1))))
      #expect(writer.status == .failed)
      #expect((writer.error as? AVError)?.failureReason?.contains("com.example") == true)
      writer.cancelWriting()
    }
  }

  /// Programs that make Live Photos write 0xff as a number of 8 bits with a sign.
  @Test func bitsOfSignedNumbers_areTheNumbers() async throws {
    let folder = try TemporaryFolder()
    let numbers: [(Int64, CFString)] = [
      (0xff, kCMMetadataBaseDataType_SInt8), (-128, kCMMetadataBaseDataType_SInt8),
      (0xfff9, kCMMetadataBaseDataType_SInt16), (0xffff_fffe, kCMMetadataBaseDataType_SInt32),
    ]
    let items = numbers.enumerated().map { item("mdta/com.example.\($0)", NSNumber(value: $1.0), $1.1) }
    let group = AVTimedMetadataGroup(items: items, timeRange: tenths(0, 5))
    let input = AVAssetWriterInput(
      mediaType: .metadata, outputSettings: nil, sourceFormatHint: group.copyFormatDescription())
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    writer.add(input)
    let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    #expect(adaptor.append(group))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let asset = AVURLAsset(url: folder.url("out.mov"))
    let track = try #require(asset.tracks(withMediaType: .metadata).first)
    #expect(try values(track, of: asset).map(\.1) == [["-1", "-128", "-7", "-2"]])
  }

  @Test func valuesOfEveryType_comeBack() throws {
    let values: [(any NSCopying & NSObjectProtocol, CFString?, String)] = [
      ("ä" as NSString, kCMMetadataBaseDataType_UTF16, "ä"),
      (NSNumber(value: 1.5), kCMMetadataBaseDataType_Float32, "1.5"),
      (NSNumber(value: 0.1), kCMMetadataBaseDataType_Float64, "0.1"),
      (NSNumber(value: -1), kCMMetadataBaseDataType_SInt8, "-1"),
      (NSNumber(value: UInt64.max), nil, "\(UInt64.max)"), (NSNumber(value: Int64.min), nil, "\(Int64.min)"),
      (NSNumber(value: 255), kCMMetadataBaseDataType_UInt8, "255"),
      (Data("{}".utf8) as NSData, kCMMetadataBaseDataType_JSON, "{}"),
    ]
    let items = values.enumerated().map { item("mdta/com.example.\($0)", $1.0, $1.1) }
    let group = AVTimedMetadataGroup(items: items, timeRange: tenths(0, 1))
    let format = try #require(group.copyFormatDescription())
    #expect(format.identifiers == items.compactMap { $0.identifier?.rawValue })
    #expect(AVTimedMetadataGroup(items: [], timeRange: tenths(0, 1)).copyFormatDescription() == nil)
    #expect(
      AVTimedMetadataGroup(items: [AVMutableMetadataItem()], timeRange: tenths(0, 1)).copyFormatDescription() == nil)
  }

  @Test func dataThatComeFirst_areBeforeThoseOfOtherTracks() async throws {
    let folder = try TemporaryFolder()
    let (writer, video, adaptor) = try writer(folder.url("out.mov"), .mov) {
      $1.mediaDataLocation = .beforeMainMediaDataNotInterleaved
    }
    for number in 0..<30 {
      await video.appendWhenReady(try WrittenMedia.frame(number, at: CMTime(value: Int64(number), timescale: 30)))
    }
    for group in groups() { #expect(adaptor.append(group)) }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    func positions(_ stream: String) throws -> [Int] {
      try Oracle.text(
        "ffprobe",
        [
          "-v", "error", "-select_streams", stream, "-show_entries", "packet=pos,size", "-of", "csv=p=0",
          folder.file("out.mov"),
        ]
      ).split(separator: "\n").compactMap { line in
        let numbers = line.split(separator: ",").compactMap { Int($0) }
        return numbers.count == 2 && numbers[0] > 0 ? numbers[1] : nil
      }
    }
    #expect(try #require(try positions("d").max()) < (try #require(try positions("v").min())))
    try expectGroups(folder.url("out.mov"))
    let fragmented = try AVAssetWriter(outputURL: folder.url("other.mov"), fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    input.mediaDataLocation = .beforeMainMediaDataNotInterleaved
    fragmented.movieFragmentInterval = CMTime(value: 1, timescale: 1)
    fragmented.add(input)
    #expect(!fragmented.startWriting())
    #expect((fragmented.error as? AVError)?.failureReason?.contains("mediaDataLocation") == true)
  }

  @Test func captions_areReadAsGroups() async throws {
    let folder = try TemporaryFolder()
    for (type, texts) in [(AVFileType.mov, ["", "un", "", "zwei\nlignes", ""]), (.matroska, ["un", "zwei\nlignes"])] {
      let url = folder.url(type == .mov ? "out.mov" : "out.mkv")
      let text = AVAssetWriterInput(mediaType: .subtitle, outputSettings: nil)
      let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)
      let writer = try AVAssetWriter(outputURL: url, fileType: type)
      for input in [audio, text] { writer.add(input) }
      let captions = AVAssetWriterInputCaptionAdaptor(assetWriterInput: text)
      #expect(writer.startWriting(), "\(String(describing: writer.error))")
      writer.startSession(atSourceTime: .zero)
      #expect(captions.append(AVCaption("un", timeRange: tenths(2, 5))))
      #expect(captions.append(AVCaption("zwei\nlignes", timeRange: tenths(7, 9))))
      text.markAsFinished()
      await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(48_000), at: 0))
      await writer.finishWriting()
      #expect(writer.status == .completed, "\(String(describing: writer.error))")
      let asset = AVURLAsset(url: url)
      let track = try #require(
        (asset.tracks(withMediaType: .subtitle) + asset.tracks(withMediaType: .text)).first)
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
      let adaptor = AVAssetReaderOutputCaptionAdaptor(assetReaderTrackOutput: output)
      reader.add(output)
      #expect(reader.startReading())
      var groups: [AVCaptionGroup] = []
      while let group = adaptor.nextCaptionGroup() {
        #expect(adaptor.captionsNotPresentInPreviousGroups(in: group).count == group.captions.count)
        groups.append(group)
      }
      #expect(reader.status == .completed, "\(String(describing: reader.error))")
      let read = groups.map { $0.captions.map(\.text).joined() }
      #expect(type == .mov ? Array(read.prefix(4)) == Array(texts.prefix(4)) : read == texts, "\(read)")
      let first = try #require(groups.first { !$0.captions.isEmpty })
      #expect(first.timeRange == tenths(2, 5))
    }
  }
}
