import Foundation

extension CGRect {
  /// Returns the largest rectangle of an aspect ratio that fits inside this one, centred; an empty one at this
  /// rectangle's centre if the ratio is not positive.
  package func fitting(aspectRatio: CGSize) -> CGRect {
    let (width, height) = (abs(aspectRatio.width), abs(aspectRatio.height))
    guard width > 0, height > 0, width.isFinite, height.isFinite, !isNull, !isInfinite else {
      return CGRect(x: midX, y: midY, width: 0, height: 0)
    }
    let scale = min(self.width / width, self.height / height)
    let size = CGSize(width: width * scale, height: height * scale)
    return CGRect(x: midX - size.width / 2, y: midY - size.height / 2, width: size.width, height: size.height)
  }
}
