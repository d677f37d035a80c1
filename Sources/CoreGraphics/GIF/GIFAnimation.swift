import Foundation

/// The images of a GIF file in memory.
package struct GIFAnimation: Sendable {
  /// An image, with what comes before it.
  package struct Image: Sendable {
    /// Its bytes, for a decoder.
    package let bytes: Range<Int>
    package let control: GIFControl
    /// The number of colours of its own palette; 0 if it has none.
    package let colorCount: Int
  }

  package let screen: GIFScreen
  package private(set) var images: [Image] = []
  /// The number of repetitions that the file states, 0 for no end; nil if it states none.
  package private(set) var loopCount: Int?
  /// True if the end of the file was found.
  package private(set) var isComplete = false

  /// Reads the blocks of a file, up to the first that is cut off or damaged; nil if the bytes begin no GIF file.
  package init?(_ data: Data) {
    guard let screen = GIFScreen(data) else { return nil }
    self.screen = screen
    data.withUnsafeBytes { bytes in
      guard bytes.count >= screen.byteCount else { return }
      var blocks = GIFBlocks(bytes, at: screen.byteCount)
      var control = GIFControl()
      var start = 0
      while let block = blocks.next() {
        switch block {
        case .control(let found): control = found
        case .application(let name, let offset):
          // Three bytes: a one, and a number.
          guard name == "NETSCAPE2.0" || name == "ANIMEXTS1.0", offset + 3 < bytes.count, bytes[offset] >= 3,
            bytes[offset + 1] == 1
          else { continue }
          loopCount = Int(bytes[offset + 2]) | Int(bytes[offset + 3]) << 8
        case .other: continue
        case .image(let image):
          images.append(Image(bytes: start..<blocks.position, control: control, colorCount: image.colorCount))
          (start, control) = (blocks.position, GIFControl())
        case .trailer:
          isComplete = true
          return
        }
      }
    }
  }
}
