internal import MediaSource
internal import MediaEngine
internal import MovieFile

/// An option of `AVURLAsset`: whether its durations and times are exact even where that means reading all of the file. A Boolean,
/// false unless given.
///
/// Files of MPEG-4, QuickTime and Matroska are exact anyhow; bare MP3, AAC and MPEG transport streams are not.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// An option of `AVURLAsset`: which references to other files are not followed. An `NSNumber` with the bits of
/// `AVAssetReferenceRestrictions`; `forbidRemoteReferenceToLocal` unless given.
public let AVURLAssetReferenceRestrictionsKey = "AVURLAssetReferenceRestrictionsKey"

/// An asset that is read from a URL: a file, or something on a server.
///
/// Creating one reads nothing. Schemes: `file`, `http` and `https` (read in ranges, as far as needed), `data`.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  /// Where the media are.
  open var url: URL { location }
  // Written once, here.
  private let location: URL

  /// Creates an asset; nothing is read yet, and nothing checked.
  ///
  /// - Parameter options: `AVURLAssetPreferPreciseDurationAndTimingKey`, `AVURLAssetReferenceRestrictionsKey`; others are ignored.
  public init(url URL: URL, options: [String: Any]? = nil) {
    location = URL
    let restrictions =
      Self.number(options?[AVURLAssetReferenceRestrictionsKey]).map {
        AVAssetReferenceRestrictions(rawValue: UInt($0))
      } ?? .forbidRemoteReferenceToLocal
    let isPrecise = Self.number(options?[AVURLAssetPreferPreciseDurationAndTimingKey]).map { $0 != 0 } ?? false
    super.init(
      MediaFile(
        URL, options: .init(restrictions: .init(rawValue: restrictions.rawValue), isPrecise: isPrecise)))
  }

  /// Creates an asset with default options; nothing is read yet.
  public convenience init(url: URL) {
    self.init(url: url, options: nil)
  }

  /// Dictionaries of options hold Booleans, integers, option sets or `NSNumber`, which do not cast into each other on Linux.
  private static func number(_ value: Any?) -> UInt32? {
    switch value {
    case let value as Bool: value ? 1 : 0
    case let value as AVAssetReferenceRestrictions: UInt32(truncatingIfNeeded: value.rawValue)
    case let value as any BinaryInteger: UInt32(truncatingIfNeeded: value)
    case let value as NSNumber: UInt32(truncatingIfNeeded: value.uint64Value)
    default: nil
    }
  }
}
