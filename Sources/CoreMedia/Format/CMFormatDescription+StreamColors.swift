import CoreGraphics
import CoreVideo
import Foundation

extension CMFormatDescription.Extensions {
  /// Adds the depth, the range and the colours that the headers of a coded stream state, as far as the container states none.
  ///
  /// - Parameters:
  ///   - bitDepth: The bits of one component.
  ///   - isFullRange: Nil if the headers do not tell the range.
  ///   - primaries: A code point of ITU-T H.273, as the others; those without a name are left out.
  package mutating func addStream(
    bitDepth: Int, isFullRange: Bool? = nil, primaries: Int = 2, transfer: Int = 2, matrix: Int = 2
  ) {
    if self[.bitsPerComponent] == nil { self[.bitsPerComponent] = .number(bitDepth) }
    if let isFullRange, self[.fullRangeVideo] == nil {
      self[.fullRangeVideo] = .init(NSNumber(value: isFullRange))
    }
    let colors = streamColors.changeableCopy
    for (key, name) in [
      (Key.colorPrimaries, CVColorPrimariesGetStringForIntegerCodePoint(Int32(clamping: primaries))),
      (.transferFunction, CVTransferFunctionGetStringForIntegerCodePoint(Int32(clamping: transfer))),
      (.yCbCrMatrix, CVYCbCrMatrixGetStringForIntegerCodePoint(Int32(clamping: matrix))),
    ] {
      guard self[key] == nil, let name = name?.takeUnretainedValue() else { continue }
      self[key] = .string(name)
      colors[key.rawValue] = name
    }
    if colors.count > 0 { self[.streamColors] = .init(colors) }
  }

  /// Returns true if a colour is only what the headers of the coded stream state: files that hold the stream need not
  /// repeat it, and later frames may state another one.
  package func isOfStream(_ key: Key) -> Bool {
    guard let stated = streamColors[key.rawValue] as? NSString else { return false }
    return self[key]?.propertyListRepresentation as? NSString == stated
  }

  private var streamColors: NSDictionary {
    self[.streamColors]?.propertyListRepresentation as? NSDictionary ?? NSDictionary()
  }
}

extension CMFormatDescription.Extensions.Key {
  /// The colours that were taken over from the headers of the coded stream, by their keys.
  fileprivate static let streamColors = Self(rawValue: "ReelStreamColors")
}
