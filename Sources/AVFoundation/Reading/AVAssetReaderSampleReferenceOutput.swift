internal import MediaSource

/// The places of a track's samples in their file: samples without bytes.
///
/// Each sample buffer has the attachments `kCMSampleBufferAttachmentKey_SampleReferenceURL` and
/// `kCMSampleBufferAttachmentKey_SampleReferenceByteOffset`; its format, times and sizes are those of the stored samples. Of
/// uncompressed audio, a buffer has the samples that lie together. Samples of MPEG-4 and QuickTime files can be referred to: to
/// readers of others, the output cannot be added.
///
/// It decodes and converts nothing, and has no part in `AVAssetReader.graph`.
///
/// Source: `AVAssetReaderSampleReferenceOutput`.
open class AVAssetReaderSampleReferenceOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  /// The track whose samples are referred to.
  public let track: AVAssetTrack

  /// Creates an output of references to a track's samples.
  public init(track: AVAssetTrack) {
    self.track = track
    super.init([track], nil)
  }

  override var problemOfFile: AVError? { SampleReferences.problem(of: track) }

  override func addParts(to plan: inout ReadingPlan, _ number: Int) throws -> SampleSupply {
    let references = try SampleReferences(track.trackID, of: plan.file)
    return SampleSupply(next: { _, _ in try references.next() }, move: { try references.move(to: $0) })
  }
}
