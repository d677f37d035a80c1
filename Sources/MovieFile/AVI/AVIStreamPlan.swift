import CoreMedia
import Foundation

/// The rules by which packets of a stream are made of its chunks.
struct AVIStreamPlan: Sendable {
  enum Packets: Sendable {
    /// A chunk is a packet.
    case chunks
    /// Pictures of MPEG-4 that are packed in pairs.
    case packedPictures
    /// Access units with start codes, which become lengths.
    case nalUnits(isHEVC: Bool)
    /// Frames of audio, which chunks may cut anywhere.
    case frames(ElementaryFrameHeader.Format)
  }

  let timing: AVITiming
  let packets: Packets
  let isVideo: Bool
  private let bitmap: BitmapInfoHeader?
  private let audio: AVIAudioFormat?
  private let code: BoxType?
  private var coded: CodedStream?
  private var point: RandomAccessPoint?
  /// The beginning of the order of presentation; nil for frames that are presented as they are decoded, and for those of
  /// unknown order.
  private(set) var presentation: AVIPresentation?

  /// - Parameter head: The first bytes of the stream's data.
  init(_ header: AVIStreamHeader, head: [UInt8], microseconds: UInt32) {
    isVideo = header.kind == "vids" || header.kind == "iavs"
    bitmap = header.kind == "vids" ? BitmapInfoHeader(header.format) : nil
    audio = header.kind == "auds" ? AVIAudioFormat(header) : nil
    timing = AVITiming(header, audio: audio, microseconds: microseconds)
    var code = bitmap?.code ?? (header.kind == "iavs" ? "dvc " : nil)
    // The lines tell the systems of DV apart.
    if code == "dvc ", bitmap?.height == 576 { code = "dvcp" }
    self.code = code
    switch code {
    case "mp4v" where AVIPackedFrames.isPacked(head): packets = .packedPictures
    case "avc1" where bitmap?.configuration.first != 1: packets = .nalUnits(isHEVC: false)
    case "hvc1" where bitmap?.configuration.first != 1: packets = .nalUnits(isHEVC: true)
    default: packets = audio?.framing.map { .frames($0) } ?? .chunks
    }
  }

  /// Sets the parameters that packets are parsed with.
  mutating func take(_ coded: CodedStream?) {
    self.coded = coded
    point = coded.flatMap { RandomAccessPoint($0) }
    if isReordered { presentation = coded.flatMap { AVIPresentation($0) } }
  }

  /// True if frames may be presented in another order than they are decoded in.
  var isReordered: Bool { isVideo && coded?.codec.reorderDepth != 0 }

  func stream(number: Int, _ header: AVIStreamHeader, head: [UInt8]) -> ContainerStream {
    let mediaType =
      switch header.kind {
      case "vids", "iavs": "vide"
      case "auds": "soun"
      case "txts": "sbtl"
      default: ""
      }
    var stream = ContainerStream(
      number: number, mediaType: mediaType, codecID: Self.name(bitmap, audio, header), timescale: timing.timescale)
    stream.name = header.name
    if header.length > 0 {
      let length = Int64(header.length).multipliedReportingOverflow(by: timing.step)
      if !length.overflow, length.partialValue < 1 << 60 {
        stream.statedDuration = CMTime(value: length.partialValue, timescale: timing.timescale)
      }
    }
    if isVideo { stream.frameDuration = CMTime(value: timing.step, timescale: timing.timescale) }
    if let code { describeVideo(&stream, code, header, head: head) }
    audio?.describe(&stream, head: head)
    return stream
  }

  private static func name(_ bitmap: BitmapInfoHeader?, _ audio: AVIAudioFormat?, _ header: AVIStreamHeader) -> String {
    if let bitmap { return bitmap.fourCC.rawValue == 0 ? "RGB" : bitmap.fourCC.text }
    if let audio { return "0x" + String(audio.tag, radix: 16) }
    return header.handler.text
  }

  // MARK: Video

  private func describeVideo(
    _ stream: inout ContainerStream, _ code: BoxType, _ header: AVIStreamHeader, head: [UInt8]
  ) {
    let (width, height) = (bitmap?.width ?? 0, bitmap?.height ?? 0)
    var configuration = bitmap.flatMap { $0.configuration.isEmpty ? nil : $0.configuration }
    switch packets {
    case .nalUnits(let isHEVC):
      let sets = (configuration ?? []).starts(with: [0, 0]) ? (configuration ?? []) + head : head
      configuration = Self.parameterSets(sets, isHEVC: isHEVC)
    default:
      // The headers before the first picture are the configuration.
      if code == "mp4v", configuration == nil { configuration = Self.headers(head) }
    }
    stream.describeVideo(
      code, width: width, height: height, configuration: configuration, appearance: Self.shape(header, width, height),
      depth: code == "HFYU" || code == "DIB " ? bitmap?.bitsPerPixel : nil)
  }

