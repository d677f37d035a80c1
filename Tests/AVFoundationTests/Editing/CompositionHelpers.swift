import AVFoundation
import Testing

/// Shorthands for the tests of compositions: times in 600ths of a second, as the examples of the guide have them.
func ticks(_ value: Int64, _ timescale: Int32 = 600) -> CMTime { CMTime(value: value, timescale: timescale) }

/// The range from a time to another, in 600ths of a second.
func span(_ start: Int64, _ end: Int64) -> CMTimeRange { CMTimeRange(start: ticks(start), end: ticks(end)) }

extension AVURLAsset {
  /// The shared movie: one second of 30 frames and of a tone.
  static var shared: AVURLAsset { AVURLAsset(url: SharedClip.movie) }

  func track(_ type: AVMediaType) throws -> AVAssetTrack { try #require(tracks(withMediaType: type).first) }
}

extension AVMutableComposition {
  func add(_ type: AVMediaType) throws -> AVMutableCompositionTrack {
    try #require(addMutableTrack(withMediaType: type, preferredTrackID: kCMPersistentTrackID_Invalid))
  }

  /// A composition with a video track of ranges of the shared movie, in 600ths of a second.
  static func ofVideo(_ ranges: CMTimeRange...) throws -> (AVMutableComposition, AVMutableCompositionTrack) {
    let composition = AVMutableComposition()
    let track = try composition.add(.video)
    let source = try AVURLAsset.shared.track(.video)
    for range in ranges { try track.insertTimeRange(range, of: source, at: .invalid) }
    return (composition, track)
  }
}

extension AVCompositionTrack {
  /// The segments in words: `0…300 ← 150…450`, in 600ths of a second; those of empty segments end with a dash.
  var summary: [String] {
    contentsOfSegments.map { segment in
      func text(_ range: CMTimeRange) -> String { "\(Self.text(of: range.start))…\(Self.text(of: range.end))" }
      let mapping = segment.timeMapping
      return segment.isEmpty ? "\(text(mapping.target)) –" : "\(text(mapping.target)) ← \(text(mapping.source))"
    }
  }

  private var contentsOfSegments: [AVCompositionTrackSegment] { self.segments }

  private static func text(of time: CMTime) -> String {
    let scaled = CMTimeConvertScale(time, timescale: 600, method: .roundTowardZero)
    return scaled == time ? "\(scaled.value)" : "\(time.value)/\(time.timescale)s"
  }
}
