import Foundation

/// What the headers of an MP4 or QuickTime file's tracks say, and GStreamer's demuxer does not, or too late.
///
/// Everything that the file claims is checked against what is there; a file of another kind has no headers.
struct MovieTrackHeaders: Sendable {
  struct Track: Sendable, Equatable {
    var isEnabled = true
    /// The packed code of ISO 639-2, or the extended BCP 47 tag.
    var language: String?
  }

  /// By track ID.
  private(set) var tracks: [Int: Track] = [:]

  /// Larger movie boxes belong to movies of many days; their tracks go without.
  private static let sizeLimit = 256 << 20

  /// Reads the headers of a file; none when it is of another kind, or damaged before them.
  init(path: String) {
    guard let file = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)) else { return }
    defer { try? file.close() }
    guard let movie = Self.movieBox(of: file) else { return }
    for track in Self.boxes(movie[...]) where track.type == "trak" { read(track.body) }
  }

  /// Steps over the file's boxes until the movie box, by position.
  private static func movieBox(of file: FileHandle) -> [UInt8]? {
    var offset: UInt64 = 0
    for _ in 0..<10_000 {
      guard (try? file.seek(toOffset: offset)) != nil, let head = try? file.read(upToCount: 16), head.count >= 8 else {
        return nil
      }
      let bytes = [UInt8](head)
      var (size, header) = (UInt64(integer(bytes[0..<4])), UInt64(8))
      if size == 1, bytes.count == 16 { (size, header) = (UInt64(bitPattern: Int64(integer(bytes[8..<16]))), 16) }
      guard size >= header, size <= UInt64(Int64.max) - offset else { return nil }
      if bytes[4..<8].elementsEqual("moov".utf8) {
        guard size - header <= UInt64(sizeLimit), (try? file.seek(toOffset: offset + header)) != nil else { return nil }
        return (try? file.read(upToCount: Int(size - header))).flatMap { $0 }.map { [UInt8]($0) }
      }
      offset += size
    }
    return nil
  }

  private mutating func read(_ track: ArraySlice<UInt8>) {
    var (id, result) = (0, Track())
    for box in Self.boxes(track) {
      // ISO/IEC 14496-12, 8.3.2: version, flags, two times, the ID.
      if box.type == "tkhd", let version = box.body.first {
        result.isEnabled = Self.integer(box.body.dropFirst().prefix(3)) & 1 == 1
        id = Self.integer(box.body.dropFirst(version == 1 ? 20 : 12).prefix(4))
      }
      guard box.type == "mdia" else { continue }
      for box in Self.boxes(box.body) {
        // 8.4.2: version, flags, two times, the time scale, the duration, the language in three times five bits.
        if box.type == "mdhd", let version = box.body.first, result.language == nil {
          result.language = Self.language(Self.integer(box.body.dropFirst(version == 1 ? 32 : 20).prefix(2)))
        }
        // 8.4.6: a BCP 47 tag, which says more.
        if box.type == "elng" {
          result.language = String(decoding: box.body.dropFirst(4).prefix { $0 != 0 }, as: UTF8.self)
        }
      }
    }
    if id > 0 { tracks[id] = result }
  }

  private static func language(_ packed: Int) -> String? {
    let letters = [packed >> 10 & 31, packed >> 5 & 31, packed & 31]
    guard letters.allSatisfy({ (1...26).contains($0) }) else { return nil }
    let code = String(decoding: letters.map { UInt8($0 + 0x60) }, as: UTF8.self)
    return code == "und" ? nil : code
  }

  /// The boxes that lie one after the other in some bytes, as far as they are whole.
  private static func boxes(_ bytes: ArraySlice<UInt8>) -> [(type: String, body: ArraySlice<UInt8>)] {
    var boxes: [(type: String, body: ArraySlice<UInt8>)] = []
    var rest = bytes
    while rest.count >= 8 {
      let size = integer(rest.prefix(4))
      guard size >= 8, size <= rest.count else { break }
      boxes.append((String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self), rest.prefix(size).dropFirst(8)))
      rest = rest.dropFirst(size)
    }
    return boxes
  }

  /// At most eight bytes, the highest first.
  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
