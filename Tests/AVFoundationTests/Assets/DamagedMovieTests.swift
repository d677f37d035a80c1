import AVFoundation
import MovieExercise
import Testing

/// The damaged movies of `DamagedMovies` as assets and through an image generator: an error or a result.
@Suite struct DamagedMovieTests {
  @Test(.timeLimit(.minutes(10)), arguments: DamagedMovies.parts) func damage_isAnErrorOrAResult(part: Int) throws {
    let folder = try TemporaryFolder()
    var (opened, refused, images) = (0, 0, 0)
    try DamagedMovies.forEach(part: part, first: Soak.rounds(40, of: 850)) { name, bytes in
      try Data(bytes).write(to: folder.url("a.mov"))
      let asset = AVURLAsset(url: folder.url("a.mov"))
      ask(asset)
      var error: NSError?
      if asset.statusOfValue(forKey: "tracks", error: &error) == .failed {
        refused += 1
        #expect(error?.localizedFailureReason?.isEmpty == false, "\(name)")
        return
      }
      opened += 1
      #expect(error == nil)
      if try image(asset, name) { images += 1 }
    }
    print("damaged movies, part \(part): \(opened) opened, \(refused) refused, \(images) images")
    #expect(opened > 0 && refused > 0)
  }

  /// Reads every property of an asset.
  private func ask(_ asset: AVURLAsset) {
    _ = (asset.duration, asset.isPlayable, asset.isReadable, asset.preferredTransform, asset.hasProtectedContent)
    _ = (asset.commonMetadata.map(\.value), asset.creationDate, asset.lyrics)
    _ = asset.chapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
    _ = asset.availableMediaCharacteristicsWithMediaSelectionOptions
    for track in asset.tracks {
      _ = (track.formatDescriptions, track.naturalSize, track.segments, track.timeRange, track.nominalFrameRate)
      _ = (track.minFrameDuration, track.estimatedDataRate, track.totalSampleDataLength, track.isPlayable)
      _ = (track.hasMediaCharacteristic(.visual), track.languageCode, track.extendedLanguageTag, track.metadata)
      for time in [CMTime.zero, .positiveInfinity, CMTime(value: 1, timescale: 3), .invalid] {
        _ = (track.segment(forTrackTime: time), track.samplePresentationTime(forTrackTime: time))
      }
    }
  }

  /// Returns true if the asset gives an image near a time.
  private func image(_ asset: AVURLAsset, _ name: String) throws -> Bool {
    let generator = AVAssetImageGenerator(asset: asset)
    generator.maximumSize = CGSize(width: 32, height: 32)
    generator.appliesPreferredTrackTransform = true
    do {
      let image = try generator.copyCGImage(at: CMTime(value: 1, timescale: 3), actualTime: nil)
      #expect(image.width <= 32 && image.height <= 32, "\(name)")
      return true
    } catch {
      #expect((error as? AVError)?.failureReason?.isEmpty == false, "\(name): \(error)")
      return false
    }
  }
}
