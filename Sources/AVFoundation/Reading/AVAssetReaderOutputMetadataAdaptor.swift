/// Gives the samples of a track of timed metadata as groups of items.
///
///     let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
///     let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
///     reader.add(output)
///     reader.startReading()
///     while let group = adaptor.nextTimedMetadataGroup() { … }
///
/// Read the output through the adaptor only.
///
/// Source: `AVAssetReaderOutputMetadataAdaptor`.
open class AVAssetReaderOutputMetadataAdaptor: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  /// The output whose samples become groups.
  public let assetReaderTrackOutput: AVAssetReaderTrackOutput

  /// Creates an adaptor of an output of stored samples of a metadata track.
  public init(assetReaderTrackOutput trackOutput: AVAssetReaderTrackOutput) {
    assetReaderTrackOutput = trackOutput
    super.init()
  }

  /// Returns the next group, which may have no items; nil after the last, and when the reader has failed or was cancelled: its
  /// `status` says which. Samples of other media make the reader fail.
  @discardableResult
  open func nextTimedMetadataGroup() -> AVTimedMetadataGroup? {
    guard let sample = assetReaderTrackOutput.copyNextSampleBuffer() else { return nil }
    if let group = AVTimedMetadataGroup(sampleBuffer: sample) { return group }
    assetReaderTrackOutput.session?.reject(
      "nextTimedMetadataGroup()", "track \(assetReaderTrackOutput.track.trackID) holds no timed metadata")
    return nil
  }
}
