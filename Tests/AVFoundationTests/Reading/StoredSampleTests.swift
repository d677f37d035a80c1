@testable import AVFoundation
import Testing

/// Without settings an output gives the samples of the file as they are.
@Suite struct StoredSampleTests {
  private func packets(_ url: URL, _ stream: String) throws -> [[String]] {
    try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", stream, "-show_entries", "packet=pts,dts,duration,size,flags", "-of",
        "csv=p=0",
        url.path,
      ]
    ).split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  @Test func video_hasTheFilesTimesAndSyncSamples() throws {
    let folder = try TemporaryFolder()
    let url = try NumberedMovie.make(in: folder)
    let (reader, output) = try AVAssetReader.started(url, .video, nil)
    let samples = output.all()
    try #require(reader.status == .completed && samples.count == 30, "\(reader.error as Any)")
    for (sample, packet) in zip(samples, try packets(url, "v:0")) {
      #expect(sample.presentationTimeStamp == CMTime(value: Int64(packet[0]) ?? 0, timescale: 15360))
      #expect(sample.decodeTimeStamp == CMTime(value: Int64(packet[1]) ?? 0, timescale: 15360))
      #expect(sample.duration == CMTime(value: 512, timescale: 15360))
      #expect(sample.totalSampleSize == Int(packet[3]))
      let attachments = sample.sampleAttachments[0]
      #expect((attachments[.notSync] as? Bool ?? false) == !packet[4].hasPrefix("K"))
      #expect(attachments[.doNotDisplay] == nil)
    }
    #expect(samples[0].formatDescription?.mediaSubType == .h264)
    // The bytes are the packets': ffmpeg's copy has the same.
    let copied = try Oracle.raw(url.path, ["-map", "0:v:0", "-c", "copy", "-f", "data"])
    #expect(try samples.flatMap { try $0.bytes } == copied)
  }

  @Test func dependencies_areThoseOfTheTable() throws {
    let folder = try TemporaryFolder()
    let url = try NumberedMovie.make(in: folder)
    let (_, output) = try AVAssetReader.started(url, .video, nil)
    let samples = output.all()
    // x264 notes B-frames that nothing depends on; ffmpeg writes them to sdtp.
    let disposable = samples.filter { $0.sampleAttachments[0][.isDependedOnByOthers] as? Bool == false }
    #expect(disposable.allSatisfy { $0.presentationTimeStamp < $0.decodeTimeStamp + CMTime(value: 3, timescale: 30) })
    let dependent = samples.map { $0.sampleAttachments[0][.dependsOnOthers] as? Bool }
    #expect(dependent.count { $0 == true } == 27, "\(dependent)")
  }

  @Test func aRangeWithinAGroup_beginsWithItsSyncSample() throws {
    let folder = try TemporaryFolder()
    let url = try NumberedMovie.make(in: folder)
    let (reader, output) = try AVAssetReader.started(url, .video, nil) { reader, _ in
      reader.timeRange = CMTimeRange(start: NumberedMovie.time(13), end: NumberedMovie.time(16))
    }
    let samples = output.all()
    try #require(!samples.isEmpty, "\(reader.error as Any)")
    #expect(samples[0].sampleAttachments[0][.notSync] == nil)
    #expect(samples[0].presentationTimeStamp == NumberedMovie.time(10))
    let shown = samples.filter { $0.sampleAttachments[0][.doNotDisplay] == nil }.map(\.presentationTimeStamp)
    #expect(Set(shown) == Set([13.0, 14, 15].map { NumberedMovie.time($0) }))
  }

  @Test func codedAudio_saysWhatIsPriming() throws {
    let (reader, output) = try AVAssetReader.started(SharedClip.movie, .audio, nil)
    let samples = output.all()
    try #require(!samples.isEmpty, "\(reader.error as Any)")
    #expect(samples[0].formatDescription?.mediaSubType == .mpeg4AAC)
    let trims = CMGetAttachment(
      samples[0], key: kCMSampleBufferAttachmentKey_TrimDurationAtStart, attachmentModeOut: nil)
    #expect(trims != nil && samples[0].outputDuration == .zero)
    #expect(samples.reduce(CMTime.zero) { $0 + $1.outputDuration } == CMTime(value: 48000, timescale: 48000))
    #expect(try samples.map(\.totalSampleSize) == packets(SharedClip.movie, "a:0").map { Int($0[3]) ?? 0 })
  }

  @Test func uncompressedAudio_comesInBatches() throws {
    let folder = try TemporaryFolder()
    try Oracle.make(["-f", "lavfi", "-i", "sine=r=48000:d=0.5", "-ac", "2", "-c:a", "pcm_s16be", folder.file("a.mov")])
    let (reader, output) = try AVAssetReader.started(folder.url("a.mov"), .audio, nil)
    let samples = output.all()
    try #require(!samples.isEmpty, "\(reader.error as Any)")
    #expect(samples.reduce(0) { $0 + $1.numSamples } == 24000 && samples.count < 100)
    #expect(try samples.flatMap { try $0.bytes } == Oracle.raw(folder.file("a.mov"), ["-f", "s16be"]))
    #expect(samples[0].duration.timescale == 48000)
    #expect(samples[1].presentationTimeStamp == samples[0].presentationTimeStamp + samples[0].duration)
  }

  @Test func bytes_areThePrograms() throws {
    let folder = try TemporaryFolder()
    let url = try NumberedMovie.make("a.mkv", in: folder)
    let asset = AVURLAsset(url: url)
    let reader = try AVAssetReader(asset: asset)
    let outputs = (0..<2).map { _ in AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil) }
    for output in outputs { reader.add(output) }
    #expect(reader.startReading())
    while let first = outputs[0].copyNextSampleBuffer() {
      let bytes = try first.bytes
      try first.dataBuffer?.fillDataBytes(with: 0)
      #expect(try outputs[1].copyNextSampleBuffer()?.bytes == bytes)
    }
    #expect(outputs[1].copyNextSampleBuffer() == nil && reader.status == .completed)
  }
}

