import CoreMedia
import CoreVideo
import MovieFile

extension CMFormatDescription {
  /// Code points of colours (ISO/IEC 23091-2); nil for what neither the container nor the stream states.
  package struct ColorCodePoints: Hashable, Sendable {
    package var primaries: Int?
    package var transfer: Int?
    package var matrix: Int?
    package var isFullRange: Bool?
  }

  /// The colours of video. The container's come first, where they differ from the stream's (ISO/IEC 14496-12, 12.1.5.1).
  package var colorCodePoints: ColorCodePoints {
    let signal = videoSignal
    func code(
      _ key: Extensions.Key, _ stated: Int?, _ number: (CFString?) -> Int32, _ name: (Int32) -> Unmanaged<CFString>?
    ) -> Int? {
      guard let text = extensions[key]?.propertyListRepresentation as? NSString else { return stated }
      // Several code points have one name: the stream's own is the more exact.
      if let stated, let own = name(Int32(stated))?.takeUnretainedValue(), own == text { return stated }
      return Int(number(text))
    }
    let isFullRange = (extensions[.fullRangeVideo]?.propertyListRepresentation as? NSNumber)?.boolValue
    return ColorCodePoints(
      primaries: code(
        .colorPrimaries, signal?.primaries, CVColorPrimariesGetIntegerCodePointForString,
        CVColorPrimariesGetStringForIntegerCodePoint),
      transfer: code(
        .transferFunction, signal?.transfer, CVTransferFunctionGetIntegerCodePointForString,
        CVTransferFunctionGetStringForIntegerCodePoint),
      matrix: code(
        .yCbCrMatrix, signal?.matrix, CVYCbCrMatrixGetIntegerCodePointForString,
        CVYCbCrMatrixGetStringForIntegerCodePoint),
      isFullRange: isFullRange ?? signal?.isFullRange)
  }
}
