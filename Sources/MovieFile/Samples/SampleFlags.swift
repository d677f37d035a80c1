/// The dependencies of a sample (ISO/IEC 14496-12, clauses 8.6.2 and 8.6.4).
public struct SampleFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Decoding may start here (`stss`, or no such table).
  public static let sync = SampleFlags(rawValue: 1)
  /// Decoding may start here, but frames that are decoded later and presented earlier are lost: an open group of
  /// pictures (QuickTime's `stps`, sample group `rap `).
  public static let partialSync = SampleFlags(rawValue: 2)
  /// The sample depends on others.
  public static let dependsOnOthers = SampleFlags(rawValue: 4)
  /// The sample depends on no others: an I-picture.
  public static let independent = SampleFlags(rawValue: 8)
  /// Other samples depend on it.
  public static let isDependedOn = SampleFlags(rawValue: 16)
  /// No sample depends on it: it may be dropped.
  public static let disposable = SampleFlags(rawValue: 32)
  /// The sample holds a redundant coding.
  public static let redundant = SampleFlags(rawValue: 64)
  /// The sample is presented before a sync sample that precedes it, and cannot be decoded if decoding starts there.
  public static let leading = SampleFlags(rawValue: 128)
  /// Like `leading`, but it can be decoded.
  public static let decodableLeading = SampleFlags(rawValue: 256)
  /// The sample is presented earlier than a sample before it (QuickTime's sdtp).
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
