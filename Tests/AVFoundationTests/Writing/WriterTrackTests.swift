import AVFoundation
import Foundation
import Testing

/// Tracks beside frames and audio, what tracks have to do with each other, and suggested settings.
@Suite struct WriterTrackTests {
  @Test(arguments: [AVFileType.mov, .mp4]) func captions_areATrackOfText(_ type: AVFileType) async throws {
    let folder = try TemporaryFolder()
    let text = AVAssetWriterInput(mediaType: .subtitle, outputSettings: nil)
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)
    text.extendedLanguageTag = "fr"
    let captions = AVAssetWriterInputCaptionAdaptor(assetWriterInput: text)
    let writer = try AVAssetWriter(outputURL: folder.url("out"), fileType: type)
    for input in [audio, text] { writer.add(input) }
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
      CMTimeRange(start: CMTime(value: start, timescale: 10), end: CMTime(value: end, timescale: 10))
    }
    #expect(captions.append(AVCaption("un", timeRange: range(2, 5))))
    #expect(captions.append(AVCaption("deux", timeRange: range(7, 9))))
    text.markAsFinished()
    await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(48_000), at: 0))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let lines = try Oracle.text(
      "ffmpeg", ["-v", "error", "-i", folder.file("out"), "-map", "0:s", "-f", "srt", "-"]
    ).replacing("\r", with: "")
    #expect(lines.contains("00:00:00,200 --> 00:00:00,500\n") && lines.contains(">un<"), "\(lines)")
    #expect(lines.contains("00:00:00,700 --> 00:00:0") && lines.contains(">deux<"), "\(lines)")
    #expect(try Oracle.streams(folder.file("out"), "codec_type").contains("subtitle"))
  }

  @Test(arguments: ["mp4", "mkv"]) func subtitlesOfAFile_arePlainAsCaptions_andKeepStylesAsSamples(
    kind: String
  ) async throws {
    let folder = try TemporaryFolder()
    let words = "1\n00:00:00,200 --> 00:00:00,500\nOne <i>two</i>\n"
    try words.write(to: folder.url("in.srt"), atomically: true, encoding: .utf8)
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=duration=1", "-i", folder.file("in.srt"), "-c:a", "aac", "-c:s",
      kind == "mp4" ? "mov_text" : "srt", folder.file("in.\(kind)"),
    ])
    let (_, captions) = try AVAssetReader.started(folder.url("in.\(kind)"), .subtitle, nil)
    let adaptor = AVAssetReaderOutputCaptionAdaptor(assetReaderTrackOutput: captions)
    var texts: [String] = []
    while let group = adaptor.nextCaptionGroup() { texts += group.captions.map(\.text) }
    #expect(texts == ["One two"])
    // Samples of Matroska are no timed text.
    guard kind == "mp4" else { return }
    let (_, output) = try AVAssetReader.started(folder.url("in.mp4"), .subtitle, nil)
    let text = AVAssetWriterInput(mediaType: .subtitle, outputSettings: nil)
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)
    let writer = try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4)
    for input in [audio, text] { writer.add(input) }
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    for sample in output.all() { #expect(text.append(sample)) }
    text.markAsFinished()
    await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(48_000), at: 0))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let lines = try Oracle.text(
      "ffmpeg", ["-v", "error", "-i", folder.file("out.mp4"), "-map", "0:s", "-f", "webvtt", "-"])
    #expect(lines.contains("\nOne <i>two</i>"), "\(lines)")
  }

  @Test func textThatIsChapters_hasASampleForEach_andNoneBehindThem() async throws {
    let folder = try TemporaryFolder()
    let text = AVAssetWriterInput(mediaType: .text, outputSettings: nil)
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)
    let captions = AVAssetWriterInputCaptionAdaptor(assetWriterInput: text)
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    for input in [audio, text] { writer.add(input) }
    audio.addTrackAssociation(withTrackOf: text, type: AVAssetTrack.AssociationType.chapterList.rawValue)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    for (index, title) in ["One", "Two", "Three"].enumerated() {
      let start = CMTime(value: Int64(index), timescale: 4)
      let range = CMTimeRange(start: start, duration: CMTime(value: 1, timescale: 4))
      #expect(captions.append(AVCaption(title, timeRange: range)))
    }
    text.markAsFinished()
    await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(48_000), at: 0))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let chapters = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "chapter_tags=title", "-of", "csv=p=0", folder.file("out.mov")])
    #expect(chapters.split(separator: "\n").map { $0.trimmingPrefix(",") } == ["One", "Two", "Three"])
  }

  @Test func timecode_isWrittenAsItIs_andFound() async throws {
    let folder = try TemporaryFolder()
    let format = try CMFormatDescription(
      timeCodeFormatType: .timeCode32, frameDuration: CMTime(value: 1001, timescale: 30_000), frameQuanta: 30,
      flags: [.dropFrame, .twentyFourHourMax])
    // One hour, of which no number is left out at its beginning.
    let bytes: [UInt8] = [0, 1, 0xa5, 0x74]
    let block = try CMBlockBuffer(length: bytes.count)
    try bytes.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
    let sample = try CMSampleBuffer(
      dataBuffer: block, formatDescription: format, numSamples: 1,
      sampleTimings: [
        CMSampleTimingInfo(
          duration: CMTime(value: 30_030, timescale: 30_000), presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
      ], sampleSizes: [bytes.count])
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    let timecode = AVAssetWriterInput(mediaType: .timecode, outputSettings: nil, sourceFormatHint: format)
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    for input in [video, timecode] {
      #expect(writer.canAdd(input))
      writer.add(input)
    }
    video.addTrackAssociation(withTrackOf: timecode, type: AVAssetTrack.AssociationType.timecode.rawValue)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    #expect(timecode.append(sample))
    timecode.markAsFinished()
    for number in 0..<30 {
      await video.appendWhenReady(
        try WrittenMedia.frame(number, at: CMTime(value: Int64(number) * 1001, timescale: 30_000)))
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try WrittenMedia.startTimecode(of: folder.file("out.mov")) == "01:00:00;00")
    let asset = AVURLAsset(url: folder.url("out.mov"))
    let tracks = try await asset.loadTracks(withMediaType: .video)[0].loadAssociatedTracks(ofType: .timecode)
    #expect(tracks.map(\.mediaType) == [.timecode])
    let (_, output) = try AVAssetReader.started(folder.url("out.mov"), .timecode, nil)
    let read = try #require(output.all().first)
    #expect(try read.bytes == bytes)
    let found = try #require(read.formatDescription)
    #expect(found.mediaSubType == .timeCode32 && found.frameQuanta == 30 && found.timeCodeFlags == format.timeCodeFlags)
    #expect(found.frameDuration == format.frameDuration)
  }

  @Test func timecode_isForQuickTimeMovies_andComesAsFourBytes() throws {
    let folder = try TemporaryFolder()
    let other = try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4)
    #expect(!other.canAdd(AVAssetWriterInput(mediaType: .timecode, outputSettings: nil)))
    let timecode = AVAssetWriterInput(mediaType: .timecode, outputSettings: nil)
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    writer.add(timecode)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    let text = try CMFormatDescription(mediaType: .text, mediaSubType: .init(rawValue: 0x7478_3367))
    let block = try CMBlockBuffer(length: 4)
    try [UInt8](repeating: 0, count: 4).withUnsafeBytes { try block.replaceDataBytes(with: $0) }
    let sample = try CMSampleBuffer(
      dataBuffer: block, formatDescription: text, numSamples: 1,
      sampleTimings: [CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: .zero, decodeTimeStamp: .invalid)],
      sampleSizes: [4])
    #expect(!timecode.append(sample))
    #expect((writer.error as? AVError)?.failureReason?.contains("timecode is appended as") == true)
    writer.cancelWriting()
  }

  @Test func groups_areAlternatives_ofWhichOneIsEnabled() async throws {
    let folder = try TemporaryFolder()
    let inputs = ["eng", "fra"].map { language in
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)
      input.languageCode = language
      return input
    }
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    for input in inputs { writer.add(input) }
    inputs[1].marksOutputTrackAsEnabled = false
    let group = AVAssetWriterInputGroup(inputs: inputs, defaultInput: inputs[1])
    #expect(writer.canAdd(group))
    writer.add(group)
    #expect(!writer.canAdd(group))
    #expect(!inputs[0].marksOutputTrackAsEnabled && inputs[1].marksOutputTrackAsEnabled)
    #expect(inputs[0].canAddTrackAssociation(withTrackOf: inputs[1], type: "fall"))
    inputs[0].addTrackAssociation(withTrackOf: inputs[1], type: "fall")
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    for input in inputs { await input.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(4800), at: 0)) }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let asset = AVURLAsset(url: folder.url("out.mov"))
    let tracks = try await asset.loadTracks(withMediaType: .audio)
    #expect(try await tracks[0].load(.isEnabled) == false)
    #expect(try await tracks[1].load(.isEnabled))
    #expect(try await tracks[0].load(.languageCode) == "eng")
    let option = try await asset.loadMediaSelectionGroup(for: .audible)?.options.count
    #expect(option == 2)
    let fallback = try await tracks[0].loadAssociatedTracks(ofType: .audioFallback)
    #expect(fallback.map(\.trackID) == [tracks[1].trackID])
  }

  @Test(arguments: [AVFileType.mov, .mp4, .matroska])
  func aGroupWithoutDefault_enablesNoneOfItsTracks(_ type: AVFileType) async throws {
    let folder = try TemporaryFolder()
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)
    let texts = ["eng", "fra"].map { language in
      let input = AVAssetWriterInput(mediaType: .subtitle, outputSettings: nil)
      input.languageCode = language
      return input
    }
    let captions = texts.map { AVAssetWriterInputCaptionAdaptor(assetWriterInput: $0) }
    let url = folder.url(type == .matroska ? "out.mkv" : "out.mov")
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    for input in [audio] + texts { writer.add(input) }
    writer.add(AVAssetWriterInputGroup(inputs: texts, defaultInput: nil))
    #expect(texts.allSatisfy { !$0.marksOutputTrackAsEnabled } && audio.marksOutputTrackAsEnabled)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    let range = CMTimeRange(start: .zero, end: CMTime(value: 1, timescale: 2))
    for adaptor in captions { #expect(adaptor.append(AVCaption("words", timeRange: range))) }
    for text in texts { text.markAsFinished() }
    await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(48_000), at: 0))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let asset = AVURLAsset(url: url)
    #expect(asset.tracks.map(\.isEnabled) == [true, false, false])
    let group = try #require(try await asset.loadMediaSelectionGroup(for: .legible))
    #expect(group.options.count == 2 && group.defaultOption == nil)
  }

  @Test func asynchronousAppending_waitsForRoom_andThrowsTheWritersError() async throws {
    let folder = try TemporaryFolder()
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    writer.add(video)
    await #expect(throws: AVError.self) { try await video.append(contentsOf: [WrittenMedia.frame(0, at: .zero)]) }
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    let frames = try (0..<60).map { try WrittenMedia.frame($0, at: CMTime(value: Int64($0), timescale: 30)) }
    try await video.append(contentsOf: frames[..<30])
    try await video.append(
      contentsOf: AsyncStream { stream in
        for frame in frames[30...] { stream.yield(frame) }
        stream.finish()
      })
    await #expect(throws: AVError.self) { try await video.append(contentsOf: [frames[0]]) }
    await writer.finishWriting()
    #expect(try Oracle.frames(folder.file("out.mov")).numbers == Array(0..<60))
  }

  @Test func theAssistant_followsPresetAndSource() throws {
    let assistant = try #require(AVOutputSettingsAssistant(preset: .preset1280x720))
    #expect(assistant.outputFileType == .mov)
    func number(_ key: String) -> Double? {
      let properties = assistant.videoSettings?[AVVideoCompressionPropertiesKey] as? [String: Any]
      let value = assistant.videoSettings?[key] ?? properties?[key]
      return (value as? Int).map { Double($0) } ?? value as? Double
    }
    #expect(number(AVVideoWidthKey) == 1280 && number(AVVideoHeightKey) == 720)
    let usual = try #require(number(AVVideoAverageBitRateKey))
    assistant.sourceVideoAverageFrameDuration = CMTime(value: 1, timescale: 60)
    #expect(try #require(number(AVVideoAverageBitRateKey)) > usual)
    #expect(number(AVVideoExpectedSourceFrameRateKey) == 60)
    assistant.sourceVideoFormat = try CMVideoFormatDescription(
      videoCodecType: .h264, width: 1080, height: 1920, extensions: nil)
    #expect(number(AVVideoWidthKey) == 720 && number(AVVideoHeightKey) == 1280)
    #expect(AVOutputSettingsAssistant.availableOutputSettingsPresets().contains(.hevc7680x4320))
    for preset in AVOutputSettingsAssistant.availableOutputSettingsPresets() {
      let assistant = try #require(AVOutputSettingsAssistant(preset: preset))
      let writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: "/tmp/x"), fileType: assistant.outputFileType)
      #expect(writer.canApply(outputSettings: assistant.videoSettings, forMediaType: .video))
      #expect(writer.canApply(outputSettings: assistant.audioSettings, forMediaType: .audio))
    }
    #expect(AVOutputSettingsAssistant(preset: AVOutputSettingsPreset("x")) == nil)
  }
}
