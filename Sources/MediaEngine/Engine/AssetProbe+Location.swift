import CoreMedia
import MediaGraph
package import MediaSource

extension AssetProbe {
  /// Probes a file or URL.
  ///
  /// - Throws: `Diagnostic` if it is missing, cannot be read or has no media.
  package static func probe(_ location: Location) async throws(Diagnostic) -> AssetProbe {
    if let problem = InputFile.problem(location, at: nil) { throw problem }
    do throws(MediaError) {
      return try await probe(Input(location))
    } catch {
      throw Diagnostic(error)
    }
  }
}

extension AssetProbe.Input {
  package init(_ location: Location) { self = location.path.map { .file($0) } ?? .url(location.text) }
}

extension AssetProbe.Track {
  /// Width and height in pixels, as stored.
  package var pixelSize: PixelSize? { size.map { PixelSize(width: Int($0.width), height: Int($0.height)) } }

  /// The mean frame rate.
  package var frameRate: FrameRate? {
    frameDuration.flatMap { FrameRate($0.timescale, Int32(clamping: $0.value)) }
  }
}
