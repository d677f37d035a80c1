internal import MediaSource
internal import GStreamer
internal import CGStreamer
import CoreAudioTypes
import CoreMedia
import Foundation
import MovieFile

/// Converts compressed buffers of some caps to samples of a movie.
struct MuxerCoding {
  let codec: Codec
  private(set) var entry: SampleEntry
  let timescale: Int32
  /// The duration of a frame; nil if the rate is not constant.
  let frameDuration: Int64?
  /// The priming of audio, in samples, from the stream's own header.
  let priming: Int64
  /// The bytes of a frame of PCM.
  let bytesPerFrame: Int?
  /// The index of the sample description in the track.
  var description: Int
  private let coded: CodedFormat
  private let size: (width: Int, height: Int, shape: (Int32, Int32))
  /// The size of the part of frames without their edges; nil if there are none.
  private let aperture: (width: Double, height: Double)?
  /// True if frames have two fields, and neither the file nor a stream of the codec says so.
  let losesFields: Bool
  /// The lengths of packets, some of which depend on those before.
  private var lengths: PacketLength
  private var isFirstPacket = true
  /// True once a frame of the stream has said that decoding may start at it.
  private var hasAccessPoints = false

  /// - Throws: `notStorable` with the missing value, or the reason why the format cannot hold it.
  init(
    _ caps: Caps, _ first: Buffer, in format: WritableFormat, description: Int, cleanAperture: [Double] = []
  ) throws {
    guard let structure = caps.first, let coded = CodedFormat(caps, mayLackDecoder: true) else {
      throw MovieError(
        .notStorable,
        "\(format.name) cannot hold '\(caps.first?.name ?? "")'")
    }
    self.coded = coded
    lengths = PacketLength(coded.stream)
    self.description = description
    codec = coded.codec
    let video = VideoCapsFields(structure)
    size = (video.width, video.height, video.shape)
    aperture = codec.isVideo && cleanAperture.count == 4 ? (cleanAperture[0], cleanAperture[1]) : nil
    losesFields = video.isInterlaced && !format.hasFieldOrder && [.hevc, .av1, .vp8, .vp9].contains(codec)
    if codec.isVideo {
      entry = try format.entry(of: Self.video(coded, video, first, format, cleanAperture))
      (timescale, frameDuration) = Self.units(of: video.rate)
      (priming, bytesPerFrame) = (0, nil)
    } else {
      let audio = try MuxerAudioFormat(coded, structure, first, in: format)
      entry = try format.entry(of: audio.description())
      (timescale, frameDuration) = (audio.rate, nil)
      priming = Int64(coded.preSkip)
      bytesPerFrame = audio.bytesPerFrame
    }
  }

  /// Returns a timescale in which each frame of a constant rate has a whole duration; else that of milliseconds and of
  /// 90 kHz.
  private static func units(of rate: (Int32, Int32)?) -> (Int32, Int64?) {
    guard let (count, seconds) = rate, count > 0, seconds > 0, count <= 1_000_000 else { return (90_000, nil) }
    let factor = max(1, (10_000 + count - 1) / count)
    return (count * factor, Int64(seconds) * Int64(factor))
  }

  /// Keeps the sample description of the file that the samples are copied from, if the format lays it out alike.
  mutating func keep(_ stored: MediaUnits.Entry, in format: WritableFormat) {
    guard let kept = SampleEntry(stored: stored.bytes, isQuickTime: stored.isQuickTime, isVideo: codec.isVideo),
      kept.format == entry.format
    else { return }
    switch format {
    case .movie(let movie) where movie.isQuickTime == stored.isQuickTime: entry = kept
    case .matroska where codec.isVideo: entry = kept
    default: break
    }
  }

  // MARK: - Samples

  /// Returns a buffer's bytes as a sample.
  func sample(_ bytes: [UInt8]) -> [UInt8] {
    // Temporal delimiters are not stored in files (AV1 in ISO base media, clause 2.4).
    codec == .av1 && bytes.starts(with: [0x12, 0x00]) ? Array(bytes.dropFirst(2)) : bytes
  }

  /// True if a buffer's bytes are a sample as they are, and none of them is a header.
  var keepsBytes: Bool { codec != .av1 && codec != .theora && codec != .speex }

