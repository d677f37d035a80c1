/// The purpose of a stream, where its container states it.
package struct StreamFlags: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Usable; players hide other streams.
  package static let enabled = StreamFlags(rawValue: 1)
  /// Selected by default.
  package static let `default` = StreamFlags(rawValue: 2)
  /// Subtitles that are shown even if subtitles are off.
  package static let forced = StreamFlags(rawValue: 4)
  package static let forHearingImpaired = StreamFlags(rawValue: 8)
  package static let forVisuallyImpaired = StreamFlags(rawValue: 16)
  /// In the original language.
  package static let original = StreamFlags(rawValue: 32)
  package static let commentary = StreamFlags(rawValue: 64)
}
