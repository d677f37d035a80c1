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

  /// `presentationTime` as a time.
  public var presentationTimeStamp: CMTime { CMTime(value: presentationTime, timescale: timescale) }
  /// `decodeTime` as a time.
  public var decodeTimeStamp: CMTime { CMTime(value: decodeTime, timescale: timescale) }
  /// `duration` as a time.
  public var durationTime: CMTime { CMTime(value: duration, timescale: timescale) }

  /// Whether decoding may start here, with everything shown afterwards right.
  public var isSync: Bool { flags.contains(.sync) }
}

/// What a sample is to other samples (ISO/IEC 14496-12, clauses 8.6.2 and 8.6.4).
public struct SampleFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Decoding may start here (`stss`, or no such table).
  public static let sync = SampleFlags(rawValue: 1)
  /// Decoding may start here, but pictures that are decoded later and shown earlier are lost: an open group of pictures
  /// (QuickTime's `stps`, sample group `rap `).
  public static let partialSync = SampleFlags(rawValue: 2)
  /// It depends on other samples.
  public static let dependsOnOthers = SampleFlags(rawValue: 4)
  /// It depends on no others: an I-picture.
  public static let independent = SampleFlags(rawValue: 8)
  /// Others depend on it.
  public static let isDependedOn = SampleFlags(rawValue: 16)
  /// Nothing depends on it: it may be left out.
  public static let disposable = SampleFlags(rawValue: 32)
  /// It holds a second coding of what others hold.
  public static let redundant = SampleFlags(rawValue: 64)
  /// It is shown before a sync sample that precedes it, and cannot be decoded if decoding starts there.
  public static let leading = SampleFlags(rawValue: 128)
  /// Like `leading`, but it can be decoded.
  public static let decodableLeading = SampleFlags(rawValue: 256)
  /// It is shown earlier than a sample before it (QuickTime's sdtp).
  public static let earlierDisplayTimesAllowed = SampleFlags(rawValue: 512)

  /// Decoding may start here, closed or open.
  public static let randomAccess: SampleFlags = [.sync, .partialSync]

  /// The dependency bits as `sdtp` and fragments store them: leading, depends on, is depended on, redundancy.
  init(dependencies bits: UInt8) {
    var flags: SampleFlags = []
    switch bits >> 6 & 3 {
    case 1: flags.insert(.leading)
    case 3: flags.insert(.decodableLeading)
    default: break
    }
    switch bits >> 4 & 3 {
    case 1: flags.insert(.dependsOnOthers)
    case 2: flags.insert(.independent)
    default: break
    }
    switch bits >> 2 & 3 {
    case 1: flags.insert(.isDependedOn)
    case 2: flags.insert(.disposable)
    default: break
    }
    if bits & 3 == 1 { flags.insert(.redundant) }
    self = flags
  }
}

/// Samples that follow each other, in the file too, and differ in nothing but index, times and place: one sample of coded
/// video, or a chunk of PCM sound.
public struct SampleRun: Hashable, Sendable {
  public var first: Sample
  /// At least 1.
  public var count: Int

  /// The index after the last sample.
  var end: Int { first.index + count }
  /// When the last sample is shown.
  var lastPresentationTime: Int64 { first.presentationTime + Int64(count - 1) * first.duration }
  /// The decode time after the last sample.
  var decodeEnd: Int64 { first.decodeTime + Int64(count) * first.duration }
  /// All bytes.
  public var byteCount: Int64 { Int64(count) * Int64(first.size) }

  /// A sample of the run, from 0.
  public subscript(position: Int) -> Sample {
    var sample = first
    sample.index += position
    sample.decodeTime += Int64(position) * first.duration
    sample.presentationTime += Int64(position) * first.duration
    sample.offset += Int64(position) * Int64(first.size)
    return sample
  }
}
