import AVFoundation

/// A delegate that keeps the segments of a writer, and the writer's status as they came.
final class SegmentReceiver: AVAssetWriterDelegate, Sendable {
  let statuses = Recorded<AVAssetWriter.Status>()
  let segments = Recorded<(Data, AVAssetSegmentType, AVAssetSegmentReport?)>()

  func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
    segmentReport: AVAssetSegmentReport?
  ) {
    statuses.add(writer.status)
    segments.add((segmentData, segmentType, segmentReport))
  }
}
