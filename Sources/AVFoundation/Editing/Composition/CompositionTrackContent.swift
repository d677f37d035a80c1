internal import MediaSource
internal import MovieFile
import Synchronization

/// The values of a composition track.
struct CompositionTrackState: Sendable {
  var segments = CompositionSegments()
  var isEnabled = true
  var languageCode: String?
  var extendedLanguageTag: String?
  /// 0 for that of the first segment with media.
  var naturalTimeScale: CMTimeScale = 0
  var preferredTransform = CGAffineTransform.identity
  var preferredVolume: Float = 1
  /// In the order in which they were made.
  var associations: [Association] = []

  /// A reference to another track of the composition.
  struct Association: Sendable, Equatable {
    let trackID: CMPersistentTrackID
    /// Four characters.
    let type: String
  }
}

/// The content of a composition track: derived from its segments and the tracks that they present.
///
/// Answers for the state of the moment, on any thread. Nothing is read but what is asked for.
final class CompositionTrackContent: ContainerTrack {
  let id: CMPersistentTrackID
  let mediaType: AVMediaType
  private let current: Mutex<CompositionTrackState>

  init(id: CMPersistentTrackID, mediaType: AVMediaType, _ state: CompositionTrackState = CompositionTrackState()) {
    (self.id, self.mediaType) = (id, mediaType)
    current = Mutex(state)
  }

  var state: CompositionTrackState { current.withLock { $0 } }

  /// Returns the content as it is now.
  func snapshot() -> CompositionTrackContent { CompositionTrackContent(id: id, mediaType: mediaType, state) }

  /// Changes the state, in place; concurrent changes happen one after the other. A body that throws has changed nothing.
  func edit<Failure: Error>(_ body: (inout CompositionTrackState) throws(Failure) -> Void) throws(Failure) {
    let result: Result<Void, Failure> = current.withLock { state in
      Result { () throws(Failure) in try body(&state) }
    }
    try result.get()
  }

  // MARK: The track

  var attributes: TrackAttributes {
    let state = state
    var attributes = TrackAttributes(trackID: id, mediaType: mediaType.rawValue)
    attributes.isEnabled = state.isEnabled
    attributes.languageCode = state.languageCode
    attributes.extendedLanguageTag = state.extendedLanguageTag
    attributes.transform = state.preferredTransform
    attributes.volume = Double(state.preferredVolume)
    attributes.references = state.associations.map {
      TrackReference(
        type: BoxType(rawValue: $0.type.utf8.reduce(0) { $0 << 8 | UInt32($1) }),
        trackIDs: [UInt32(bitPattern: $0.trackID)])
    }
    // The media are in the sources' files.
    attributes.isSelfContained = state.segments.all.allSatisfy { $0.media == nil }
    return attributes
  }

  func timescale() throws -> Int32 {
    let state = state
    if state.naturalTimeScale > 0 { return state.naturalTimeScale }
    return try state.segments.all.lazy.compactMap(\.media).first?.source.track().timescale() ?? 600
  }

  func formatDescriptions() throws -> [CMFormatDescription] {
    var descriptions: [CMFormatDescription] = []
    for source in sources {
      for description in try source.track().formatDescriptions() where !descriptions.contains(description) {
        descriptions.append(description)
      }
    }
    return descriptions
  }

  func segments() throws -> [TrackTimeline.Segment] {
    state.segments.placed.map { segment, target in
      let rate = segment.media.map { $0.range.duration.seconds / segment.duration.seconds } ?? 1
      return TrackTimeline.Segment(target: target, source: segment.media?.range, rate: FixedPoint(approximating: rate))
    }
  }

