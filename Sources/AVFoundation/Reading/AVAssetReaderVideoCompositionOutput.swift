import Synchronization

/// Frames that a video composition composes of video tracks.
///
///     let output = AVAssetReaderVideoCompositionOutput(videoTracks: tracks, videoSettings: nil)
///     output.videoComposition = composition
///
/// Frame `n` has the time `n * frameDuration`; the last one ends with the asset.
///
/// Source: `AVAssetReaderVideoCompositionOutput`.
open class AVAssetReaderVideoCompositionOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  /// The tracks that are composed.
  public final let videoTracks: [AVAssetTrack]
  /// The settings that the output was made with; nil for frames as they are composed.
  open var videoSettings: [String: Any]? { settings }
  // Set once; values of settings are property lists.
  private nonisolated(unsafe) let settings: [String: Any]?
  private let format: PixelBufferSettings?
  private let composed = Mutex<(composition: AVVideoComposition?, compositor: (any AVVideoCompositing)?)>((nil, nil))

  /// Creates an output of composed frames.
  ///
  /// - Parameters:
  ///   - videoTracks: Video tracks of the reader's asset, at least one.
  ///   - videoSettings: Keys of pixel buffers, as `AVAssetReaderTrackOutput` takes them; nil for frames as they are composed.
  public init(videoTracks: [AVAssetTrack], videoSettings: [String: Any]?) {
    let format = SettingsResult { () throws(SettingsError) in
      guard !videoTracks.isEmpty else { throw SettingsError("videoTracks", "is empty") }
      if let other = videoTracks.first(where: { $0.mediaType != .video }) {
        throw SettingsError("videoTracks", "has track \(other.trackID) of type '\(other.mediaType)'")
      }
      return try PixelBufferSettings(videoSettings ?? [:])
    }
    (self.videoTracks, settings, self.format) = (videoTracks, videoSettings, format.value)
    super.init(videoTracks, format.problem)
  }

  /// The composition; set it before the reader starts, which fails without one. The output keeps a copy.
  ///
  /// The start also fails with `AVError.invalidVideoComposition` if the instructions leave a gap in what is read or overlap, if a layer
  /// is of none of the tracks, and for a `renderScale` other than 1.
  open var videoComposition: AVVideoComposition? {
    get { composed.withLock { $0.composition } }
    set {
      let copy = newValue?.copy() as? AVVideoComposition
      let compositor = copy?.newCompositor()
      configure("videoComposition") { composed.withLock { $0 = (copy, compositor) } }
    }
  }

  /// The program's compositor that composes the frames: an instance of the class that ``videoComposition`` has when it is set; nil where it
  /// has none.
  open var customVideoCompositor: (any AVVideoCompositing)? {
    composed.withLock { $0.composition?.customVideoCompositorClass == nil ? nil : $0.compositor }
  }

  override func addParts(to plan: inout ReadingPlan, _ number: Int) throws -> SampleSupply {
    guard let format else { throw AVError(problem ?? SettingsError("videoSettings", "cannot be used")) }
    guard case let (composition?, compositor) = composed.withLock({ $0 }) else {
      throw AVError(.invalidVideoComposition, reason: "the output has no videoComposition")
    }
    guard let asset = videoTracks.first?.asset else {
      throw AVError(.operationNotSupportedForAsset, reason: "the tracks have no asset")
    }
    try composition.check(for: asset, in: plan.range)
    try composition.checkLayers(are: videoTracks)
    var supply = try plan.composed(
      videoTracks, composition, by: compositor.map { SharedCompositor($0) }, of: asset, format, number)
    let move = supply.move
    supply.move = { ranges in
      for range in ranges { try composition.check(for: asset, in: range) }
      try move(ranges)
    }
    return supply
  }
}

extension AVVideoComposition {
  /// - Throws: `AVError.invalidVideoComposition` if a layer is of none of some tracks.
  func checkLayers(are tracks: [AVAssetTrack]) throws {
    let ids = Set(tracks.map(\.trackID))
    for (index, instruction) in instructions.enumerated() {
      let layers = (instruction as? AVVideoCompositionInstruction)?.layerInstructions ?? []
      if let other = layers.first(where: { !ids.contains($0.trackID) }) {
        throw AVError(
          .invalidVideoComposition,
          reason: "instruction \(index) has a layer of track \(other.trackID), which is none of the output's tracks")
      }
    }
  }
}
