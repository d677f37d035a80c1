internal import CoreGraphics
internal import CoreMedia
internal import MediaGraph

/// The way from the stored pixels of a clip's frame to the canvas.
///
///     stored ─▷ square pixels ─▷ upright ─▷ fit ─▷ clip's transform ─▷ moved by a transition
///
/// With `fit: none`, the frame is not turned upright: a program's transform does that, as AVFoundation's layer instructions do.
struct ClipPlacement {
  let transform: CGAffineTransform
  /// The part that the crop leaves, in stored pixels.
  let seen: CGRect?

  /// - Parameter orientation: The track's preferred transform.
  init(
    _ appearance: TimelineScene.Appearance, width: Int, height: Int, pixelAspectRatio: Double,
    orientation: CGAffineTransform, canvas: PixelSize, at time: CMTime
  ) {
    let clip = appearance.clip
    let square = CGAffineTransform(scaleX: pixelAspectRatio, y: 1)
    let natural = CGRect(x: 0, y: 0, width: Double(width) * pixelAspectRatio, height: Double(height))
    var upright = square
    var size = natural.size
    if clip.fit != .none {
      let box = natural.applying(orientation.linear)
      upright = square.concatenating(orientation.linear)
        .concatenating(CGAffineTransform(translationX: -box.minX, y: -box.minY))
      size = box.size
    }
    seen = clip.crop.map { $0.value(at: time).applying(upright.inverted()) }
    transform = upright.concatenating(Self.fit(size, clip.fit, canvas)).concatenating(clip.transform.value(at: time))
      .concatenating(CGAffineTransform(translationX: appearance.offset.dx, y: appearance.offset.dy))
  }

  private static func fit(_ size: CGSize, _ fit: Timeline.Clip.Fit, _ canvas: PixelSize) -> CGAffineTransform {
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    guard size.width > 0, size.height > 0 else { return .identity }
    let (x, y) = (width / size.width, height / size.height)
    let scale: (x: Double, y: Double) =
      switch fit {
      case .contain: (min(x, y), min(x, y))
      case .cover: (max(x, y), max(x, y))
      case .stretch: (x, y)
      case .none: (1, 1)
      }
    if fit == .none { return .identity }
    return CGAffineTransform(
      a: scale.x, b: 0, c: 0, d: scale.y, tx: (width - size.width * scale.x) / 2,
      ty: (height - size.height * scale.y) / 2)
  }
}
