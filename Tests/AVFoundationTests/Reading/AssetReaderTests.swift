@testable import AVFoundation
import Synchronization
import Testing

/// The states of a reader, its errors, and the order in which its outputs are read.
@Suite struct AssetReaderTests {
  private func asset() -> AVURLAsset { AVURLAsset(url: SharedClip.movie) }

  // MARK: States

  @Test func aReader_isUnknownThenReadingThenCompleted() throws {
    let asset = asset()
    let reader = try AVAssetReader(asset: asset)
    let video = AVAssetReaderTrackOutput(track: asset.tracks(withMediaType: .video)[0], outputSettings: nil)
    let audio = AVAssetReaderTrackOutput(track: asset.tracks(withMediaType: .audio)[0], outputSettings: nil)
    #expect(reader.status == .unknown && reader.asset === asset)
    #expect(
      reader.canAdd(video) && video.alwaysCopiesSampleData && video.mediaType == .video && video.track.trackID == 1)
    reader.add(video)
    #expect(!reader.canAdd(video))
    reader.add(audio)
    #expect(reader.outputs.count == 2 && reader.outputs[1] === audio)
    #expect(reader.startReading() && reader.status == .reading)
    #expect(!video.all().isEmpty)
    // The other output has not given everything.
    #expect(reader.status == .reading)
    #expect(!audio.all().isEmpty)
    #expect(reader.status == .completed && reader.error == nil)
    #expect(video.copyNextSampleBuffer() == nil && !reader.startReading() && reader.status == .completed)
    reader.cancelReading()
    #expect(reader.status == .completed)
  }

  @Test func aTimeRangeOutsideOfTheAsset_holdsNothing() throws {
    let (reader, output) = try AVAssetReader.started(SharedClip.movie, .video, pixels(kCVPixelFormatType_32BGRA)) {
      reader, _ in
      reader.timeRange = CMTimeRange(start: CMTime(value: 5, timescale: 1), duration: .positiveInfinity)
    }
    #expect(output.copyNextSampleBuffer() == nil && reader.status == .completed)
    let (before, early) = try AVAssetReader.started(SharedClip.movie, .audio, linearPCM()) { reader, _ in
      reader.timeRange = CMTimeRange(start: CMTime(value: -5, timescale: 1), end: .zero)
    }
    #expect(early.copyNextSampleBuffer() == nil && before.status == .completed)
  }

  @Test func aTimeRangeWithoutEnds_holdsAllOfTheAsset() throws {
    let (reader, output) = try AVAssetReader.started(SharedClip.movie, .audio, linearPCM()) { reader, _ in
      reader.timeRange = CMTimeRange(start: .negativeInfinity, end: .positiveInfinity)
    }
    let (_, whole) = try AVAssetReader.started(SharedClip.movie, .audio, linearPCM()) { _, _ in }
    #expect(
      output.all().count == whole.all().count && reader.status == .completed, "\(String(describing: reader.error))")
  }

  @Test func aDurationBeyondAllTimelines_holdsAllOfTheAsset() throws {
    for start in [CMTime.zero, CMTime(value: -5, timescale: 1)] {
      let (reader, output) = try AVAssetReader.started(SharedClip.movie, .video, nil) { reader, _ in
        reader.timeRange = CMTimeRange(start: start, duration: CMTime(value: .max, timescale: 1))
      }
      #expect(output.all().flatMap { Array(repeating: 0, count: $0.numSamples) }.count == 30)
      #expect(reader.status == .completed, "\(String(describing: reader.error))")
    }
  }

  @Test(arguments: [CMTime.positiveInfinity, CMTime(value: 1, timescale: 1), CMTime(value: .max, timescale: 1)])
  func aStartBeyondAllTimelines_holdsNothing(_ duration: CMTime) throws {
    let (reader, output) = try AVAssetReader.started(SharedClip.movie, .video, nil) { reader, _ in
      reader.timeRange = CMTimeRange(start: CMTime(value: .max, timescale: 1), duration: duration)
    }
    #expect(output.copyNextSampleBuffer() == nil && reader.status == .completed)
  }

  // MARK: Refusals

  /// The flags of these times say that they are numbers.
  @Test func timesWithATimescaleOfZero_areNone() throws {
    let none = CMTime(value: 5, timescale: 0, flags: .valid, epoch: 0)
    for range in [CMTimeRange(start: none, duration: .positiveInfinity), CMTimeRange(start: .zero, duration: none)] {
      let asset = asset()
      let reader = try AVAssetReader(asset: asset)
      reader.timeRange = range
      let output = AVAssetReaderTrackOutput(
        track: asset.tracks(withMediaType: .audio)[0], outputSettings: linearPCM())
      reader.add(output)
      #expect(!reader.startReading() && reader.status == .failed && output.copyNextSampleBuffer() == nil)
      let reason = (reader.error as? AVError)?.failureReason
      #expect(reason?.hasSuffix("which has no times") == true, "\(reason ?? "")")
    }
  }

  @Test func tracksOfOtherAssets_cannotBeAdded() throws {
    let other = asset()
    let reader = try AVAssetReader(asset: asset())
    let output = AVAssetReaderTrackOutput(track: other.tracks[0], outputSettings: nil)
    #expect(!reader.canAdd(output))
    reader.add(output)
    #expect(reader.status == .failed && reader.outputs.isEmpty)
    let error = try #require(reader.error as? AVError)
    #expect(error.failureReason == "add(_:): track 1 is not one of the reader's asset")
    #expect(!reader.startReading())
  }

  @Test(
    arguments: [
      (
        "video", ["AVVideoCodecKey": "avc1"],
        "AVVideoCodecKey is no setting of an output: frames take the keys of pixel buffers"
      ),
      ("video", [kCVPixelBufferWidthKey as String: 0], "Width is 0; it has to be from 1 to 16384"),
      ("video", [kCVPixelBufferPixelFormatTypeKey as String: 7], "PixelFormatType is "),
      (
        "audio", [AVFormatIDKey: kAudioFormatMPEG4AAC],
        "AVFormatIDKey is 'aac '; an output gives linear PCM, or samples as they are stored"
      ),
      (
        "audio", [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 12],
        "AVLinearPCMBitDepthKey is 12; integer samples have 8, 16, 24, 32 bits"
      ),
      (
        "audio", [AVFormatIDKey: kAudioFormatLinearPCM, AVEncoderBitRateKey: 64000],
        "AVEncoderBitRateKey is no setting of an output, which gives linear PCM"
      ),
      ("audio", [AVSampleRateKey: "fast"], "AVSampleRateKey is fast, not a number"),
    ] as [(String, [String: any Sendable], String)])
  func settingsThatCannotBeUsed_areNamed(_ type: String, _ settings: [String: any Sendable], _ reason: String) throws {
    let asset = asset()
    let reader = try AVAssetReader(asset: asset)
    let track = asset.tracks(withMediaType: type == "video" ? .video : .audio)[0]
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    #expect(!reader.canAdd(output))
    reader.add(output)
    let failure = try #require((reader.error as? AVError)?.failureReason)
    #expect(failure.hasPrefix("add(_:): " + reason), "\(failure)")
  }

  @Test func channelsThatContradictTheirLayout_areRefused() throws {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
    let data = withUnsafeBytes(of: &layout) { Data($0.prefix(12)) }
    let output = AVAssetReaderTrackOutput(
      track: asset().tracks(withMediaType: .audio)[0],
      outputSettings: linearPCM([AVChannelLayoutKey: data, AVNumberOfChannelsKey: 6]))
    #expect(output.problem?.description == "AVChannelLayoutKey has 2 channels, but AVNumberOfChannelsKey is 6")
  }

  @Test func nothingIsChanged_afterTheStart() throws {
    let changes: [(AVAssetReader, AVAssetReaderTrackOutput) -> Void] = [
      { reader, _ in reader.timeRange = .zero }, { $1.alwaysCopiesSampleData = false },
      { $1.supportsRandomAccess = true },
      { reader, output in reader.add(AVAssetReaderTrackOutput(track: output.track, outputSettings: nil)) },
    ]
    for change in changes {
      let (reader, output) = try AVAssetReader.started(SharedClip.movie, .video, nil)
      change(reader, output)
      #expect(reader.status == .failed && reader.error is AVError)
      #expect(output.copyNextSampleBuffer() == nil && output.alwaysCopiesSampleData && !output.supportsRandomAccess)
    }
  }

  @Test func copyingBeforeTheStart_isAnError() throws {
    let asset = asset()
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
    #expect(output.copyNextSampleBuffer() == nil && reader.status == .unknown)
    reader.add(output)
    #expect(output.copyNextSampleBuffer() == nil && reader.status == .failed)
  }

  @Test func missingAndForeignFiles_areRefused() throws {
    let folder = try TemporaryFolder()
    let missing = #expect(throws: AVError.self) { try AVAssetReader(asset: AVURLAsset(url: folder.url("none.mp4"))) }
    #expect(missing?.underlyingError != nil)
    try Data("no media".utf8).write(to: folder.url("a.txt"))
    #expect(throws: AVError.self) { try AVAssetReader(asset: AVURLAsset(url: folder.url("a.txt"))) }
    let empty = #expect(throws: AVError.self) { try AVAssetReader(asset: AVAsset()) }
    #expect(empty?.code == .operationNotSupportedForAsset)
  }

  @Test func encryptedMovies_areRefused() throws {
    let folder = try TemporaryFolder()
    let key = String(repeating: "0123456789abcdef", count: 2)
    try Oracle.make([
      "-i", SharedClip.movie.path, "-c", "copy", "-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key,
      "-encryption_kid", key, folder.file("a.mp4"),
    ])
    let error = #expect(throws: AVError.self) { try AVAssetReader(asset: AVURLAsset(url: folder.url("a.mp4"))) }
    #expect(error?.code == .contentIsProtected)
  }

  @Test func playlists_areRefused() throws {
    let folder = try TemporaryFolder()
    let live = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n"
    try Data(live.utf8).write(to: folder.url("live.m3u8"))
    let error = #expect(throws: AVError.self) { try AVAssetReader(asset: AVURLAsset(url: folder.url("live.m3u8"))) }
    #expect(error?.code == .operationNotSupportedForAsset)
  }

  @Test func aDamagedSample_failsTheReader_withItsTime() throws {
    let folder = try TemporaryFolder()
    let url = try NumberedMovie.make(in: folder)
    let places = try Oracle.text(
      "ffprobe",
      ["-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pos,size", "-of", "csv=p=0", url.path]
    ).split(separator: "\n").map { $0.split(separator: ",").compactMap { Int($0) } }
    var bytes = try Data(contentsOf: url)
    let (size, place) = (places[10][0], places[10][1])
    bytes.replaceSubrange(place..<place + size, with: Data(repeating: 0xff, count: size))
    try bytes.write(to: url)
    let (reader, output) = try AVAssetReader.started(url, .video, pixels(kCVPixelFormatType_32BGRA))
    #expect(output.all().count < 30)
    #expect(reader.status == .failed)
    let error = try #require(reader.error as? AVError)
    #expect(error.code == .decodeFailed && error.underlyingError != nil, "\(error)")
    #expect(error.time?.isNumeric == true)
  }

  // MARK: Order

  @Test func outputs_areReadInAnyOrder() throws {
    let asset = asset()
    func sums(_ read: ([AVAssetReaderTrackOutput]) throws -> [[CMSampleBuffer]]) throws -> [Int] {
      let reader = try AVAssetReader(asset: asset)
      let outputs = [
        AVAssetReaderTrackOutput(
          track: asset.tracks[0], outputSettings: pixels(kCVPixelFormatType_420YpCbCr8Planar)),
        AVAssetReaderTrackOutput(track: asset.tracks[1], outputSettings: linearPCM()),
        AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil),
      ]
      for output in outputs { reader.add(output) }
      #expect(reader.startReading())
      let counts = try read(outputs).map(\.count)
      #expect(reader.status == .completed)
      return counts
    }
    let expected = try sums { $0.map { $0.all() } }
    #expect(expected[0] == 30 && expected[2] == 30)
    #expect(try sums { outputs in outputs.reversed().map { $0.all() }.reversed() } == expected)
    #expect(
      try sums { outputs in
        var samples: [[CMSampleBuffer]] = outputs.map { _ in [] }
        var open = Set(outputs.indices)
        while !open.isEmpty {
          for index in open.sorted() {
            if let sample = outputs[index].copyNextSampleBuffer() {
              samples[index].append(sample)
            } else {
              open.remove(index)
            }
          }
        }
        return samples
      } == expected)
    #expect(
      try sums { outputs in
        let samples = Mutex<[[CMSampleBuffer]]>(outputs.map { _ in [] })
        DispatchQueue.concurrentPerform(iterations: outputs.count) { index in
          let all = outputs[index].all()
          samples.withLock { $0[index] = all }
        }
        return samples.withLock { $0 }
      } == expected)
  }
}
