import AVFoundation
import MovieExercise
import Testing

/// Damaged files of every kind except movies: each gives an error or a result; none traps or hangs.
///
/// Each test runs in a process of its own, so that damage to a parser of GStreamer's cannot affect other tests.
@Suite struct DamagedFileTests {
  @Test(.timeLimit(.minutes(10))) func damagedVideoInOtherContainers_isAnErrorOrDecoded() async {
    await #expect(processExitsWith: .success) {
      let video = ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=0.4"]
      let both = video + ["-f", "lavfi", "-i", "sine=duration=0.4", "-pix_fmt", "yuv420p"]
      try await DamagedFiles(rounds: 8).openAll([
        ("a.mkv", both + ["-c:v", "libx264", "-c:a", "aac", "-metadata", "title=A"]),
        ("a.webm", both + ["-c:v", "libvpx", "-c:a", "libvorbis"]), ("a.ts", both + ["-c:v", "mpeg2video"]),
        ("b.ts", both + ["-c:v", "libx264", "-c:a", "aac"]), ("a.avi", both + ["-c:v", "mjpeg", "-c:a", "pcm_s16le"]),
        ("a.flv", both + ["-c:v", "libx264", "-c:a", "aac", "-ar", "44100"]),
        ("a.mpg", both + ["-c:v", "mpeg2video", "-c:a", "mp2", "-r", "25"]),
      ])
    }
  }

  @Test(.timeLimit(.minutes(10))) func damagedAudioInOtherContainers_isAnErrorOrDecoded() async {
    await #expect(processExitsWith: .success) {
      let audio = ["-f", "lavfi", "-i", "sine=duration=0.4", "-metadata", "title=A", "-metadata", "artist=B"]
      try await DamagedFiles(rounds: 8).openAll([
        ("a.mp3", audio), ("a.aac", audio), ("a.wav", audio), ("a.ogg", audio + ["-c:a", "libvorbis"]),
        ("a.opus", audio), ("a.flac", audio), ("a.aiff", audio), ("a.caf", audio + ["-c:a", "pcm_s16le"]),
      ])
    }
  }
}

private struct DamagedFiles {
  let rounds: Int

  func openAll(_ seeds: [(name: String, options: [String])]) async throws {
    let folder = try TemporaryFolder()
    for (index, seed) in seeds.enumerated() {
      try Oracle.make(seed.options + [folder.file(seed.name)])
      let bytes = [UInt8](try Data(contentsOf: folder.url(seed.name)))
      var mutation = Mutation(seed: UInt64(index) + 200)
      for round in 0..<rounds {
        let url = folder.url("damaged-\(round)-\(seed.name)")
        try Data(mutation.damaged(bytes)).write(to: url)
        await open(url)
      }
    }
  }

  private func open(_ url: URL) async {
    let asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    _ = (asset.duration, asset.isPlayable, asset.isReadable, asset.commonMetadata.map(\.value), asset.creationDate)
    _ = asset.chapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
    _ = asset.availableMediaCharacteristicsWithMediaSelectionOptions
    for track in asset.tracks {
      _ = (track.formatDescriptions, track.naturalSize, track.segments, track.timeRange, track.nominalFrameRate)
      _ = (track.estimatedDataRate, track.totalSampleDataLength, track.isPlayable, track.metadata)
      _ = track.samplePresentationTime(forTrackTime: CMTime(value: 1, timescale: 3))
    }
    var error: NSError?
    if asset.statusOfValue(forKey: "tracks", error: &error) == .failed {
      #expect(error?.localizedFailureReason?.isEmpty == false)
    }
    let generator = AVAssetImageGenerator(asset: asset)
    generator.maximumSize = CGSize(width: 32, height: 32)
    for time in [CMTime(value: 1, timescale: 4), CMTime(value: 60, timescale: 1)] {
      generator.requestedTimeToleranceBefore = time.value == 1 ? .zero : .positiveInfinity
      do {
        let image = try await generator.image(at: time).image
        #expect(image.width <= 32 && image.height <= 32)
      } catch {
        #expect((error as? AVError)?.failureReason?.isEmpty == false, "\(url.lastPathComponent): \(error)")
      }
    }
  }
}