  /// Returns the box of the parameter sets in a stream with start codes; nil if they are incomplete.
  private static func parameterSets(_ bytes: [UInt8], isHEVC: Bool) -> [UInt8]? {
    var sets: [Data] = []
    for unit in StartCodes.units(in: bytes) {
      guard let first = unit.first, sets.count < 64 else { break }
      let isSet = isHEVC ? (32...34).contains(first >> 1 & 0x3f) : [7, 8].contains(first & 0x1f)
      let set = Data(unit)
      if isSet, !sets.contains(set) { sets.append(set) }
    }
    let description =
      isHEVC ? try? CMFormatDescription(hevcParameterSets: sets) : try? CMFormatDescription(h264ParameterSets: sets)
    return description?.atoms.first { $0.type == (isHEVC ? "hvcC" : "avcC") }?.payload
  }

  private static func headers(_ head: [UInt8]) -> [UInt8]? {
    guard head.starts(with: [0, 0, 1]) else { return nil }
    for index in 0..<max(0, head.count - 3) where head[index..<index + 3].elementsEqual([0, 0, 1]) {
      // A group or a picture (ISO/IEC 14496-2, table 6-3).
      if [0xb3, 0xb6].contains(head[index + 3]) { return index > 0 ? Array(head[..<index]) : nil }
    }
    return nil
  }

  /// Returns the shape of pixels, from that of the whole picture.
  private static func shape(_ header: AVIStreamHeader, _ width: Int, _ height: Int) -> [RawBox] {
    guard let picture = header.picture, picture.across > 0, picture.down > 0, width > 0, height > 0,
      width < 65_536, height < 65_536
    else { return [] }
    let (across, down) = (picture.across * height, picture.down * width)
    let divisor = greatestCommonDivisor(across, down)
    guard across != down else { return [] }
    return [RawBox("pasp") { box in for number in [across, down] { box.u32(UInt32(clamping: number / divisor)) } }]
  }

  // MARK: Sync samples

  /// The number of bytes of a frame that tell whether it is a sync sample, and its place in the order of presentation:
  /// of NAL units all, as none may be cut off.
  var inspectedSize: Int { coded?.nalUnitLength == nil ? RandomAccessPoint.inspectedSize : 64 << 20 }

  /// True if bytes of a frame are needed to tell.
  func needsBytes(isKey: Bool?) -> Bool {
    guard isVideo, isKey != false, let codec = coded?.codec, !codec.isIntraOnly else { return false }
    return point != nil || [.mpeg4, .mpeg2, .mpeg1, .theora].contains(codec) || isKey == nil && codec == .msMPEG4
  }

  /// True for a sync sample by the index and by its own bytes.
  ///
  /// - Parameters:
  ///   - isKey: True by the index; nil if there is none.
  ///   - isFirst: True for the first frame of the stream.
  func isSync(_ bytes: [UInt8], isKey: Bool?, isFirst: Bool) -> Bool {
    guard isVideo, let coded, !coded.codec.isIntraOnly else { return !isVideo || coded != nil || (isKey ?? isFirst) }
    if isKey == false { return false }
    let own = bytes.withUnsafeBytes { bytes -> Bool? in
      if let point { return point.isAt(bytes) }
      switch coded.codec {
      case .mpeg4: return Self.isIntra(bytes)
      case .mpeg2, .mpeg1, .theora: return SampleInspection(coded).isKey(bytes)
      // The picture's type in the first two bits.
      case .msMPEG4: return bytes.first.map { $0 >> 6 == 0 }
      default: return nil
      }
    }
    return own ?? isKey ?? isFirst
  }

  /// True if the first picture is intra-coded (ISO/IEC 14496-2, 6.2.5: vop_coding_type).
  private static func isIntra(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    var index = 0
    while index + 4 < bytes.count {
      if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1, bytes[index + 3] == 0xb6 {
        return bytes[index + 4] >> 6 == 0
      }
      index += 1
    }
    return nil
  }
}
