import CoreAudioTypes
import CoreGraphics
import Foundation

extension CMFormatDescription {
  /// Creates an audio format description.
  ///
  /// - Parameters:
  ///   - audioStreamBasicDescription: The format; its `mFormatID` becomes the media subtype.
  ///   - layoutSize: The size of `layout` in bytes; at least the 12 before its channel descriptions, or 0.
  ///   - layout: The positions of the channels.
  ///   - magicCookie: The decoder configuration, in the codec's own form.
  ///   - extensions: Further properties.
  public convenience init(
    audioStreamBasicDescription: AudioStreamBasicDescription, layoutSize: Int,
    layout: UnsafePointer<AudioChannelLayout>?, magicCookie: Data?, extensions: Extensions? = nil
  ) throws {
    let header = MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 12
    guard layoutSize == 0 || (layout != nil && layoutSize >= header) else { throw Error.invalidParameter }
    let format = AudioFormat(
      streamDescription: audioStreamBasicDescription, layout: AudioFormat.bytes(at: layout, count: layoutSize),
      magicCookie: magicCookie)
    self.init(
      mediaType: kCMMediaType_Audio, subType: audioStreamBasicDescription.mFormatID, detail: .audio(format),
      extensions: extensions?.dictionary)
  }

  var audioFormat: AudioFormat? {
    if case .audio(let format) = detail { format } else { nil }
  }

  /// The format of the audio; nil for other descriptions.
  public var audioStreamBasicDescription: AudioStreamBasicDescription? { audioFormat?.streamDescription }

  /// The decoder configuration, in the codec's own form; nil if there is none.
  public var magicCookie: Data? { audioFormat?.magicCookie }

  /// Calls a body with the magic cookie's bytes, or nil.
  public func withMagicCookie<R>(_ body: (UnsafeRawBufferPointer?) throws -> R) rethrows -> R {
    guard let cookie = magicCookie else { return try body(nil) }
    return try cookie.withUnsafeBytes { try body($0) }
  }

  /// The parts of two audio format descriptions to compare, or that are equal.
  public struct EqualityMask: OptionSet, Hashable, Sendable {
    /// The parts as bits.
    public let rawValue: UInt32

    /// Creates a set of parts from bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// The stream description.
    public static let streamBasicDescription = EqualityMask(rawValue: 1)
    /// The magic cookie.
    public static let magicCookie = EqualityMask(rawValue: 2)
    /// The channel layout.
    public static let channelLayout = EqualityMask(rawValue: 4)
    /// The extensions.
    public static let extensions = EqualityMask(rawValue: 8)
    /// Everything.
    public static let all: EqualityMask = [.streamBasicDescription, .magicCookie, .channelLayout, .extensions]
  }

  /// Compares parts of two audio format descriptions; returns true if all are equal, and the equal ones.
  ///
  /// Source: `CMAudioFormatDescriptionEqual`.
  public func equalTo(
    _ otherFormatDescription: CMAudioFormatDescription, equalityMask: EqualityMask = .all
  ) -> (Bool, equalityMask: EqualityMask) {
    guard let format = audioFormat, let other = otherFormatDescription.audioFormat else { return (false, []) }
    var equal: EqualityMask = []
    if format.streamDescription == other.streamDescription { equal.insert(.streamBasicDescription) }
    if format.magicCookie == other.magicCookie { equal.insert(.magicCookie) }
    if format.layout == other.layout { equal.insert(.channelLayout) }
    let ownExtensions = extensionDictionary ?? NSDictionary()
    if ownExtensions.isEqual(otherFormatDescription.extensionDictionary ?? NSDictionary()) { equal.insert(.extensions) }
    equal.formIntersection(equalityMask)
    return (equal == equalityMask.intersection(.all), equal)
  }
}

/// Parts of audio format descriptions, as bits; see `CMFormatDescription.EqualityMask`.
public typealias CMAudioFormatDescriptionMask = UInt32
/// The stream description.
public var kCMAudioFormatDescriptionMask_StreamBasicDescription: CMAudioFormatDescriptionMask { 1 }
/// The magic cookie.
public var kCMAudioFormatDescriptionMask_MagicCookie: CMAudioFormatDescriptionMask { 2 }
/// The channel layout.
public var kCMAudioFormatDescriptionMask_ChannelLayout: CMAudioFormatDescriptionMask { 4 }
/// The extensions.
public var kCMAudioFormatDescriptionMask_Extensions: CMAudioFormatDescriptionMask { 8 }
/// Everything.
public var kCMAudioFormatDescriptionMask_All: CMAudioFormatDescriptionMask { 15 }

/// Creates an audio format description; see
/// `CMFormatDescription.init(audioStreamBasicDescription:layoutSize:layout:…)`.
@discardableResult
public func CMAudioFormatDescriptionCreate(
  allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
  layout: UnsafePointer<AudioChannelLayout>?, magicCookieSize: Int, magicCookie: UnsafeRawPointer?,
  extensions: CFDictionary?, formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
  store(at: formatDescriptionOut, orElse: kCMFormatDescriptionError_AllocationFailed) {
    guard magicCookieSize == 0 || (magicCookie != nil && magicCookieSize > 0) else {
      throw CMFormatDescription.Error.invalidParameter
    }
    return try CMFormatDescription(
      audioStreamBasicDescription: asbd.pointee, layoutSize: layoutSize, layout: layout,
      magicCookie: AudioFormat.bytes(at: magicCookie, count: magicCookieSize),
      extensions: .init(dictionary: extensions))
  }
}

/// Returns the format of an audio format description, or nil; valid as long as the description.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
  _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? {
  desc.audioFormat.map { UnsafePointer($0.streamDescriptionAddress) }
}

/// Returns the magic cookie of an audio format description, or nil; valid as long as the description.
public func CMAudioFormatDescriptionGetMagicCookie(
  _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
  sizeOut?.pointee = desc.audioFormat?.magicCookie?.count ?? 0
  return desc.audioFormat?.magicCookieAddress.map { UnsafeRawPointer($0) }
}

/// Returns the channel layout of an audio format description, or nil; valid as long as the description.
public func CMAudioFormatDescriptionGetChannelLayout(
  _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioChannelLayout>? {
  sizeOut?.pointee = desc.audioFormat?.layout?.count ?? 0
  return desc.audioFormat?.layoutAddress.map { UnsafePointer($0.assumingMemoryBound(to: AudioChannelLayout.self)) }
}

/// Returns true if some parts of two audio format descriptions are equal; the equal ones are stored at
/// `equalityMaskOut`.
public func CMAudioFormatDescriptionEqual(
  _ formatDescription: CMAudioFormatDescription, otherFormatDescription: CMAudioFormatDescription,
  equalityMask: CMAudioFormatDescriptionMask, equalityMaskOut: UnsafeMutablePointer<CMAudioFormatDescriptionMask>?
) -> Bool {
  let (isEqual, mask) = formatDescription.equalTo(
    otherFormatDescription, equalityMask: .init(rawValue: equalityMask))
  equalityMaskOut?.pointee = mask.rawValue
  return isEqual
}
