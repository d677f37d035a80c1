internal import MediaSource
internal import MediaEngine
internal import MovieFile

/// An option of `AVURLAsset`: true for exact durations and times even if that requires reading all of the file. A
/// Boolean; the default is false.
///
/// MPEG-4, QuickTime and Matroska files are always exact; bare MP3, AAC and MPEG transport streams are not.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// An option of `AVURLAsset`: the references to other files that are not resolved. An `NSNumber` with the bits of
/// `AVAssetReferenceRestrictions`; the default is `forbidRemoteReferenceToLocal`.
public let AVURLAssetReferenceRestrictionsKey = "AVURLAssetReferenceRestrictionsKey"

/// An asset at a URL: a file, or a resource on a server.
///
/// Creating one reads nothing. Schemes: `file`, `http` and `https` (read in ranges, as far as needed), `data`; of other
/// schemes, `resourceLoader` has the bytes.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  /// The location of the media.
  open var url: URL { location }
  // Set once in the initializer.
  private let location: URL

  /// Asks a delegate for the bytes of a URL with a scheme of the program's own.
  public final let resourceLoader: AVAssetResourceLoader

  /// Creates an asset without reading or checking anything.
  ///
  /// - Parameter options: `AVURLAssetPreferPreciseDurationAndTimingKey`, `AVURLAssetReferenceRestrictionsKey`; others are ignored.
  public init(url URL: URL, options: [String: Any]? = nil) {
    location = URL
    let loader = AVAssetResourceLoader()
    resourceLoader = loader
    let isOwn = !["file", "http", "https", "data"].contains(URL.scheme?.lowercased())
    let supplier = MediaFile.Supplier(
      isThere: { isOwn && loader.delegate != nil },
      open: { isCancelled in try ResourceBytes.open(URL, loader, isCancelled: isCancelled) })
    super.init(MediaFile(URL, options: Self.fileOptions(options), supplier: supplier))
  }

  /// Returns the options of reading a file that options of an asset ask for.
  static func fileOptions(_ options: [String: Any]?) -> MediaFile.Options {
    let restrictions =
      Self.number(options?[AVURLAssetReferenceRestrictionsKey]).map {
        AVAssetReferenceRestrictions(rawValue: UInt($0))
      } ?? .forbidRemoteReferenceToLocal
    let isPrecise = Self.number(options?[AVURLAssetPreferPreciseDurationAndTimingKey]).map { $0 != 0 } ?? false
    return MediaFile.Options(restrictions: .init(rawValue: restrictions.rawValue), isPrecise: isPrecise)
  }

  /// Creates an asset with default options without reading anything.
  public convenience init(url: URL) {
    self.init(url: url, options: nil)
  }

  /// Option dictionaries hold Booleans, integers, option sets or `NSNumber`, which do not cast into each other on
  /// Linux.
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
