import CoreGraphics
import Foundation

extension CMTypedTag.Category where Value == CMFormatDescription.MediaType {
  /// The media type: 'mdia'.
  public static var mediaType: Self {
    Self("mdia", value: { Value(rawValue: UInt32(truncatingIfNeeded: $0)) }, bits: { UInt64($0.rawValue) })
  }
}

extension CMTypedTag.Category where Value == CMFormatDescription.MediaSubType {
  /// The codec: 'msub'.
  public static var mediaSubType: Self {
    Self("msub", value: { Value(rawValue: UInt32(truncatingIfNeeded: $0)) }, bits: { UInt64($0.rawValue) })
  }
}

extension CMTypedTag.Category where Value == CMPersistentTrackID {
  /// The track: 'trak'.
  public static var trackID: Self { Self(integer: "trak") }
}

extension CMTypedTag.Category where Value == Int64 {
  /// The channel: 'vchn'.
  public static var channelID: Self { Self(integer: "vchn") }
  /// The layer of a multi-layer coded video: 'vlay'.
  public static var videoLayerID: Self { Self(integer: "vlay") }
}

extension CMTypedTag.Category where Value == OSType {
  /// The pixel format: 'pixf'.
  public static var pixelFormat: Self { Self(integer: "pixf") }
}

extension CMTypedTag.Category where Value == CMPackingType {
  /// The packing of both eyes' views: 'pack'.
  public static var packingType: Self { Self(raw: "pack") }
}

extension CMTypedTag.Category where Value == CMProjectionType {
  /// The projection: 'proj'.
  public static var projectionType: Self { Self(raw: "proj") }
}

extension CMTypedTag.Category where Value == CMStereoViewComponents {
  /// The eyes: 'eyes'.
  public static var stereoView: Self { Self(raw: "eyes") }
}

extension CMTypedTag.Category where Value == CMStereoViewInterpretationOptions {
  /// The reading of stereo views: 'eyip'.
  public static var stereoViewInterpretation: Self { Self(raw: "eyip") }
}

extension CMTag {
  /// Returns a tag of a media type.
  public static func mediaType(_ value: CMFormatDescription.MediaType) -> CMTypedTag<CMFormatDescription.MediaType> {
    CMTypedTag(.mediaType, value: value)
  }
  /// Returns a tag of a codec.
  public static func mediaSubType(
    _ value: CMFormatDescription.MediaSubType
  ) -> CMTypedTag<CMFormatDescription.MediaSubType> {
    CMTypedTag(.mediaSubType, value: value)
  }
  /// Returns a tag of a track.
  public static func trackID(_ value: CMPersistentTrackID) -> CMTypedTag<CMPersistentTrackID> {
    CMTypedTag(.trackID, value: value)
  }
  /// Returns a tag of a channel.
  public static func channelID(_ value: Int64) -> CMTypedTag<Int64> { CMTypedTag(.channelID, value: value) }
  /// Returns a tag of a layer of coded video.
  public static func videoLayerID(_ value: Int64) -> CMTypedTag<Int64> { CMTypedTag(.videoLayerID, value: value) }
  /// Returns a tag of a pixel format.
  public static func pixelFormat(_ value: OSType) -> CMTypedTag<OSType> { CMTypedTag(.pixelFormat, value: value) }
  /// Returns a tag of a packing.
  public static func packingType(_ value: CMPackingType) -> CMTypedTag<CMPackingType> {
    CMTypedTag(.packingType, value: value)
  }
  /// Returns a tag of a projection.
  public static func projectionType(_ value: CMProjectionType) -> CMTypedTag<CMProjectionType> {
    CMTypedTag(.projectionType, value: value)
  }
  /// Returns a tag of the eyes that a buffer is for.
  public static func stereoView(_ value: CMStereoViewComponents) -> CMTypedTag<CMStereoViewComponents> {
    CMTypedTag(.stereoView, value: value)
  }
  /// Returns a tag of the reading of stereo views.
  public static func stereoViewInterpretation(
    _ value: CMStereoViewInterpretationOptions
  ) -> CMTypedTag<CMStereoViewInterpretationOptions> {
    CMTypedTag(.stereoViewInterpretation, value: value)
  }
}

extension Sequence where Element == CMTag {
  /// The first tag of a category; nil if there is none.
  public func first<Value>(matchingCategory category: CMTypedTag<Value>.Category) -> CMTag? {
    first { $0.matches(category) }
  }

  /// The value of the first tag of a category; nil if there is none.
  public func firstValue<Value>(matchingCategory category: CMTypedTag<Value>.Category) -> Value? {
    lazy.compactMap { $0.value(onlyIfMatching: category) }.first
  }
}
