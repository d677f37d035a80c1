import CoreAudioTypes
import CoreGraphics
import Foundation

extension CMFormatDescription {
  /// Creates an audio format description.
  ///
  /// - Parameters:
  ///   - audioStreamBasicDescription: The format; its `mFormatID` becomes the media subtype.
  ///   - layout: The positions of the channels.
  ///   - magicCookie: The decoder configuration, in the codec's own form.
  ///   - extensions: Further properties.
  public convenience init(
    audioStreamBasicDescription: AudioStreamBasicDescription, layout: ManagedAudioChannelLayout? = nil,
    magicCookie: Data? = nil, extensions: Extensions? = nil
  ) throws {
    guard let layout else {
      try self.init(
        audioStreamBasicDescription: audioStreamBasicDescription, layoutSize: 0, layout: nil, magicCookie: magicCookie,
        extensions: extensions)
      return
    }
    let bytes = layout.withUnsafePointer { Data(bytes: $0, count: layout.sizeInBytes) }
    let format = AudioFormat(
      streamDescription: audioStreamBasicDescription, layout: bytes, magicCookie: magicCookie)
    self.init(
      mediaType: kCMMediaType_Audio, subType: audioStreamBasicDescription.mFormatID, detail: .audio(format),
      extensions: extensions?.dictionary)
  }

  /// The channel layout; nil if the description has none.
  ///
  /// Source: `CMAudioFormatDescriptionGetChannelLayout`.
  public var audioChannelLayout: ManagedAudioChannelLayout? {
    audioFormat?.layout.flatMap { ManagedAudioChannelLayout(bytes: $0) }
  }

  /// The formats to which decoders can decode the stream, richest first: several for high-efficiency AAC, whose lower
  /// layers play without the upper ones; else one. None for other descriptions.
  ///
  /// Source: `CMAudioFormatDescriptionGetFormatList`.
  public var audioFormatList: [AudioFormatListItem] { audioFormat?.layers ?? [] }

  /// The richest format of the list: decoders here know the upper layers.
  ///
  /// Source: `CMAudioFormatDescriptionGetRichestDecodableFormat`.
  public var richestDecodableFormat: AudioFormatListItem? { audioFormatList.first }

  /// The format of the list that most decoders know: the lowest layer.
  ///
  /// Source: `CMAudioFormatDescriptionGetMostCompatibleFormat`.
  public var mostCompatibleFormat: AudioFormatListItem? { audioFormatList.last }
}

/// Returns the formats to which decoders can decode an audio stream, richest first; valid as long as the description.
/// Its size in bytes is stored at `sizeOut`.
public func CMAudioFormatDescriptionGetFormatList(
  _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioFormatListItem>? {
  let items = desc.audioFormat?.layersInMemory
  sizeOut?.pointee = (items?.count ?? 0) * MemoryLayout<AudioFormatListItem>.stride
  return items.flatMap { UnsafePointer($0.baseAddress) }
}

/// The richest format of the list; valid as long as the description.
public func CMAudioFormatDescriptionGetRichestDecodableFormat(
  _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? {
  CMAudioFormatDescriptionGetFormatList(desc, sizeOut: nil)
}

/// The format of the list that most decoders know; valid as long as the description.
public func CMAudioFormatDescriptionGetMostCompatibleFormat(
  _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? {
  guard let items = desc.audioFormat?.layersInMemory, let first = items.baseAddress else { return nil }
  return UnsafePointer(first + items.count - 1)
}

extension AudioFormat {
  /// Returns the formats of a description, richest first.
  ///
  /// Source: ISO/IEC 14496-3, 1.6.5: spectral band replication doubles the rate of the core and parametric stereo turns
  /// its one channel into two.
  static func layers(of description: AudioStreamBasicDescription, layout: Data?) -> [AudioFormatListItem] {
    let tag = layout.flatMap { ManagedAudioChannelLayout(bytes: $0) }?.tag
    let first = AudioFormatListItem(
      mASBD: description, mChannelLayoutTag: tag ?? Self.tag(channels: description.mChannelsPerFrame))
    var core = first
    core.mASBD.mFormatID = kAudioFormatMPEG4AAC
    core.mASBD.mSampleRate = description.mSampleRate / 2
    core.mASBD.mFramesPerPacket = description.mFramesPerPacket / 2
    switch description.mFormatID {
    case kAudioFormatMPEG4AAC_HE: return [first, core]
    case kAudioFormatMPEG4AAC_HE_V2:
      var mono = first
      mono.mASBD.mFormatID = kAudioFormatMPEG4AAC_HE
      mono.mASBD.mChannelsPerFrame = 1
      mono.mChannelLayoutTag = kAudioChannelLayoutTag_Mono
      core.mASBD.mChannelsPerFrame = 1
      core.mChannelLayoutTag = kAudioChannelLayoutTag_Mono
      return [first, mono, core]
    default: return [first]
    }
  }

  private static func tag(channels: UInt32) -> AudioChannelLayoutTag {
    switch channels {
    case 1: kAudioChannelLayoutTag_Mono
    case 2: kAudioChannelLayoutTag_Stereo
    default: kAudioChannelLayoutTag_Unknown | min(channels, 0xFFFF)
    }
  }
}
