/// The references from a movie to media in other files that are not resolved.
///
/// A movie that needs one of them fails to load with `AVError.referenceForbiddenByReferencePolicy`. An empty set follows all.
public struct AVAssetReferenceRestrictions: OptionSet, Hashable, Sendable {
  /// The restrictions as bits, as `AVURLAssetReferenceRestrictionsKey` takes them in an `NSNumber`.
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// From a movie on a server to a file on this machine; the default of assets.
  public static let forbidRemoteReferenceToLocal = AVAssetReferenceRestrictions(rawValue: 1 << 0)
  /// From a movie on this machine to a server.
  public static let forbidLocalReferenceToRemote = AVAssetReferenceRestrictions(rawValue: 1 << 1)
  /// From a movie on one server to another server.
  public static let forbidCrossSiteReference = AVAssetReferenceRestrictions(rawValue: 1 << 2)
  /// From a movie on this machine to another file on it.
  public static let forbidLocalReferenceToLocal = AVAssetReferenceRestrictions(rawValue: 1 << 3)
  /// Any: only media inside the movie's own file are read.
  public static let forbidAll = AVAssetReferenceRestrictions(rawValue: 0xffff)
}
