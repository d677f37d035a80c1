/// A coded sample: its bytes, decode and presentation times.
///
/// Times are in units of the media's timescale, on the media's own timeline: edits are not applied.
public struct Sample: Hashable, Sendable {
  /// The index in decode order, from 0.
  public var index: Int
  /// The decode time; the sum of the durations before it.
  public var decodeTime: Int64
  /// The presentation time.
  public var presentationTime: Int64
  /// The duration on the decoding timeline.
  public var duration: Int64
  /// The offset in the file that `descriptionIndex` determines.
  public var offset: Int64
  /// The size in bytes.
  public var size: Int
  /// The index of its description in `Track.sampleDescriptions`, from 0; the description names the file.
  public var descriptionIndex: Int
  /// The dependencies and random access of the sample.
  public var flags: SampleFlags
  /// The number of samples to decode before the output is correct, if decoding starts here (group `roll`): positive for
  /// samples after this one, as for gradual refresh; negative for samples before it, as for audio. Nil if the file does
  /// not state it.
  public var rollDistance: Int?
  /// The units per second of the times.
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

  /// True if decoding may start here, with all later presentation correct.
  public var isSync: Bool { flags.contains(.sync) }
}
