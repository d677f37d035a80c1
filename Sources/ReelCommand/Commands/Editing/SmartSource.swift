import CoreMedia
import MediaEngine
import MediaGraph
import MediaTimeline

/// The file of a cut that copies, opened once: for the format of its canvas, for its end, and for the plan of the copy.
struct SmartSource {
  /// The file; empty if it cannot be opened, which the plan tells.
  private(set) var opened = OpenedAssets()
  /// The size of the frames where their pixels are not square: a canvas of that size has them as they are stored.
  private(set) var storedSize: PixelSize?
  private var end: CMTime?

  init(_ location: Location, _ audio: TrackChoice) {
    // A still picture has neither.
    guard let source = try? PlannedMedia(location).open(), !source.isStill else { return }
    opened.insert(source.file, at: location)
    let media = PlannedMedia(location, source.file)
    storedSize = (try? media.videoFormat(TrackChoice()))?.storedSize
    end = try? media.end(video: TrackChoice(), audio: audio)
  }

  /// True if the file ends in a part of it, or with it: the part has no more than the file.
  func ends(within range: (from: MediaTime?, to: MediaTime?)) -> Bool {
    guard let end, let last = range.to?.time() else { return false }
    return (range.from?.time() ?? .zero) < end && end <= last
  }
}
