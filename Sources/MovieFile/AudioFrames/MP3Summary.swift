import Foundation

/// The header that MP3 encoders write into the first frame in place of audio: Xing's and LAME's (`Xing`, `Info`), or
/// Fraunhofer's (`VBRI`).
public struct MP3Summary: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// Xing's header in a file of variable bit rate.
    case xing = "Xing"
    /// Xing's header in a file of constant bit rate.
    case info = "Info"
    case vbri = "VBRI"
  }

  /// An offset in the file, and the sample of the decoder's output at which its frame begins; both are approximate.
  public struct SeekPoint: Hashable, Sendable {
    public var sample: Int64
    public var offset: Int64
  }

  public let kind: Kind
  /// The number of frames of audio, without this one.
  public private(set) var frameCount: Int64?
  /// The number of bytes from this frame on.
  public private(set) var byteCount: Int64?
  /// Seek points in order; empty if there are none.
  public private(set) var seekPoints: [SeekPoint] = []
  /// The program that wrote it, such as `LAME3.100`.
  public private(set) var encoder: String?
  /// The number of samples that the encoder put before the audio.
  public private(set) var encoderDelay: Int?
  /// The number of samples that the encoder put after the audio.
  public private(set) var encoderPadding: Int?
  /// The number of samples of each channel in a frame.
  public let samplesPerFrame: Int
  /// The number of samples per second.
  public let sampleRate: Int32

  /// Reads a packet of a container; nil if it is audio, or no frame.
  public init?(frame: [UInt8]) {
    guard frame.count >= AudioFrameHeader.length,
      let header = AudioFrameHeader(frame.prefix(AudioFrameHeader.length).reduce(0) { $0 << 8 | UInt64($1) })
    else { return nil }
    self.init(frame: frame, header: header, offset: 0)
  }

  /// The priming and padding that the encoder recorded; nil if it did not.
  public var gapless: GaplessInfo? {
    guard let encoderDelay, let encoderPadding, let frameCount else { return nil }
    return GaplessInfo(
      mp3Frames: frameCount, samplesPerFrame: samplesPerFrame, encoderDelay: encoderDelay,
      encoderPadding: encoderPadding, sampleRate: sampleRate)
  }

  /// Reads a frame; nil if it is audio.
  ///
  /// - Parameter offset: The offset of the frame in the file.
  init?(frame: [UInt8], header: AudioFrameHeader, offset: Int64) {
    guard case .mpeg(let version, 3) = header.format else { return nil }
    (samplesPerFrame, sampleRate) = (header.sampleCount, header.sampleRate)
    func name(_ position: Int) -> Kind? {
      guard position + 4 <= frame.count else { return nil }
      return Kind(rawValue: String(decoding: frame[position..<position + 4], as: UTF8.self))
    }
    // After the side information of layer III, without a checksum; Fraunhofer's place is always the same.
    let place = version == 1 ? (header.channels == 1 ? 21 : 36) : (header.channels == 1 ? 13 : 21)
    if let kind = name(place), kind != .vbri {
      self.kind = kind
      readXing(Fields(frame, from: place + 4), header, offset)
    } else if name(36) == .vbri {
      kind = .vbri
      readVBRI(Fields(frame, from: 40), header, offset)
    } else {
      return nil
    }
  }

  private mutating func readXing(_ fields: Fields, _ header: AudioFrameHeader, _ offset: Int64) {
    var fields = fields
    guard let flags = fields.number(4) else { return }
    if flags & 1 != 0 { frameCount = fields.number(4) }
    if flags & 2 != 0 { byteCount = fields.number(4) }
    if flags & 4 != 0, let table = fields.take(100), let frames = frameCount, let bytes = byteCount {
      // Entry n is the offset after n per cent of the time, in 256ths of the bytes.
      let samples = frames * Int64(header.sampleCount)
      seekPoints = table.enumerated().map { percent, place in
        SeekPoint(sample: samples * Int64(percent) / 100, offset: offset + Int64(place) * bytes / 256)
      }
    }
    if flags & 8 != 0 { _ = fields.number(4) }
    guard let name = fields.take(9) else { return }
    let text = String(decoding: name.prefix { $0 != 0 && $0 < 0x7f }, as: UTF8.self)
    guard ["LAME", "Lavf", "Lavc", "L3.9", "GOGO"].contains(where: text.hasPrefix) else { return }
    encoder = text.trimmingCharacters(in: .whitespaces)
    // FFmpeg's zero means that the encoder puts nothing before the audio; others' that it is not known.
    guard fields.take(12) != nil, let delays = fields.number(3), delays != 0 || text.hasPrefix("Lav") else { return }
    encoderDelay = Int(delays >> 12)
    encoderPadding = Int(delays & 0xfff)
  }

  private mutating func readVBRI(_ fields: Fields, _ header: AudioFrameHeader, _ offset: Int64) {
    var fields = fields
    guard fields.take(6) != nil, let bytes = fields.number(4), let frames = fields.number(4),
      let count = fields.number(2), let scale = fields.number(2), let size = fields.number(2),
      let framesPerEntry = fields.number(2)
    else { return }
    byteCount = bytes
    frameCount = frames
    guard (1...4).contains(size) else { return }
    var place = offset + Int64(header.size)
    for entry in 0..<count {
      seekPoints.append(SeekPoint(sample: entry * framesPerEntry * Int64(header.sampleCount), offset: place))
      guard let step = fields.number(Int(size)) else { break }
      place += step * max(scale, 1)
    }
  }

  /// Reads numbers of a frame in order.
  private struct Fields {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8], from position: Int) { rest = bytes[min(position, bytes.count)...] }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }

    mutating func number(_ count: Int) -> Int64? {
      take(count)?.reduce(0) { $0 << 8 | Int64($1) }
    }
  }
}
