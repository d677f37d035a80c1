package import GStreamer
internal import CGStreamer
import CoreAudioTypes
import CoreMedia
import CoreVideo
import Foundation
import MovieFile

extension ContainerHeaders.Stream {
  /// Returns the format as Core Media's format description; nil if it is not of media.
  package func formatDescription() throws -> CMFormatDescription? {
    guard let format = StreamFormat(caps), let mediaType = format.mediaType else { return nil }
    switch mediaType {
    case "vide": return try video(format)
    case "soun": return try audio(format)
    default:
      return try CMFormatDescription(
        mediaType: .init(rawValue: mediaType.utf8.reduce(0) { $0 << 8 | FourCharCode($1) }),
        mediaSubType: format.subType)
    }
  }

  // MARK: Video

  private func video(_ format: StreamFormat) throws -> CMFormatDescription {
    let structure = format.structure
    var extensions = CMFormatDescription.Extensions()
    addFrameAttributes(of: structure, to: &extensions)
    let data = caps.bytes("codec_data")
    if data == nil, let unit = firstUnit, let sets = ParameterSets(inStream: unit, isHEVC: format.subType == .hevc) {
      let made = try sets.formatDescription(extensions)
      if let made { return made }
    }
    let box = structure.codec?.codec.configurationBox
    if let data, let atom = box, atom != "esds" {
      extensions[.sampleDescriptionExtensionAtoms] = .init([atom as NSString: Data(data) as NSData] as NSDictionary)
    } else if let data, box == "esds" {
      let descriptor = ESDescriptor.bytes(objectType: 0x20, streamType: 4, info: data)
      extensions[.sampleDescriptionExtensionAtoms] = .init(
        ["esds" as NSString: Data([0, 0, 0, 0] + descriptor) as NSData] as NSDictionary)
    }
    return try CMFormatDescription(
      videoCodecType: format.subType, width: structure["width"]?.int ?? 0, height: structure["height"]?.int ?? 0,
      extensions: extensions)
  }

  private func addFrameAttributes(of structure: Structure, to extensions: inout CMFormatDescription.Extensions) {
    if case .fraction(let width, let height)? = structure["pixel-aspect-ratio"], width > 0, height > 0, width != height
    {
      extensions[.pixelAspectRatio] = .pixelAspectRatio(horizontalSpacing: Int(width), verticalSpacing: Int(height))
    }
    var colors = GstVideoColorimetry()
    guard let text = structure["colorimetry"]?.string, gst_video_colorimetry_from_string(&colors, text) != 0 else {
      return
    }
    let codes = (
      Int32(gst_video_color_primaries_to_iso(colors.primaries)),
      Int32(gst_video_transfer_function_to_iso(colors.transfer)),
      Int32(gst_video_color_matrix_to_iso(colors.matrix))
    )
    if let name = CVColorPrimariesGetStringForIntegerCodePoint(codes.0) {
      extensions[.colorPrimaries] = .string(name.takeUnretainedValue())
    }
    if let name = CVTransferFunctionGetStringForIntegerCodePoint(codes.1) {
      extensions[.transferFunction] = .string(name.takeUnretainedValue())
    }
    if let name = CVYCbCrMatrixGetStringForIntegerCodePoint(codes.2) {
      extensions[.yCbCrMatrix] = .string(name.takeUnretainedValue())
    }
    extensions[.fullRangeVideo] = .init(NSNumber(value: colors.range == GST_VIDEO_COLOR_RANGE_0_255))
  }

  // MARK: Audio

  private func audio(_ format: StreamFormat) throws -> CMFormatDescription {
    let structure = format.structure
    var stream = AudioStreamBasicDescription()
    stream.mFormatID = format.subType.rawValue
    stream.mSampleRate = Double(structure["rate"]?.int ?? 0)
    stream.mChannelsPerFrame = UInt32(clamping: structure["channels"]?.int ?? 0)
    var cookie: Data?
    switch structure.codec?.codec {
    case .pcm?:
      guard let pcm = PCMFormat(structure) else { break }
      stream.mBitsPerChannel = UInt32(pcm.bytesPerSample * 8)
      stream.mBytesPerFrame = UInt32(pcm.bytesPerFrame)
      (stream.mFramesPerPacket, stream.mBytesPerPacket) = (1, stream.mBytesPerFrame)
      stream.mFormatFlags =
        kAudioFormatFlagIsPacked | (pcm.isFloat ? kAudioFormatFlagIsFloat : 0)
        | (pcm.isBigEndian ? kAudioFormatFlagIsBigEndian : 0)
        | (pcm.isSigned && !pcm.isFloat ? kAudioFormatFlagIsSignedInteger : 0)
    case .aac?:
      stream.mFramesPerPacket = 1024
      cookie = caps.bytes("codec_data").map { Data(ESDescriptor.bytes(objectType: 0x40, streamType: 5, info: $0)) }
    case .mpegAudio?: stream.mFramesPerPacket = structure["layer"]?.int == 1 ? 384 : 1152
    case .opus?: stream.mSampleRate = 48_000
    case .ac3?, .enhancedAC3?: stream.mFramesPerPacket = 1536
    case .amr?: stream.mFramesPerPacket = 160
    case .amrWideband?: stream.mFramesPerPacket = 320
    case .uLaw?, .aLaw?:
      stream.mBitsPerChannel = 8
      (stream.mFramesPerPacket, stream.mBytesPerFrame) = (1, stream.mChannelsPerFrame)
      stream.mBytesPerPacket = stream.mBytesPerFrame
    case .flac?: cookie = flacInformation
    case .vorbis?: cookie = caps.streamHeaders.first.map { Data($0) }
    case .alac?: cookie = caps.bytes("codec_data").map { Data($0.dropFirst($0.count > 24 ? 12 : 0)) }
    default: break
    }
    return try CMFormatDescription(audioStreamBasicDescription: stream, layoutSize: 0, layout: nil, magicCookie: cookie)
  }

  /// The first metadata block, STREAMINFO with its header (RFC 9639, 8.1 and 8.2), behind the first header's thirteen bytes in Ogg,
  /// or four.
  private var flacInformation: Data? {
    guard let header = caps.streamHeaders.first else { return nil }
    let start = header.starts(with: [0x7f]) ? 13 : header.starts(with: Array("fLaC".utf8)) ? 4 : 0
    return header.count >= start + 38 ? Data(header[start..<start + 38]) : nil
  }
}

extension CMFormatDescription {
  /// Returns the description of a format of media that caps say; nil for other formats.
  package static func of(_ caps: Caps) throws -> CMFormatDescription? {
    try ContainerHeaders.Stream(streamID: nil, caps: caps, language: nil).formatDescription()
  }
}

extension ESDescriptor {
  /// Returns an ES descriptor (ISO/IEC 14496-1, clause 7.2.6.5), like the magic cookie of audio.
  package static func bytes(objectType: UInt8, streamType: UInt8, info: [UInt8]) -> [UInt8] {
    func tagged(_ tag: UInt8, _ body: [UInt8]) -> [UInt8] {
      var bytes = [tag]
      for shift in [21, 14, 7, 0] { bytes.append((shift > 0 ? 0x80 : 0) | UInt8(body.count >> shift & 0x7f)) }
      return bytes + body
    }
    let config: [UInt8] = [objectType, streamType << 2 | 1, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
    return tagged(3, [0, 0, 0] + tagged(4, config + tagged(5, info)) + tagged(6, [2]))
  }
}