  /// True for a header among the samples, which the track has.
  func isHeader(_ bytes: [UInt8]) -> Bool {
    switch codec {
    case .theora: bytes.first.map { $0 & 0x80 != 0 } ?? false
    case .speex: coded.stream.headers.contains(bytes)
    default: false
    }
  }

  /// Returns a sample's dependency flags.
  ///
  /// - Parameter isSync: True if the demuxer or the encoder marks it as a sync sample.
  func flags(_ buffer: Buffer, isSync: Bool) throws -> SampleFlags {
    guard codec.isVideo else { return .sync }
    let inspection = SampleInspection(coded.stream)
    let isParsed = coded.stream.nalUnitLength != nil
    return try buffer.withUnsafeBytes { bytes in
      let isSync = inspection.isKey(bytes) ?? isSync
      if !isSync { return inspection.isDisposable(bytes) ? .disposable : [] }
      // Parsers mark open GOPs as sync samples.
      return !isParsed || inspection.isClosed(bytes) ? .sync : [.partialSync, .independent]
    }
  }

  /// Returns the dependency flags of the next sample of a stream, whose encoder or parser marks all I-frames as sync samples.
  ///
  /// Frames behind an I-frame may refer to frames before it: x264 encodes such ones where scenes change shortly after a key frame. Where
  /// the stream itself says at some frames that decoding may start there, it starts at no others.
  mutating func flags(ofNext buffer: Buffer, isSync: Bool) throws -> SampleFlags {
    let flags = try flags(buffer, isSync: isSync)
    guard codec == .h264, !flags.isDisjoint(with: .randomAccess), let point = RandomAccessPoint(coded.stream),
      let isPoint = try buffer.withUnsafeBytes({ point.isAt($0) })
    else { return flags }
    if isPoint { hasAccessPoints = true }
    return isPoint || !hasAccessPoints ? flags : .independent
  }

  /// Returns the number of samples that a decoder makes of the next audio buffer; nil for video.
  mutating func audioSampleCount(_ bytes: UnsafeRawBufferPointer, _ duration: ClockTime?) -> Int64? {
    guard !codec.isVideo else { return nil }
    let stamped = duration?.samples(at: Int(timescale))
    defer { isFirstPacket = false }
    if codec == .aac {
      // With spectral band replication, packets are twice as long.
      return stamped.map { abs($0 - 2048) < 4 ? 2048 : 1024 } ?? 1024
    }
    let counted = lengths.samples(bytes)
    // The packet before the first one of Vorbis, on which its length depends, may be in the file that it comes from.
    if codec == .vorbis, isFirstPacket, let stamped { return stamped }
    return counted ?? stamped ?? 0
  }

  // MARK: - The track

  func draft(_ tags: MuxerTags) -> TrackDraft {
    var draft = TrackDraft(
      handlerType: codec.isVideo ? "vide" : "soun", timescale: timescale, sampleEntries: [entry])
    tags.describe(&draft)
    draft.timing = .presented(reorderDepth: codec.reorderDepth)
    guard codec.isVideo else { return draft }
    let shape = size.shape
    let width = Int64(size.width) * Int64(max(shape.0, 1)) / Int64(max(shape.1, 1))
    draft.width = FixedPoint(Int32(clamping: width << 16), fractionBits: 16)
    draft.height = FixedPoint(Int32(clamping: size.height << 16), fractionBits: 16)
    if let aperture {
      func fixed(_ value: Double) -> FixedPoint {
        FixedPoint(Int32(max(0, min(value, 32767)) * 65536), fractionBits: 16)
      }
      draft.width = fixed(aperture.width * Double(max(shape.0, 1)) / Double(max(shape.1, 1)))
      draft.height = fixed(aperture.height)
    }
    draft.matrix = tags.matrix(width: Int(width), height: size.height)
    return draft
  }

  // MARK: - Descriptions

