internal import CoreGraphics
internal import CoreMedia
internal import MediaGraph
internal import MediaSource
import MovieFile

extension RenderClip {
  /// The clip as far as it is in a part of the timeline; nil if it is not.
  func part(in range: CMTimeRange) -> RenderClip? {
    let place = map.range.intersection(range)
    guard place.duration > .zero else { return nil }
    guard place != map.range else { return self }
    func source(_ time: CMTime) -> CMTime { map.sourceTime(at: time).time }
    let ends = [source(place.start), source(place.end)].sorted()
    var part = self
    part.map = TimeMap(place, to: CMTimeRange(start: ends[0], end: ends[1]), isReversed: map.isReversed)
    func isThere(_ joint: RenderTransition?) -> Bool { joint.map { $0.range.containsPart(of: place) } ?? false }
    if !isThere(entry) { part.entry = nil }
    if !isThere(exit) { part.exit = nil }
    return part
  }

  /// The reason why its frames are not shown as they are stored; nil if they are, apart from their fit.
  var videoChange: String? {
    guard case .media(let media) = source else { return renderedSource }
    if (try? media.isStill()) == true { return "a picture has no coded samples" }
    if let exit = exit ?? entry { return "a \(exit.kind.words) joins it to another clip" }
    if opacity.constant != 1 { return "its opacity changes it" }
    if transform.constant != .identity { return "a transform changes it" }
    return crop == nil ? nil : "it is cropped"
  }

  /// The same in a part of it.
  func videoChange(in range: CMTimeRange) -> String? {
    guard case .media(let media) = source else { return renderedSource }
    if (try? media.isStill()) == true { return "a picture has no coded samples" }
    for joint in [entry, exit].compactMap({ $0 }) where joint.range.start < range.end && range.start < joint.range.end {
      return "a \(joint.kind.words) joins two clips"
    }
    if !opacity.isConstant(in: range) || opacity.value(at: range.start) != 1 { return "its opacity changes it" }
    if !transform.isConstant(in: range) || transform.value(at: range.start) != .identity {
      return "a transform changes it"
    }
    if crop != nil { return "it is cropped" }
    return map.keepsSpeed ? nil : "it is played at \(speedText) times its speed"
  }

  /// The reason why its audio is not heard as it is stored; nil if it is.
  var audioChange: String? {
    if case .timeline = source { return "a timeline in a timeline is mixed" }
    if entry != nil || exit != nil { return "a transition fades it" }
    if volume.constant != 1 { return "its volume is changed" }
    return nil
  }

  private var renderedSource: String {
    if case .title = source { "a title is drawn" } else { "a timeline in a timeline is rendered" }
  }

  var speedText: String {
    map.speed.denominator == 1 ? "\(map.speed.numerator)" : "\(map.speed.numerator)/\(map.speed.denominator)"
  }

  func audioTrackCount() throws -> Int {
    guard case .media(let media) = source else { return 0 }
    return try media.open().tracks(audio, isVideo: false).count
  }
}

extension CMTimeRange {
  fileprivate func containsPart(of other: CMTimeRange) -> Bool { start < other.end && other.start < end }
}

extension Timeline.Transition.Kind {
  fileprivate var words: String { self == .crossfade ? "dissolve" : rawValue }
}

extension ClipTrack {
  /// The reason why its samples cannot follow those of another track in one; nil if they can.
  func difference(from other: ClipTrack, isVideo: Bool) -> String? {
    guard let a = track.formats.first, let b = other.track.formats.first else { return "it has no samples" }
    guard a.codec == b.codec else { return "it is \(a.codec.title), and the clips before are \(b.codec.title)" }
    if isVideo {
      let (size, last) = (a.frameSize, b.frameSize)
      if size != last { return "its frames are \(size.text) pixels, those of the clips before \(last.text)" }
      return orientation == other.orientation ? nil : "its frames are turned in another way than those before"
    }
    let (rate, last) = (a.audioShape, b.audioShape)
    return rate == last ? nil : "its audio has \(rate.text), that of the clips before \(last.text)"
  }
}

/// The size of coded frames.
struct FrameSize: Hashable, Sendable {
  let width: Int
  let height: Int
  var text: String { "\(width)x\(height)" }
}

/// Rate and channels of coded audio.
struct AudioShape: Hashable, Sendable {
  let rate: Int
  let channels: Int
  var text: String { "\(channels) \(channels == 1 ? "channel" : "channels") of \(rate) Hz" }
}

extension CodedFormat {
  var frameSize: FrameSize {
    let structure = caps.first
    if let width = structure?["width"]?.int, let height = structure?["height"]?.int {
      return FrameSize(width: width, height: height)
    }
    let size = description?.dimensions
    return FrameSize(width: Int(size?.width ?? 0), height: Int(size?.height ?? 0))
  }

  var audioShape: AudioShape {
    AudioShape(rate: caps.first?["rate"]?.int ?? 0, channels: caps.first?["channels"]?.int ?? 0)
  }
}
