import CoreAudioTypes
import CoreGraphics
import Foundation

/// The description of a track's samples: their media type, their format, and the decoder configuration.
///
/// A description is immutable. Two descriptions are equal if all their parts are.
public final class CMFormatDescription: Sendable {
  /// The properties of descriptions of one media type beyond the extensions.
  enum Detail {
    case none
    case video(CMVideoDimensions)
    case audio(AudioFormat)
    case timeCode(frameDuration: CMTime, frameQuanta: UInt32, flags: UInt32)
  }

  let mediaTypeCode: CMMediaType
  let mediaSubTypeCode: FourCharCode
  let detail: Detail
  /// Property-list values by name; never changes after `init`.
  nonisolated(unsafe) let extensionDictionary: NSDictionary?
  /// Bytes whose addresses C interfaces have returned.
  let stableBytes = StableBytes()

  init(mediaType: CMMediaType, subType: FourCharCode, detail: Detail, extensions: NSDictionary?) {
    mediaTypeCode = mediaType
    mediaSubTypeCode = subType
    self.detail = detail
    // A copy, so that a mutable dictionary of the caller's cannot change it later.
    extensionDictionary = extensions.flatMap { $0.count == 0 ? nil : $0.immutableCopy }
  }

  /// The kind of the media.
  ///
  /// Source: `CMFormatDescriptionGetMediaType`.
  public var mediaType: MediaType { MediaType(rawValue: mediaTypeCode) }

  /// The format within its media type; for video the codec, or the pixel format of uncompressed frames.
  ///
  /// Source: `CMFormatDescriptionGetMediaSubType`.
  public var mediaSubType: MediaSubType { MediaSubType(rawValue: mediaSubTypeCode) }

  /// Further properties, by name.
  ///
  /// Source: `CMFormatDescriptionGetExtensions`.
  public var extensions: Extensions { Extensions(dictionary: extensionDictionary) }

  /// The identifier of format descriptions, as `CFGetTypeID(_:)` returns it.
  public static var typeID: CFTypeID { CoreGraphics.typeID(of: CMFormatDescription.self) }
}

/// A description of video.
public typealias CMVideoFormatDescription = CMFormatDescription
/// A description of audio.
public typealias CMAudioFormatDescription = CMFormatDescription
/// A description of a stream of several kinds.
public typealias CMMuxedFormatDescription = CMFormatDescription
/// A description of text or subtitles.
public typealias CMTextFormatDescription = CMFormatDescription
/// A description of closed captions.
public typealias CMClosedCaptionFormatDescription = CMFormatDescription
/// A description of time codes.
public typealias CMTimeCodeFormatDescription = CMFormatDescription
/// A description of metadata.
public typealias CMMetadataFormatDescription = CMFormatDescription

extension CMFormatDescription {
  /// Creates a description of any kind.
  ///
  /// Source: `CMFormatDescriptionCreate`.
  public convenience init(mediaType: MediaType, mediaSubType: MediaSubType, extensions: Extensions? = nil) throws {
    self.init(
      mediaType: mediaType.rawValue, subType: mediaSubType.rawValue, detail: .none,
      extensions: extensions?.dictionary)
  }

  /// Creates a description of a stream of several kinds.
  public convenience init(muxedStreamType: MediaSubType, extensions: Extensions? = nil) throws {
    try self.init(mediaType: .muxed, mediaSubType: muxedStreamType, extensions: extensions)
  }
}

extension CMFormatDescription: Hashable {
  /// Returns true if two descriptions are equal.
  ///
  /// Source: `CMFormatDescriptionEqual`.
  public static func == (lhs: CMFormatDescription, rhs: CMFormatDescription) -> Bool {
    lhs === rhs || lhs.equalTo(rhs)
  }

  /// Feeds kind and format; the extensions are left to `==`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(mediaTypeCode)
    hasher.combine(mediaSubTypeCode)
  }

  /// Returns true if two descriptions are equal, apart from some extensions and some boxes of the sample description.
  ///
  /// Source: `CMFormatDescriptionEqualIgnoringExtensionKeys`.
  public func equalTo(
    _ otherFormatDescription: CMFormatDescription, extensionKeysToIgnore: [Extensions.Key] = [],
    sampleDescriptionExtensionAtomKeysToIgnore: [String] = []
  ) -> Bool {
    guard mediaTypeCode == otherFormatDescription.mediaTypeCode,
      mediaSubTypeCode == otherFormatDescription.mediaSubTypeCode, detail == otherFormatDescription.detail
    else { return false }
    func compared(_ description: CMFormatDescription) -> NSDictionary {
      let rest = (description.extensionDictionary ?? NSDictionary()).changeableCopy
      for key in extensionKeysToIgnore { rest.removeObject(forKey: key.rawValue) }
      let atomsKey = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
      if !sampleDescriptionExtensionAtomKeysToIgnore.isEmpty, let atoms = rest[atomsKey] as? [String: Any] {
        rest[atomsKey] =
          atoms.filter { !sampleDescriptionExtensionAtomKeysToIgnore.contains($0.key) } as NSDictionary
      }
      return rest
    }
    return compared(self).isEqual(compared(otherFormatDescription))
  }
}

extension CMFormatDescription.Detail: Equatable {
  static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.none, .none): true
    case (.video(let a), .video(let b)): a.width == b.width && a.height == b.height
    case (.audio(let a), .audio(let b)): a == b
    case (.timeCode(let duration, let quanta, let flags), .timeCode(let otherDuration, let otherQuanta, let otherFlags)):
      duration == otherDuration && quanta == otherQuanta && flags == otherFlags
    default: false
    }
  }
}

/// A parameter is out of range or contradicts another.
public var kCMFormatDescriptionError_InvalidParameter: OSStatus { -12710 }
/// The description could not be allocated.
public var kCMFormatDescriptionError_AllocationFailed: OSStatus { -12711 }
/// The description lacks the requested value.
public var kCMFormatDescriptionError_ValueNotAvailable: OSStatus { -12718 }

extension CMFormatDescription {
  /// The errors that operations on format descriptions throw, of domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// A parameter is out of range or contradicts another.
    public static var invalidParameter: NSError { statusError(kCMFormatDescriptionError_InvalidParameter) }
    /// The description could not be allocated.
    public static var allocationFailed: NSError { statusError(kCMFormatDescriptionError_AllocationFailed) }
    /// The description lacks the requested value.
    public static var valueNotAvailable: NSError { statusError(kCMFormatDescriptionError_ValueNotAvailable) }
  }
}