/// Samples of other media than video and audio.
@Suite struct StoredDataTests {
  @Test(arguments: ["mp4", "mkv"]) func subtitles_areReadAsTheyAreStored(_ container: String) throws {
    let folder = try TemporaryFolder()
    let lines = "1\n00:00:00,500 --> 00:00:01,500\nOne\n\n2\n00:00:02,000 --> 00:00:03,000\nTwo\n"
    try Data(lines.utf8).write(to: folder.url("a.srt"))
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=d=4", "-i", folder.file("a.srt"), "-c:s", container == "mp4" ? "mov_text" : "srt",
      folder.file("a.\(container)"),
    ])
    let asset = AVURLAsset(url: folder.url("a.\(container)"))
    let track = try #require(asset.tracks(withMediaType: .subtitle).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    #expect(reader.startReading(), "\(reader.error as Any)")
    let samples = output.all()
    #expect(reader.status == .completed, "\(reader.error as Any)")
    let texts = samples.filter { $0.totalSampleSize > 2 }
    // ffmpeg moves Matroska's times by the priming of the audio.
    #expect(zip(texts, [0.5, 2]).allSatisfy { abs($0.presentationTimeStamp.seconds - $1) < 0.01 } && texts.count == 2)
    #expect(texts.map(\.duration.seconds) == [1, 1])
    #expect(try texts.map { String(decoding: try $0.bytes.suffix(3), as: UTF8.self) } == ["One", "Two"])
    #expect(
      texts.allSatisfy { $0.formatDescription?.mediaType == .subtitle || $0.formatDescription?.mediaType == .text })
  }

  @Test func aTimeCode_isReadAsItIsStored() throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-i", SharedClip.movie.path, "-c", "copy", "-timecode", "01:02:03:04", folder.file("a.mov"),
    ])
    let asset = AVURLAsset(url: folder.url("a.mov"))
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: try #require(asset.tracks(withMediaType: .timecode).first), outputSettings: nil)
    reader.add(output)
    #expect(reader.startReading(), "\(reader.error as Any)")
    let samples = output.all()
    #expect(reader.status == .completed && samples.count == 1, "\(reader.error as Any)")
    let frames = ((1 * 60 + 2) * 60 + 3) * 30 + 4
    #expect(try samples.first?.bytes == withUnsafeBytes(of: UInt32(frames).bigEndian) { Array($0) })
    let withSettings = AVAssetReaderTrackOutput(track: output.track, outputSettings: [:])
    #expect(withSettings.problem?.key == "outputSettings")
  }
}
