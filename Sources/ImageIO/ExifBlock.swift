import Foundation

/// An Exif block: the bytes after "Exif\\0\\0" in a JPEG, or a PNG's eXIf chunk.
///
/// Entries of unknown tags are kept unchanged, and so is a thumbnail. Reading is bounded: each directory is read once,
/// no further pointers are followed, and values are slices of the block.
struct ExifBlock: Sendable {
  /// One entry of a directory.
  struct Entry: Equatable, Sendable {
    var type: UInt16
    var count: Int
    var bytes: Data
  }

  typealias Directory = [UInt16: Entry]

  var isBigEndian = true
  var main: Directory = [:]
  var exif: Directory = [:]
  var gps: Directory = [:]
  var interoperability: Directory = [:]
  var thumbnailDirectory: Directory = [:]
  var thumbnail = Data()

  static let exifPointer: UInt16 = 0x8769
  static let gpsPointer: UInt16 = 0x8825
  static let interoperabilityPointer: UInt16 = 0xA005
  static let thumbnailOffset: UInt16 = 0x0201
  static let thumbnailLength: UInt16 = 0x0202

  /// Creates an empty block.
  init() {}

  /// Reads a block, or nil if its beginning is invalid. Entries that exceed it are left out.
  init?(_ data: Data) {
    // A slice of its own: offsets count from 0.
    let data = Data(data)
    guard data.count >= 8 else { return nil }
    switch (data[0], data[1]) {
    case (0x4D, 0x4D): isBigEndian = true
    case (0x49, 0x49): isBigEndian = false
    default: return nil
    }
    let reader = Reader(data: data, isBigEndian: isBigEndian)
    guard reader.short(2) == 42, let first = reader.long(4) else { return nil }
    let (main, next) = reader.directory(at: first)
    self.main = main
    if let offset = reader.pointer(main[Self.exifPointer]) { exif = reader.directory(at: offset).entries }
    if let offset = reader.pointer(main[Self.gpsPointer]) { gps = reader.directory(at: offset).entries }
    if let offset = reader.pointer(exif[Self.interoperabilityPointer]) {
      interoperability = reader.directory(at: offset).entries
    }
    if let next, next != 0, next != first {
      thumbnailDirectory = reader.directory(at: next).entries
      if let start = reader.pointer(thumbnailDirectory[Self.thumbnailOffset]),
        let length = reader.pointer(thumbnailDirectory[Self.thumbnailLength])
      {
        thumbnail = reader.slice(start, length) ?? Data()
      }
    }
  }

  /// Returns the size of one value of a type in bytes; nil for undefined types.
  static func size(ofType type: UInt16) -> Int? {
    switch type {
    case 1, 2, 6, 7: 1
    case 3, 8: 2
    case 4, 9, 11: 4
    case 5, 10, 12: 8
    default: nil
    }
  }

  /// Reads numbers of a block within its bounds.
  struct Reader {
    let data: Data
    let isBigEndian: Bool

    func slice(_ offset: Int, _ count: Int) -> Data? {
      guard offset >= 0, count >= 0, offset <= data.count, count <= data.count - offset else { return nil }
      return data[data.startIndex + offset..<data.startIndex + offset + count]
    }

    func number(_ bytes: Data) -> Int {
      (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }

    func short(_ offset: Int) -> Int? { slice(offset, 2).map(number) }
    func long(_ offset: Int) -> Int? { slice(offset, 4).map(number) }

    /// Returns an entry's value as an offset or length.
    func pointer(_ entry: Entry?) -> Int? {
      guard let entry, entry.count == 1, entry.type == 4 || entry.type == 3 || entry.type == 13 else { return nil }
      return number(entry.bytes)
    }

    /// Returns the entries of a directory, and the offset of the next one.
    func directory(at offset: Int) -> (entries: Directory, next: Int?) {
      guard let count = short(offset) else { return ([:], nil) }
      var entries: Directory = [:]
      for index in 0..<count {
        let start = offset + 2 + index * 12
        guard let tag = short(start), let type = short(start + 2), let count = long(start + 4) else {
          return (entries, nil)
        }
        guard let size = ExifBlock.size(ofType: UInt16(type)), count <= data.count / size else { continue }
        let length = count * size
        guard let place = length <= 4 ? start + 8 : long(start + 8), let bytes = slice(place, length) else { continue }
        // Of two entries with one tag the first counts.
        if entries[UInt16(tag)] == nil {
          entries[UInt16(tag)] = Entry(type: UInt16(type), count: count, bytes: bytes)
        }
      }
      return (entries, long(offset + 2 + count * 12))
    }
  }
}
