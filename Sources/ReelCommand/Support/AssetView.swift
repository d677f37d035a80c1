import AVFoundation
import MediaGraph

/// A file's properties as AVFoundation reports them.
struct AssetView: Encodable, Sendable {
  struct Track: Encodable, Sendable {
    let trackID: Int32
    let mediaType: String
    let isEnabled: Bool
    let isPlayable: Bool
    /// The width and height for display, before the transform.
    let naturalSize: [Double]?
    /// The six numbers of the matrix; nil for the identity.
    let preferredTransform: [Double]?
    let languageCode: String?
    let extendedLanguageTag: String?
    let mediaCharacteristics: [String]
    // For files without a sample table, only if samples are counted.
    let timeRange: [Double]?
    let nominalFrameRate: Float?
    let minFrameDuration: String?
    let estimatedDataRate: Float?
    let totalSampleDataLength: Int64?
  }

  var isPlayable = false
  var isReadable = false
  var isExportable = false
  var isComposable = false
  var hasProtectedContent = false
  var tracks: [Track] = []
  /// The reason why other properties are missing.
  var failure: String?

  /// - Parameter isPrecise: True to count samples even if that requires reading the whole file.
  init(of location: Location, isPrecise: Bool) async {
    guard let url = location.path.map({ URL(fileURLWithPath: $0) }) ?? URL(string: location.text) else { return }
    let asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: isPrecise])
    do {
      (isPlayable, isReadable, isExportable, isComposable, hasProtectedContent) = try await asset.load(
        .isPlayable, .isReadable, .isExportable, .isComposable, .hasProtectedContent)
      for track in try await asset.load(.tracks) {
        tracks.append(try await Track(track, counts: isPrecise || asset.listsItsSamples))
      }
    } catch {
      failure = (error as? AVError)?.failureReason ?? "\(error)"
    }
  }

  /// The supported uses, in words.
  var text: String {
    if let failure { return "not usable: \(failure)" }
    let uses = [
      (isPlayable, "playable"), (isReadable, "readable"), (isExportable, "exportable"), (isComposable, "composable"),
      (hasProtectedContent, "protected"),
    ].filter(\.0).map(\.1)
    return uses.isEmpty ? "of no use here" : uses.joined(separator: ", ")
  }
}

extension AssetView.Track {
  fileprivate init(_ track: AVAssetTrack, counts: Bool) async throws {
    trackID = track.trackID
    mediaType = track.mediaType.rawValue
    (isEnabled, isPlayable) = try await track.load(.isEnabled, .isPlayable)
    let (size, transform) = try await track.load(.naturalSize, .preferredTransform)
    naturalSize = size == .zero ? nil : [Double(size.width), Double(size.height)]
    preferredTransform =
      transform == .identity
      ? nil : [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty].map { Double($0) }
    (languageCode, extendedLanguageTag) = try await track.load(.languageCode, .extendedLanguageTag)
    mediaCharacteristics = try await track.load(.mediaCharacteristics).map(\.rawValue)
    guard counts else {
      (timeRange, nominalFrameRate, minFrameDuration, estimatedDataRate, totalSampleDataLength) = (
        nil, nil, nil, nil, nil
      )
      return
    }
    let range = try await track.load(.timeRange)
    timeRange = range.isValid ? [range.start.seconds, range.duration.seconds] : nil
    let (rate, shortest) = try await track.load(.nominalFrameRate, .minFrameDuration)
    nominalFrameRate = rate > 0 ? rate : nil
    minFrameDuration = shortest.isNumeric ? "\(shortest.value)/\(shortest.timescale)" : nil
    (estimatedDataRate, totalSampleDataLength) = try await track.load(.estimatedDataRate, .totalSampleDataLength)
  }

  /// Returns the display size and transform if they differ from the stored frames.
  func shownText(storedAs size: PixelSize?) -> String? {
    guard mediaType == "vide", let naturalSize else { return nil }
    var parts: [String] = []
    if let size, Double(size.width) != naturalSize[0] || Double(size.height) != naturalSize[1] {
      parts.append(naturalSize.map { String(format: "%g", ($0 * 1000).rounded() / 1000) }.joined(separator: "x"))
    }
    if let preferredTransform {
      let numbers = preferredTransform.map { String(format: "%g", $0) }
      parts.append("by the matrix \(numbers.joined(separator: " "))")
    }
    return parts.isEmpty ? nil : "shown: \(parts.joined(separator: ", "))"
  }
}