  private static func video(
    _ coded: CodedFormat, _ fields: VideoCapsFields, _ first: Buffer, _ file: WritableFormat, _ aperture: [Double]
  ) throws -> CMFormatDescription {
    let data = coded.caps.bytes("codec_data")
    var atoms: [String: [UInt8]] = [:]
    func needed(_ what: String) throws -> [UInt8] {
      guard let data, !data.isEmpty else { throw MovieError(.notStorable, "\(what) is missing") }
      return data
    }
    let codec = coded.codec
    let format = file.descriptions
    let other = file.isMatroska && MatroskaDocument.others.contains(codec) ? coded.entry.codes.first : nil
    guard let written = codec.written.first ?? other.map({ Codec.Written($0) }) else {
      throw MovieError(.notStorable, "\(file.name) cannot hold \(codec.title)")
    }
    // QuickTime has codes of its own for codecs that ISO files have under MPEG-4's.
    let isOwn = format.isQuickTime && (codec == .motionJPEG || codec == .png)
    var name = isOwn ? codec.entries[0].codes[0] : written.entry
    switch codec {
    case .h264:
      if fields.streamFormat == "avc3" { name = "avc3" }
      atoms["avcC"] = try needed("the configuration of H.264")
    case .hevc:
      if fields.streamFormat == "hev1" { name = "hev1" }
      atoms["hvcC"] = try needed("the configuration of HEVC")
    case .vp8, .vp9: atoms["vpcC"] = fields.vpConfiguration
    case .av1:
      atoms["av1C"] =
        try data ?? first.withUnsafeBytes { try AV1Configuration($0, depth: fields.depth, chroma: fields.chroma).box }
    case .proRes: name = fields.proResName
    case .theora: atoms["glbl"] = try coded.caps.xiphHeaders(of: codec)
    case _ where codec.configurationBox == "glbl": atoms["glbl"] = data
    // The lines tell the systems apart.
    case .dv where fields.height == 576: name = "dvcp"
    case .h263: atoms["d263"] = Array("Reel".utf8) + [0, 10, 0]
    default: break
    }
    if name == "mp4v", let type = written.objectType {
      let info = codec == .mpeg4 ? try needed("the MPEG-4 header") : codec.isIntraOnly ? [] : data ?? []
      atoms["esds"] = [0, 0, 0, 0] + ESDescriptor.descriptor(objectType: type, info: info)
    }
    if fields.shape.0 != fields.shape.1 {
      atoms["pasp"] = fields.shape.0.bigEndianBytes + fields.shape.1.bigEndianBytes
    }
    if let color = fields.color(isQuickTime: format.isQuickTime) { atoms["colr"] = color }
    if file.hasFieldOrder { atoms["fiel"] = fields.fieldOrder(isSeparate: codec == .motionJPEG) }
    atoms["mdcv"] = coded.caps.masteringDisplay
    atoms["clli"] = coded.caps.contentLightLevel
    var extensions = CMFormatDescription.Extensions()
    if aperture.count == 4 { extensions[.cleanAperture] = .init(rationals(of: aperture)) }
    if let depth = fields.depthOfPixels { extensions[.depth] = .number(depth) }
    extensions[.sampleDescriptionExtensionAtoms] = .init(atoms.mapValues { NSData(data: Data($0)) } as NSDictionary)
    return try CMFormatDescription(
      videoCodecType: .init(rawValue: name.rawValue), width: fields.width, height: fields.height, extensions: extensions
    )
  }

  /// Returns the numbers of a clean aperture as fractions, which Core Media's descriptions have.
  private static func rationals(of aperture: [Double]) -> NSDictionary {
    let keys = [
      kCMFormatDescriptionKey_CleanApertureWidthRational, kCMFormatDescriptionKey_CleanApertureHeightRational,
      kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational,
      kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational,
    ]
    let values = aperture.map { value -> [NSNumber] in
      let scale: Double = value == value.rounded() ? 1 : 1000
      return [NSNumber(value: Int32(max(-1_000_000, min(value, 1_000_000)) * scale)), NSNumber(value: Int32(scale))]
    }
    return NSDictionary(objects: values, forKeys: keys)
  }
}

extension WritableFormat {
  /// True if files state the order of fields: QuickTime files and Matroska do. Of ISO files, only those of Motion JPEG 2000 have it.
  fileprivate var hasFieldOrder: Bool { isMatroska || descriptions.isQuickTime }
}
