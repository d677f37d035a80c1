import CoreGraphics
import MovieFile

extension SeedFiles {
  /// Images with all treatments: interlaced, with a palette of its own, transparent.
  static var gif: [UInt8] {
    let palette: [UInt8] = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
    func control(_ disposal: UInt8, transparent: Bool, delay: UInt8) -> [UInt8] {
      [0x21, 0xf9, 4, disposal << 2 | (transparent ? 1 : 0), delay, 0, 1, 0]
    }
    func image(_ left: UInt8, _ top: UInt8, _ side: UInt8, flags: UInt8 = 0, palette: [UInt8] = []) -> [UInt8] {
      // Each pixel's code of three bits comes after one that empties the table.
      var (bytes, bits, count): ([UInt8], UInt32, UInt32) = ([], 0, 0)
      let pixels = (0..<Int(side) * Int(side)).flatMap { [4, UInt32($0 % (palette.isEmpty ? 4 : 2))] as [UInt32] }
      for code in pixels + [5] {
        bits |= code << count
        count += 3
        while count >= 8 {
          bytes.append(UInt8(truncatingIfNeeded: bits))
          (bits, count) = (bits >> 8, count - 8)
        }
      }
      bytes.append(UInt8(truncatingIfNeeded: bits))
      return [0x2c, left, 0, top, 0, side, 0, side, 0, flags] + palette + [2, UInt8(bytes.count)] + bytes + [0]
    }
    let loops: [UInt8] = [0x21, 0xff, 11] + MovieBytes.text("NETSCAPE2.0") + [3, 1, 0, 0, 0]
    return MovieBytes.text("GIF89a") + [16, 0, 16, 0, 0x81, 2, 0] + palette + loops
      + control(1, transparent: true, delay: 5) + image(0, 0, 16, flags: 0x40)
      + control(3, transparent: false, delay: 0) + image(2, 3, 5, flags: 0x80, palette: [1, 2, 3, 4, 5, 6])
      + control(2, transparent: true, delay: 10) + image(8, 8, 8) + [0x21, 0xfe, 2, 65, 66, 0]
      + control(0, transparent: false, delay: 3) + image(1, 1, 3) + [0x3b]
  }
}

extension MovieExercise {
  /// Draws the images of a possibly damaged GIF file.
  static func drawImages(of file: GIFFile) throws {
    var decoder = GIFDecoder()
    var walker = try file.packets(from: nil)
    while let packet = try walker.next() {
      let bytes = try packet.bytes.read(from: file.source)
      // Large screens take long to fill.
      if let screen = GIFScreen(bytes), screen.width * screen.height > 1 << 20 { return }
      bytes.withUnsafeBytes { bytes in _ = try? decoder.decode(bytes) }
      guard decoder.canvas.count == (decoder.screen.map { $0.width * $0.height } ?? 0) else {
        throw MisplacedPacket(packet: packet)
      }
    }
  }
}
