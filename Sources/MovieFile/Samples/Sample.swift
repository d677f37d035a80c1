/// A coded sample: where its bytes are, when it is decoded and shown.
///
/// Times are in units of the media's timescale, on the media's own timeline: edits are not applied.
public struct Sample: Hashable, Sendable {
  /// The position in decoding order, from 0.
  public var index: Int
  /// When it is decoded; the sum of the durations before it.
  public var decodeTime: Int64
  /// When it is shown.
  public var presentationTime: Int64
  /// How long it takes on the decoding timeline.
  public var duration: Int64
  /// The byte of the file (see `descriptionIndex`) at which it starts.
  public var offset: Int64
  /// Its bytes.
  public var size: Int
  /// The position of its description in `Track.sampleDescriptions`, from 0; the description names the file.
  public var descriptionIndex: Int
  /// What decoding may start with, and what depends on it.
  public var flags: SampleFlags
  /// Samples to decode before the output is right, if decoding starts here (group `roll`): positive counts samples after
  /// this one, as for gradual refresh; negative ones before it, as for audio. Nil if the file does not say.
  public var rollDistance: Int?
  /// Units a second of the times.
  public var timescale: Int32

  public init(
    index: Int = 0, decodeTime: Int64, presentationTime: Int64, duration: Int64, offset: Int64 = 0, size: Int,
    descriptionIndex: Int = 0, flags: SampleFlags = .sync, rollDistance: Int? = nil, timescale: Int32
  ) {
    self.index = index
    self.decodeTime = decodeTime
    self.presentationTime = presentationTime
    self.duration = duration
    self.offset = offset
    self.size = size
    self.descriptionIndex = descriptionIndex
    self.flags = flags
    self.rollDistance = rollDistance
    self.timescale = timescale
  }

  /// `presentationTime` as a time.
  public var presentationTimeStamp: CMTime { CMTime(value: presentationTime, timescale: timescale) }
  /// `decodeTime` as a time.
  public var decodeTimeStamp: CMTime { CMTime(value: decodeTime, timescale: timescale) }
  /// `duration` as a time.
  public var durationTime: CMTime { CMTime(value: duration, timescale: timescale) }

  /// Whether decoding may start here, with everything shown afterwards right.
  public var isSync: Bool { flags.contains(.sync) }
}