  /// The totals of the samples: segments of a part of a track count in proportion to its duration.
  func statistics() throws -> SampleStatistics {
    var (count, bytes) = (0.0, 0.0)
    var total = SampleStatistics.empty
    var steady: [CMTime] = []
    for segment in state.segments.all {
      guard let media = segment.media else { continue }
      let (own, end) = (try media.source.track().statistics(), try media.source.end())
      let share = end > .zero ? min(1, media.range.duration.seconds / end.seconds) : 0
      count += Double(own.sampleCount) * share
      bytes += Double(own.byteCount) * share
      total.duration = total.duration + segment.duration
      let shortest = segment.paced(own.shortestDuration)
      if shortest.isNumeric, !total.shortestDuration.isNumeric || shortest < total.shortestDuration {
        total.shortestDuration = shortest
      }
      steady.append(segment.paced(own.frameDuration))
    }
    (total.sampleCount, total.byteCount) = (Int(count.rounded()), Int64(bytes.rounded()))
    if let first = steady.first, first.isNumeric, steady.allSatisfy({ $0 == first }) { total.steadyDuration = first }
    return total
  }

  /// The duration of a frame of the segment that shows the most frames a second; not numeric without video.
  ///
  /// Slowed frames last longer. A segment that is played faster counts as if it had its own speed: some of its frames are left out. So
  /// does one whose frames become still pictures: what is animated above them needs frames of its own.
  func fastestFrameDuration() throws -> CMTime {
    let usual = AVVideoComposition.Values.usualFrameDuration
    var fastest = CMTime.invalid
    for segment in state.segments.all {
      guard let own = try segment.media?.source.track().nominalFrameDuration(), own.isNumeric else { continue }
      let paced = segment.paced(own)
      let shown = paced > max(own, Self.longestFrame) ? max(own, usual) : max(own, paced)
      if !fastest.isNumeric || shown < fastest { fastest = shown }
    }
    return fastest
  }

  /// The longest duration at which slowed frames still look like motion.
  private static let longestFrame = CMTime(value: 1, timescale: 10)

  func presentationTime(at time: CMTime) throws -> CMTime? {
    guard let (segment, target) = state.segments.segment(at: time), let media = segment.media else { return nil }
    let asked = media.range.start + segment.sourceOffset(time - target.start)
    guard let shown = try media.source.track().presentationTime(at: asked) else { return nil }
    // A sample that began before the segment is presented from the segment's start on.
    return shown <= media.range.start ? target.start : target.start + segment.paced(shown - media.range.start)
  }

  func characteristics() throws -> [String] {
    var characteristics: [String] = []
    for source in sources {
      for name in try source.track().characteristics() where !characteristics.contains(name) {
        characteristics.append(name)
      }
    }
    return characteristics.isEmpty ? inferredCharacteristics : characteristics
  }

  private var inferredCharacteristics: [String] {
    let media: [AVMediaCharacteristic] =
      switch mediaType {
      case .video: [.visual, .frameBased]
      case .audio: [.audible]
      case .text, .subtitle, .closedCaption: [.legible]
      default: []
      }
    return (media + [.isMainProgramContent]).map(\.rawValue)
  }

  func isDecodable() throws -> Bool { try sources.allSatisfy { try $0.track().isDecodable() } }

  func codedTrack() throws -> any CodedTrack {
    throw DecoderError(.unsupported, "the samples of a composition are in several files")
  }

  /// The sources of the segments, each once.
  var sources: [CompositionSource] {
    var sources: [CompositionSource] = []
    for case let source? in state.segments.all.map(\.media?.source) where !sources.contains(source) {
      sources.append(source)
    }
    return sources
  }
}

extension CompositionTrackContent: DerivedTrack {
  func sourceTracks() throws -> [any ContainerTrack] { try sources.map { try $0.track() } }
}

extension SampleStatistics {
  /// The duration of a frame, if all have the same; else invalid.
  fileprivate var frameDuration: CMTime {
    if steadyDuration.isNumeric { return steadyDuration }
    guard shortestDuration.isNumeric, sampleCount > 0 else { return .invalid }
    let sum = CMTimeMultiply(shortestDuration, multiplier: Int32(clamping: sampleCount))
    return (sum - duration).seconds.magnitude < shortestDuration.seconds ? shortestDuration : .invalid
  }
}

extension FixedPoint {
  /// The nearest fixed-point number with 16 bits of fraction; 0 for what is no number.
  fileprivate init(approximating number: Double) {
    let number = number.isNaN ? 0 : number
    self.init(Int32(clamping: Int64((min(max(number, 0), 32767) * 65536).rounded())), fractionBits: 16)
  }
}
