import CoreGraphics
import Foundation

/// Writes images into an animated PNG (Portable Network Graphics, third edition, 11.3.6): the first is what programs
/// without animation show.
///
///     header ─ repetitions ─ (control ─ pixels)* ─ end
struct APNGFile {
  private var chunks: [Data] = []
  private var sequence = UInt32(0)
  private var count = UInt32(0)
  /// The control of the image added last, and its place among the chunks.
  private var last = (index: 0, control: Data())
  private let header: Data
  private let size: (width: Int, height: Int)
  private let loopCount: Int

  /// - Parameters:
  ///   - first: The first image as a PNG file, whose size is that of the animation.
  ///   - loopCount: The number of repetitions; 0 for no end.
  init?(_ first: Data, loopCount: Int) {
    guard let codec = ImageCodec(sniffing: first), codec == .png, let header = try? codec.header(of: first),
      first.count >= 33
    else { return nil }
    self.header = Data(first.prefix(33))
    (size, self.loopCount) = ((header.width, header.height), loopCount)
  }

  /// Adds an image, a PNG file of the first one's kind of pixels; returns false if it is larger or of another kind.
  ///
  /// - Parameter delay: The time for which the image is shown, in seconds.
  mutating func add(_ file: Data, delay: Double) -> Bool {
    guard let own = try? ImageCodec.png.header(of: file), own.width <= size.width, own.height <= size.height,
      // Depth, colours, compression, filter and interlacing.
      file.count >= 33, Data(file.prefix(29).dropFirst(24)) == Data(header.prefix(29).dropFirst(24)),
      count > 0 || (own.width, own.height) == size
    else { return false }
    let isWhole = (own.width, own.height) == size
    // In milliseconds, as long as 16 bits hold them; then in seconds.
    let milliseconds = (max(0, delay.isFinite ? delay : 0) * 1000).rounded()
    let isShort = milliseconds <= 65_535
    let time = UInt16(isShort ? milliseconds : min(65_535, (milliseconds / 1000).rounded()))
    var control =
      number(sequence) + number(UInt32(own.width)) + number(UInt32(own.height)) + number(UInt32(0)) + number(UInt32(0))
    control += number(time) + number(UInt16(isShort ? 1000 : 1))
    // Each replaces what it covers; around a smaller image, the one before does not show.
    control += [0, 0]
    if !isWhole {
      last.control[last.control.count - 2] = 1
      chunks[last.index] = PNGFile.chunk("fcTL", last.control)
    }
    last = (chunks.count, control)
    chunks.append(PNGFile.chunk("fcTL", control))
    sequence += 1
    for pixels in PNGFile.pixelChunks(of: file) {
      if count == 0 {
        chunks.append(PNGFile.chunk("IDAT", pixels))
      } else {
        chunks.append(PNGFile.chunk("fdAT", number(sequence) + pixels))
        sequence += 1
      }
    }
    count += 1
    return true
  }

  /// Returns the file.
  func finish() -> Data {
    let animation = PNGFile.chunk("acTL", number(count) + number(UInt32(min(max(0, loopCount), Int(Int32.max)))))
    return chunks.reduce(header + animation, +) + PNGFile.chunk("IEND", Data())
  }

  private func number(_ value: some FixedWidthInteger) -> Data { withUnsafeBytes(of: value.bigEndian) { Data($0) } }
}

extension PNGFile {
  /// Returns the contents of the chunks of pixels.
  static func pixelChunks(of file: Data) -> [Data] { Chunks(file).filter { $0.type == "IDAT" }.map(\.bytes) }
}
