import Foundation

/// The references to media in other files that are not resolved.
///
/// Source: `AVAssetReferenceRestrictions`, with the same values.
public struct ReferenceRestrictions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// From a movie on a server to a file on this machine.
  public static let forbidRemoteToLocal = ReferenceRestrictions(rawValue: 1)
  /// From a file on this machine to a server.
  public static let forbidLocalToRemote = ReferenceRestrictions(rawValue: 2)
  /// From one server to another.
  public static let forbidCrossSite = ReferenceRestrictions(rawValue: 4)
  /// From a file on this machine to another.
  public static let forbidLocalToLocal = ReferenceRestrictions(rawValue: 8)
  /// Any reference.
  public static let forbidAll = ReferenceRestrictions(rawValue: 0xffff)

  /// True if a movie at one location may use media at another.
  func allows(from movie: URL, to media: URL) -> Bool {
    switch (movie.isLocal, media.isLocal) {
    case (true, true): !contains(.forbidLocalToLocal)
    case (true, false): !contains(.forbidLocalToRemote)
    case (false, true): !contains(.forbidRemoteToLocal)
    case (false, false):
      self != .forbidAll && (movie.host == media.host && movie.scheme == media.scheme || !contains(.forbidCrossSite))
    }
  }
}

extension URL {
  fileprivate var isLocal: Bool { scheme == nil || isFileURL }
}
