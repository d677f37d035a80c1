internal import MediaSource
import Synchronization

/// A track of a composition: segments of tracks of files, one after the other from zero on.
///
/// Its properties answer as those of a file's track. Values that are derived from media are those of the segments' sources:
/// formats of all of them, sizes of the first, sums and estimates for the parts that are presented.
///
/// Source: `AVCompositionTrack`.
open class AVCompositionTrack: AVAssetTrack, AVCompositionTrackSegments, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  private struct Owner {
    weak var composition: AVAsset?
  }

  private let composition: Mutex<Owner>
  let contents: CompositionTrackContent

  init(_ contents: CompositionTrackContent, of composition: AVComposition?) {
    self.contents = contents
    self.composition = Mutex(Owner(composition: composition))
    super.init(contents, of: composition, file: nil)
  }

  /// The composition, or nil once the track is removed from it.
  final override var owningAsset: AVAsset? { composition.withLock { $0.composition } }

  /// Takes the track out of its composition.
  final func leaveComposition() { composition.withLock { $0.composition = nil } }

  /// True if any segment has media.
  final var presentsMedia: Bool { contents.state.segments.all.contains { $0.media != nil } }

  /// Returns the track as it is now; it does not change any more.
  open override func copy(with zone: NSZone? = nil) -> Any { self }

  /// The segments: `AVCompositionTrackSegment` objects.
  @_disfavoredOverload
  open override var segments: [AVAssetTrackSegment] { contents.state.segments.objects }

  /// Returns the segment that presents a time of the track; nil for times outside.
  open override func segment(forTrackTime trackTime: CMTime) -> AVCompositionTrackSegment? {
    contents.state.segments.segment(at: trackTime).map { AVCompositionTrackSegment($0.segment, in: $0.target) }
  }
}

/// The segments of composition tracks with their own type; Swift has no overriding of array properties by arrays of a
/// subclass.
public protocol AVCompositionTrackSegments: AnyObject {}

extension AVCompositionTrackSegments where Self: AVCompositionTrack {
  /// The segments: without gaps, from zero on.
  public var segments: [AVCompositionTrackSegment] { contents.state.segments.objects }
}

extension AVPartialAsyncProperty where Root: AVCompositionTrack {
  /// `AVCompositionTrack.segments`.
  public static var segments: AVAsyncProperty<Root, [AVCompositionTrackSegment]> {
    AVAsyncProperty("segments") { $0.contents.state.segments.objects }
  }
}
