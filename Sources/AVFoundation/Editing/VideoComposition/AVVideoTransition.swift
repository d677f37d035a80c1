/// A named transition from one video track to another, as an instruction of a video composition.
///
///     let dissolve = AVVideoTransition.dissolve.instruction(from: first, to: second, in: overlap, renderSize: size)
///
/// An addition to Apple's interface.
public enum AVVideoTransition: Sendable, Hashable {
  /// The side of the canvas to which something moves.
  public enum Direction: Sendable, Hashable, CaseIterable {
    case left
    case right
    case up
    case down
  }

  /// The first track fades out over the second.
  case dissolve
  /// The second track moves in and pushes the first one out.
  case push(Direction)
  /// The second track moves in over the first.
  case slide(Direction)
  /// The first track is cut away along an edge that moves over it, and uncovers the second.
  case wipe(Direction)
  /// The first track fades out to a colour, from which the second one fades in.
  case fadeThrough(CGColor)

  /// Returns the instruction of the transition.
  ///
  /// - Parameters:
  ///   - from: The track that is left, which has frames in the range.
  ///   - to: The track that follows, which has frames in the range.
  ///   - range: The range in which both are seen.
  ///   - renderSize: The size of the canvas.
  ///   - fromTransform: The place of the first track outside of the transition.
  ///   - toTransform: The place of the second track after the transition.
  public func instruction(
    from: AVAssetTrack, to: AVAssetTrack, in range: CMTimeRange, renderSize: CGSize,
    fromTransform: CGAffineTransform = .identity, toTransform: CGAffineTransform = .identity
  ) -> AVMutableVideoCompositionInstruction {
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = range
    let first = AVMutableVideoCompositionLayerInstruction(assetTrack: from)
    let second = AVMutableVideoCompositionLayerInstruction(assetTrack: to)
    if fromTransform != .identity { first.setTransform(fromTransform, at: range.start) }
    if toTransform != .identity { second.setTransform(toTransform, at: range.start) }
    instruction.layerInstructions = [first, second]
    switch self {
    case .dissolve: first.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: range)
    case .push(let direction):
      let way = direction.way(renderSize)
      first.setTransformRamp(
        fromStart: fromTransform, toEnd: fromTransform.moved(by: way), timeRange: range)
      second.setTransformRamp(
        fromStart: toTransform.moved(by: CGSize(width: -way.width, height: -way.height)), toEnd: toTransform,
        timeRange: range)
    case .slide(let direction):
      let way = direction.way(renderSize)
      second.setTransformRamp(
        fromStart: toTransform.moved(by: CGSize(width: -way.width, height: -way.height)), toEnd: toTransform,
        timeRange: range)
      instruction.layerInstructions = [second, first]
    case .wipe(let direction):
      let whole = CGRect(origin: .zero, size: from.naturalSize)
      first.setCropRectangleRamp(
        fromStartCropRectangle: whole, toEndCropRectangle: direction.rest(of: whole), timeRange: range)
    case .fadeThrough(let color):
      let half = CMTimeMultiplyByRatio(range.duration, multiplier: 1, divisor: 2)
      let middle = range.start + half
      instruction.backgroundColor = color
      first.setOpacityRamp(
        fromStartOpacity: 1, toEndOpacity: 0, timeRange: CMTimeRange(start: range.start, end: middle))
      second.setOpacity(0, at: range.start)
      second.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: CMTimeRange(start: middle, end: range.end))
    }
    return instruction
  }
}

extension AVVideoTransition.Direction {
  /// The way over the canvas.
  fileprivate func way(_ size: CGSize) -> CGSize {
    switch self {
    case .left: CGSize(width: -size.width, height: 0)
    case .right: CGSize(width: size.width, height: 0)
    case .up: CGSize(width: 0, height: -size.height)
    case .down: CGSize(width: 0, height: size.height)
    }
  }

  /// The edge at which a rectangle ends that is cut away in this direction.
  fileprivate func rest(of whole: CGRect) -> CGRect {
    switch self {
    case .left: CGRect(x: whole.minX, y: whole.minY, width: 0, height: whole.height)
    case .right: CGRect(x: whole.maxX, y: whole.minY, width: 0, height: whole.height)
    case .up: CGRect(x: whole.minX, y: whole.minY, width: whole.width, height: 0)
    case .down: CGRect(x: whole.minX, y: whole.maxY, width: whole.width, height: 0)
    }
  }
}

extension CGAffineTransform {
  fileprivate func moved(by way: CGSize) -> CGAffineTransform {
    concatenating(CGAffineTransform(translationX: way.width, y: way.height))
  }
}
