import Foundation

/// The first page of sound in an Ogg file, by which the times of ffmpeg 5.1 are put right where they are not those of
/// the granule positions.
struct OggBeginning {
  enum Codec: Sendable { case vorbis, flac }

  let codec: Codec
  /// The position behind the last packet that ends on the page, in samples.
  let position: Int
  /// The number of packets that end on the page.
  let packetCount: Int
  /// True if it is the last page of sound, too.
  let isLast: Bool

  /// Reads the pages of a file (RFC 3533, section 6) up to the first one with sound; nil for other files and codecs.
  init?(of path: String) throws {
    guard path.hasSuffix(".ogg") else { return nil }
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped))
    var (offset, stream): (Int, (serial: ArraySlice<UInt8>, codec: Codec)?) = (0, nil)
    while offset + 27 <= bytes.count, bytes[offset...].starts(with: "OggS".utf8) {
      let body = offset + 27 + Int(bytes[offset + 26])
      guard body <= bytes.count else { return nil }
      let lacing = bytes[offset + 27..<body]
      let (flags, serial) = (bytes[offset + 5], bytes[offset + 14..<offset + 18])
      let position = bytes[offset + 6..<offset + 14].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      let content = bytes[min(body, bytes.count)...]
      if flags & 2 != 0 {
        if content.starts(with: "\u{1}vorbis".utf8) { stream = (serial, .vorbis) }
        if content.starts(with: [0x7f] + "FLAC".utf8) { stream = (serial, .flac) }
      } else if let stream, stream.serial.elementsEqual(serial), position > 0, position < 1 << 50 {
        // Pages of headers have the position 0.
        (codec, self.position) = (stream.codec, Int(position))
        (packetCount, isLast) = (lacing.count { $0 < 255 }, flags & 4 != 0)
        return
      }
      offset = body + lacing.reduce(0) { $0 + Int($1) }
    }
    return nil
  }

  /// Puts the times of consecutive pieces of sound right: the decoder's output, or packets.
  ///
  /// - Parameter time: The time of a piece, in seconds.
  func correct<Piece>(
    _ pieces: inout [Piece], _ time: WritableKeyPath<Piece, Double>, rate: Double, count: (Piece) -> Int
  ) {
    switch codec {
    case .flac:
      // FFmpeg counts from 0 up to the end of the first page, of which alone the position tells where the sound begins
      // (RFC 9639, 10.1); GStreamer's demuxer counts back from there, too.
      var place = position
      for index in pieces.indices.prefix(packetCount).reversed() {
        place -= count(pieces[index])
        pieces[index][keyPath: time] = Double(place) / rate
      }
    case .vorbis:
      // What the first page holds more than its position says is left out at the beginning; but on a page that is the
      // last, too, at the end (Vorbis I, A.2, and libvorbis): the first sample has the time 0. FFmpeg has the first
      // packet there, which gives no samples, and the sound behind its duration.
      if isLast, let first = pieces.first?[keyPath: time] {
        for index in pieces.indices { pieces[index][keyPath: time] -= first }
      }
      // FFmpeg gives the first short block after a long one a time that is late by as much as the two overlap less than
      // long ones do, though it has the samples from there on, and the next block follows these.
      for index in pieces.indices.dropFirst().dropLast() {
        let end = pieces[index - 1][keyPath: time] + Double(count(pieces[index - 1])) / rate
        let next = pieces[index + 1][keyPath: time] - Double(count(pieces[index])) / rate
        if abs(next - end) < 0.6 / rate { pieces[index][keyPath: time] = end }
      }
    }
  }
}
