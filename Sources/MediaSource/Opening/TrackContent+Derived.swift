import CoreGraphics
package import CoreMedia

// What follows from a track's tables, the same for every container.

extension TrackContent {
  private var isVideo: Bool { facts.mediaType == "vide" }

  /// The size of pictures as they are to be shown: pixels made square, cut to the clean aperture. What the header says where the
  /// media have no size of their own.
  package func naturalSize() throws -> CGSize {
    guard isVideo else { return facts.headerSize }
    guard let format = try formatDescriptions().first else { return facts.headerSize }
    let size = CMVideoFormatDescriptionGetPresentationDimensions(
      format, usePixelAspectRatio: true, useCleanAperture: true)
    return size.width > 0 && size.height > 0 ? size : facts.headerSize
  }

  /// From the first thing that is shown to the end of the last.
  package func timeRange() throws -> CMTimeRange {
    let segments = try segments()
    guard let end = segments.last?.target.end else { return .zero }
    let start = segments.first { $0.source != nil }?.target.start ?? .zero
    return CMTimeRange(start: start, end: end)
  }

  /// Pictures a second: what the file states where its pictures keep to it, however many are left out; else how many there are on
  /// average. 0 for what has no pictures.
  package func nominalFrameRate() throws -> Float {
    guard isVideo else { return 0 }
    let statistics = try statistics()
    let steady = statistics.steadyDuration
    if steady.isNumeric, steady.value > 0 { return Float(Double(steady.timescale) / Double(steady.value)) }
    let seconds = statistics.duration.seconds
    return seconds > 0 ? Float(Double(statistics.sampleCount) / seconds) : 0
  }

  /// The shortest time between two pictures; invalid for what has no pictures.
  package func minFrameDuration() throws -> CMTime { isVideo ? try statistics().shortestDuration : .invalid }

  /// Bits a second on average over the media.
  package func estimatedDataRate() throws -> Float {
    let statistics = try statistics()
    let seconds = statistics.duration.seconds
    return seconds > 0 ? Float(Double(statistics.byteCount) * 8 / seconds) : 0
  }
}
