import Foundation

extension ExifBlock {
  /// True if the block has no entries.
  var isEmpty: Bool { main.isEmpty && exif.isEmpty && gps.isEmpty && thumbnailDirectory.isEmpty }

  /// Returns the bytes of the block, or nil if they exceed `limit`.
  func write(limit: Int) -> Data? {
    var (main, exif, thumbnailDirectory) = (main, exif, thumbnailDirectory)
    let pointers = [
      Self.exifPointer, Self.gpsPointer, Self.interoperabilityPointer, Self.thumbnailOffset,
    ]
    // Pointers are set below; their bytes are filled in once the sizes are known.
    for pointer in pointers {
      main[pointer] = nil
      exif[pointer] = nil
      thumbnailDirectory[pointer] = nil
    }
    let placeholder = Entry(type: 4, count: 1, bytes: Data(count: 4))
    if !interoperability.isEmpty { exif[Self.interoperabilityPointer] = placeholder }
    if !exif.isEmpty { main[Self.exifPointer] = placeholder }
    if !gps.isEmpty { main[Self.gpsPointer] = placeholder }
    if !thumbnail.isEmpty { thumbnailDirectory[Self.thumbnailOffset] = placeholder }

    // Sizes are summed before any allocation: many entries may share the same bytes of a hostile file.
    let directories = [main, exif, interoperability, gps, thumbnailDirectory]
    let total = directories.reduce(8 + thumbnail.count) { $0 + Self.size(of: $1) }
    guard total <= limit else { return nil }

    let mainOffset = 8
    let exifOffset = mainOffset + Self.size(of: main)
    let interoperabilityOffset = exifOffset + Self.size(of: exif)
    let gpsOffset = interoperabilityOffset + Self.size(of: interoperability)
    let nextOffset = gpsOffset + Self.size(of: gps)
    let thumbnailStart = nextOffset + Self.size(of: thumbnailDirectory)
    func point(_ directory: inout Directory, _ tag: UInt16, to offset: Int) {
      if directory[tag] != nil { directory[tag]?.bytes = bytes(offset, 4) }
    }
    point(&main, Self.exifPointer, to: exifOffset)
    point(&main, Self.gpsPointer, to: gpsOffset)
    point(&exif, Self.interoperabilityPointer, to: interoperabilityOffset)
    point(&thumbnailDirectory, Self.thumbnailOffset, to: thumbnailStart)

    var output = Data(isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]) + bytes(42, 2) + bytes(mainOffset, 4)
    append(main, next: thumbnailDirectory.isEmpty ? 0 : nextOffset, to: &output)
    append(exif, next: 0, to: &output)
    append(interoperability, next: 0, to: &output)
    append(gps, next: 0, to: &output)
    append(thumbnailDirectory, next: 0, to: &output)
    output.append(thumbnail)
    return output
  }

  /// Returns a directory alone, as it stands at an offset of what it is put into; nil if it has more than 64 KiB.
  func directory(_ directory: Directory, at offset: Int) -> Data? {
    guard Self.size(of: directory) <= 1 << 16 else { return nil }
    var output = Data(count: offset)
    append(directory, next: 0, to: &output)
    return output.dropFirst(offset)
  }

  /// Returns a number in the block's byte order.
  func bytes(_ value: Int, _ count: Int) -> Data {
    let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return Data(isBigEndian ? little.reversed() : little)
  }

  /// Returns the size of a directory and its values in bytes; 0 if it is empty.
  private static func size(of directory: Directory) -> Int {
    guard !directory.isEmpty else { return 0 }
    return directory.values.reduce(2 + directory.count * 12 + 4) { sum, entry in
      sum + (entry.bytes.count > 4 ? entry.bytes.count + entry.bytes.count % 2 : 0)
    }
  }

  private func append(_ directory: Directory, next: Int, to output: inout Data) {
    guard !directory.isEmpty else { return }
    var values = Data()
    let valuesOffset = output.count + 2 + directory.count * 12 + 4
    output.append(bytes(directory.count, 2))
    for (tag, entry) in directory.sorted(by: { $0.key < $1.key }) {
      output.append(bytes(Int(tag), 2) + bytes(Int(entry.type), 2) + bytes(entry.count, 4))
      if entry.bytes.count > 4 {
        output.append(bytes(valuesOffset + values.count, 4))
        values.append(entry.bytes)
        if values.count % 2 == 1 { values.append(0) }
      } else {
        output.append(entry.bytes + Data(count: 4 - entry.bytes.count))
      }
    }
    output.append(bytes(next, 4))
    output.append(values)
  }
}
