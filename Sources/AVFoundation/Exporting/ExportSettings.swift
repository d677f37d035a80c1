/// The settings of an export session: a program changes them until the export starts, which takes them as they are then.
struct ExportSettings: Sendable {
  var outputURL: URL?
  var outputFileType: AVFileType?
  var fileLengthLimit: Int64 = 0
  var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
  // Items answer for themselves on any thread; nothing of them is changed here.
  nonisolated(unsafe) var metadata: [AVMetadataItem]?
  var metadataItemFilter: AVMetadataItemFilter?
  var audioMix: AVAudioMix?
  var videoComposition: AVVideoComposition?
  /// The compositor that composes the frames of ``videoComposition``; nil for that of this module.
  var compositor: (any AVVideoCompositing)?
  var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.spectral
  var isOptimizedForNetwork = false
  var allowsSeveralPasses = false
  var partCount = 1
  var temporaryFolder: URL?
}
