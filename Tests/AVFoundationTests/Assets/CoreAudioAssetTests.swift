@testable import MediaSource
import AVFoundation
import MediaEngine
import Testing

/// Assets of Core Audio files, for which GStreamer has no demuxer.
@Suite struct CoreAudioAssetTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func make(_ codec: [String]) throws -> URL {
    try Oracle.make(
      ["-f", "lavfi", "-i", "anoisesrc=r=44100:seed=4:a=0.3:d=1.3", "-ac", "2"] + codec + [
        "-f", "caf", folder.file("a.caf"),
      ])
    return folder.url("a.caf")
  }

  @Test(arguments: [
    (["-c:a", "pcm_s16le"], kAudioFormatLinearPCM, 16), (["-c:a", "pcm_s24be"], kAudioFormatLinearPCM, 24),
    (["-c:a", "pcm_f32be"], kAudioFormatLinearPCM, 32), (["-c:a", "pcm_alaw"], kAudioFormatALaw, 8),
    (["-c:a", "pcm_mulaw"], kAudioFormatULaw, 8), (["-c:a", "alac"], kAudioFormatAppleLossless, 0),
  ])
  func properties_areThoseThatFFprobeSees(codec: [String], format: AudioFormatID, bits: Int) async throws {
    let asset = AVURLAsset(url: try make(codec))
    let (tracks, duration, isPlayable) = try await asset.load(.tracks, .duration, .isPlayable)
    #expect(isPlayable)
    let track = try #require(tracks.first)
    #expect(tracks.count == 1 && track.mediaType == .audio && track.trackID == 1)
    let (range, descriptions, scale, length) = try await track.load(
      .timeRange, .formatDescriptions, .naturalTimeScale, .totalSampleDataLength)
    let (rate, segments, isDecodable) = try await track.load(.estimatedDataRate, .segments, .isDecodable)
    let probed = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "stream=sample_rate,channels,duration_ts", "-of", "csv=p=0",
        folder.file("a.caf"),
      ]
    ).split(separator: ",").compactMap { Int($0) }
    #expect(probed.count == 3)
    // The table of ffmpeg's ALAC counts whole packets; the last packet itself says that it is shorter.
    let frames = format == kAudioFormatAppleLossless ? 57330 : Int64(probed[2])
    #expect(duration == CMTime(value: frames, timescale: Int32(probed[0])))
    #expect(scale == Int32(probed[0]))
    #expect(range == CMTimeRange(start: .zero, duration: duration))
    #expect(segments.count == 1 && segments.first?.timeMapping.target == range && isDecodable)
    let stream = try #require(descriptions.first?.audioStreamBasicDescription)
    #expect(descriptions.count == 1 && stream.mFormatID == format && stream.mBitsPerChannel == UInt32(bits))
    #expect(stream.mSampleRate == Double(probed[0]) && stream.mChannelsPerFrame == UInt32(probed[1]))
    let bytes = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "packet=size", "-of", "csv=p=0", folder.file("a.caf")]
    ).split(whereSeparator: { $0 == "\n" || $0 == "," }).compactMap { Int64($0) }.reduce(0, +)
    #expect(length == bytes)
    #expect(abs(Double(rate) - Double(bytes) * 8 / duration.seconds) < 1)
  }

  /// Every sample equals ffmpeg's output.
  @Test(arguments: [
    (["-c:a", "pcm_s16le"], "s16le"), (["-c:a", "pcm_s16be"], "s16le"),
    (["-c:a", "alac", "-sample_fmt", "s16p"], "s16le"),
  ])
  func samples_areThoseOfFFmpeg(codec: [String], raw: String) async throws {
    let url = try make(codec)
    let file = MediaFile(url)
    let track = try #require(try file.tracks().first).mediaTrack()
    let cursor = AudioCursor(track.track)
    var bytes: [UInt8] = []
    while let chunk = try cursor.next() {
      bytes += chunk.bytes
    }
    try Oracle.make(["-i", folder.file("a.caf"), "-f", raw, folder.file("a.raw")])
    let expected = try [UInt8](Data(contentsOf: folder.url("a.raw")))
    #expect(expected.count == 57_330 * 4 && bytes == expected)
  }

  @Test func timeOfASample_isThatOfItsPacket() async throws {
    let asset = AVURLAsset(url: try make(["-c:a", "alac"]))
    let track = try #require(try await asset.load(.tracks).first)
    let time = try await track.loadSamplePresentationTime(forTrackTime: CMTime(value: 5000, timescale: 44_100))
    #expect(time == CMTime(value: 4096, timescale: 44_100))
  }

  @Test func fileThatIsDamaged_isReported() async throws {
    let data = try Data(contentsOf: make(["-c:a", "alac"])).prefix(30)
    try data.write(to: folder.url("cut.caf"))
    await #expect(throws: AVError.self) { _ = try await AVURLAsset(url: folder.url("cut.caf")).load(.tracks) }
  }
}
