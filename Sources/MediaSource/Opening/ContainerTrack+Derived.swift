import CoreGraphics
package import CoreMedia

// Properties derived from a track's tables, the same for every container.

extension ContainerTrack {
  private var isVideo: Bool { attributes.mediaType == "vide" }

  /// Returns the display size of frames: with square pixels, cropped to the clean aperture; the header's size for media
  /// without one.
  package func naturalSize() throws -> CGSize {
    guard isVideo else { return attributes.headerSize }
    guard let format = try formatDescriptions().first else { return attributes.headerSize }
    let size = CMVideoFormatDescriptionGetPresentationDimensions(
      format, usePixelAspectRatio: true, useCleanAperture: true)
    return size.width > 0 && size.height > 0 ? size : attributes.headerSize
  }

  /// Returns the range from the first presented sample to the end of the last.
  package func timeRange() throws -> CMTimeRange {
    let segments = try segments()
    guard let end = segments.last?.target.end else { return .zero }
    let start = segments.first { $0.source != nil }?.target.start ?? .zero
    return CMTimeRange(start: start, end: end)
  }

  /// Returns the frames per second: the stated rate if the frames conform to it, even with dropped frames; otherwise
  /// the mean. 0 for tracks without video.
  package func nominalFrameRate() throws -> Float {
    guard isVideo else { return 0 }
    let statistics = try statistics()
    let steady = statistics.steadyDuration
    if steady.isNumeric, steady.value > 0 { return Float(Double(steady.timescale) / Double(steady.value)) }
    let seconds = statistics.duration.seconds
    return seconds > 0 ? Float(Double(statistics.sampleCount) / seconds) : 0
  }

  /// Returns the minimum time between two frames; invalid for tracks without video.
  package func minFrameDuration() throws -> CMTime { isVideo ? try statistics().shortestDuration : .invalid }

  /// Returns the mean bits per second of the media.
  package func estimatedDataRate() throws -> Float {
    let statistics = try statistics()
    let seconds = statistics.duration.seconds
    return seconds > 0 ? Float(Double(statistics.byteCount) * 8 / seconds) : 0
  }
}
