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

  /// The dependency bits, as `init(dependencies:)` reads them.
  var dependencies: UInt8 {
    (contains(.leading) ? 0x40 : contains(.decodableLeading) ? 0xc0 : 0)
      | (contains(.dependsOnOthers) ? 0x10 : contains(.independent) ? 0x20 : 0)
      | (contains(.isDependedOn) ? 0x04 : contains(.disposable) ? 0x08 : 0) | (contains(.redundant) ? 0x01 : 0)
  }
}
