import CoreGraphics
import Foundation

/// The segments of a JPEG file before its scans, which are copied unchanged.
struct JPEGFile {
  /// A segment: its marker and the bytes after the length.
  struct Segment {
    var marker: UInt8
    var payload: Data
  }

  var segments: [Segment]
  /// The bytes from the first scan to the end.
  let picture: Data

  static let exifName = Data("Exif\0\0".utf8)
  /// The largest payload of a segment.
  static let maximumPayload = 65_533

  /// Splits a file, or nil if it is no JPEG or ends before its scans.
  init?(_ data: Data) {
    let data = Data(data)
    guard data.starts(with: [0xFF, 0xD8]) else { return nil }
    var position = 2
    segments = []
    while true {
      guard position + 4 <= data.count, data[position] == 0xFF else { return nil }
      let marker = data[position + 1]
      // Any number of fill bytes may precede a marker.
      if marker == 0xFF {
        position += 1
        continue
      }
      if marker == 0xDA { break }
      let length = Int(data[position + 2]) << 8 | Int(data[position + 3])
      guard length >= 2, position + 2 + length <= data.count else { return nil }
      segments.append(Segment(marker: marker, payload: data[position + 4..<position + 2 + length]))
      position += 2 + length
    }
    picture = data[position...]
  }

  /// The Exif block, or nil if there is none, or it is unreadable.
  var exif: ExifBlock? {
    exifIndex.flatMap { ExifBlock(segments[$0].payload.dropFirst(Self.exifName.count)) }
  }

  private var exifIndex: Int? {
    segments.firstIndex { $0.marker == 0xE1 && $0.payload.starts(with: Self.exifName) }
  }

  /// Replaces the block, or adds it after the JFIF segment; removes it if the new one is empty. Returns false if the
  /// block is too large for a segment.
  mutating func setExif(_ block: ExifBlock) -> Bool {
    guard let bytes = block.write(limit: Self.maximumPayload - Self.exifName.count) else { return false }
    let segment = Segment(marker: 0xE1, payload: Self.exifName + bytes)
    switch (exifIndex, block.isEmpty) {
    case (let index?, true): segments.remove(at: index)
    case (nil, true): break
    case (let index?, false): segments[index] = segment
    case (nil, false): segments.insert(segment, at: segments.first?.marker == 0xE0 ? 1 : 0)
    }
    return true
  }

  /// Returns the bytes of the file.
  func write() -> Data {
    var output = Data([0xFF, 0xD8])
    for segment in segments {
      let length = segment.payload.count + 2
      output.append(contentsOf: [0xFF, segment.marker, UInt8(length >> 8), UInt8(length & 0xFF)])
      output.append(segment.payload)
    }
    output.append(picture)
    return output
  }
}
