/// Returns the largest rectangle of an aspect ratio that fits into another, centred in it.
///
/// An aspect ratio without area gives an empty rectangle in the middle.
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
  boundingRect.fitting(aspectRatio: aspectRatio)
}
