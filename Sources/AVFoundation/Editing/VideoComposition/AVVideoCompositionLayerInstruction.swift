import Synchronization

/// The opacity, the place and the crop of one video track in a range of time.
///
/// Frames are placed with a pixel of theirs on a pixel of the canvas, at the top left, and then transformed: a track's
/// `preferredTransform` is applied only if it is set here. Before the first setting a frame is opaque, in its place and whole;
/// after the last setting, the last value holds.
///
/// Source: `AVVideoCompositionLayerInstruction`.
open class AVVideoCompositionLayerInstruction: NSObject, NSSecureCoding, NSCopying, NSMutableCopying,
  @unchecked Sendable
{
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  struct Values: Sendable {
    var trackID = kCMPersistentTrackID_Invalid
    var opacity = TimedValues<Float>()
    var transform = TimedValues<CGAffineTransform>()
    var crop = TimedValues<CGRect>()

    /// True if a value changes in a range.
    func changes(in range: CMTimeRange) -> Bool {
      opacity.changes(in: range) || transform.changes(in: range) || crop.changes(in: range)
    }
  }

  final let values: Mutex<Values>

  /// Creates an instruction without settings, for no track.
  public override init() {
    values = Mutex(Values())
    super.init()
  }

  init(_ values: Values) {
    self.values = Mutex(values)
    super.init()
  }

  final var current: Values { values.withLock { $0 } }

  /// The ID of the track, of the asset that is composed.
  open var trackID: CMPersistentTrackID { current.trackID }

  /// Returns the opacity ramp that contains a time, or else the first one that starts after it. A level is a ramp up to the next
  /// setting, and the last one has no end.
  ///
  /// - Returns: False after the last ramp, and without any: nothing is copied then. Any pointer may be nil.
  open func getOpacityRamp(
    for time: CMTime, startOpacity: UnsafeMutablePointer<Float>?, endOpacity: UnsafeMutablePointer<Float>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool { current.opacity.copyRamp(at: time, startOpacity, endOpacity, timeRange) }

  /// Returns the transform ramp at a time or after it; see `getOpacityRamp(for:startOpacity:endOpacity:timeRange:)`.
  open func getTransformRamp(
    for time: CMTime, start startTransform: UnsafeMutablePointer<CGAffineTransform>?,
    end endTransform: UnsafeMutablePointer<CGAffineTransform>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool { current.transform.copyRamp(at: time, startTransform, endTransform, timeRange) }

  /// Returns the crop ramp at a time or after it; see `getOpacityRamp(for:startOpacity:endOpacity:timeRange:)`.
  open func getCropRectangleRamp(
    for time: CMTime, startCropRectangle: UnsafeMutablePointer<CGRect>?,
    endCropRectangle: UnsafeMutablePointer<CGRect>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool { current.crop.copyRamp(at: time, startCropRectangle, endCropRectangle, timeRange) }

  // MARK: Copies and archives

  /// Returns an immutable copy; an object of a program's subclass, whose own properties no copy has, returns itself.
  open func copy(with zone: NSZone? = nil) -> Any {
    type(of: self) == AVMutableVideoCompositionLayerInstruction.self
      ? AVVideoCompositionLayerInstruction(current) : self
  }

  /// Returns a mutable copy: an `AVMutableVideoCompositionLayerInstruction`, without the properties that a program's subclass adds.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableVideoCompositionLayerInstruction(current) }

  /// True if its class is a program's subclass.
  final var isOfProgram: Bool {
    type(of: self) != AVVideoCompositionLayerInstruction.self
      && type(of: self) != AVMutableVideoCompositionLayerInstruction.self
  }

  open class var supportsSecureCoding: Bool { true }

  /// Reads an instruction from a keyed archive.
  public required init?(coder: NSCoder) {
    var values = Values()
    values.trackID = coder.decodeInt32(forKey: "trackID")
    values.opacity = TimedValues(from: coder, forKey: "opacity", count: 1) { Float($0[0]) }
    values.transform = TimedValues(from: coder, forKey: "transform", count: 6) {
      CGAffineTransform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5])
    }
    values.crop = TimedValues(from: coder, forKey: "crop", count: 4) {
      CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3])
    }
    self.values = Mutex(values)
    super.init()
  }

  /// Writes the instruction to a keyed archive.
  open func encode(with coder: NSCoder) {
    let current = current
    coder.encode(current.trackID, forKey: "trackID")
    current.opacity.encode(to: coder, forKey: "opacity") { [Double($0)] }
    current.transform.encode(to: coder, forKey: "transform") { [$0.a, $0.b, $0.c, $0.d, $0.tx, $0.ty] }
    current.crop.encode(to: coder, forKey: "crop") { [$0.origin.x, $0.origin.y, $0.size.width, $0.size.height] }
  }
}

/// The opacity, the place and the crop of one video track, which can be set.
///
/// Of settings that overlap, the later call wins over its own range. Values that are no numbers, and ranges without times, are
/// ignored.
///
/// Source: `AVMutableVideoCompositionLayerInstruction`.
open class AVMutableVideoCompositionLayerInstruction: AVVideoCompositionLayerInstruction, @unchecked Sendable {
  // Unchecked like its superclass; it stores nothing.
  /// Creates an instruction without settings for a track.
  public convenience init(assetTrack track: AVAssetTrack) {
    self.init()
    trackID = track.trackID
  }

  open override var trackID: CMPersistentTrackID {
    get { super.trackID }
    set { values.withLock { $0.trackID = newValue } }
  }

  /// Sets the opacity from a time on, from 0 to 1; others count as the nearer one.
  open func setOpacity(_ opacity: Float, at time: CMTime) {
    guard !opacity.isNaN else { return }
    values.withLock { $0.opacity.setLevel(min(max(opacity, 0), 1), at: time) }
  }

  /// Sets a ramp of the opacity, linear in the range.
  open func setOpacityRamp(fromStartOpacity startOpacity: Float, toEndOpacity endOpacity: Float, timeRange: CMTimeRange)
  {
    guard !startOpacity.isNaN, !endOpacity.isNaN else { return }
    values.withLock {
      $0.opacity.setRamp(from: min(max(startOpacity, 0), 1), to: min(max(endOpacity, 0), 1), in: timeRange)
    }
  }

  /// Sets the transform from a time on.
  open func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
    guard transform.isFinite else { return }
    values.withLock { $0.transform.setLevel(transform, at: time) }
  }

  /// Sets a ramp of the transform: each of its six entries changes linearly in the range.
  open func setTransformRamp(
    fromStart startTransform: CGAffineTransform, toEnd endTransform: CGAffineTransform, timeRange: CMTimeRange
  ) {
    guard startTransform.isFinite, endTransform.isFinite else { return }
    values.withLock { $0.transform.setRamp(from: startTransform, to: endTransform, in: timeRange) }
  }

  /// Sets the part of the frames that is seen, in pixels of the track's frames from the top left, from a time on.
  open func setCropRectangle(_ cropRectangle: CGRect, at time: CMTime) {
    guard cropRectangle.isFinite else { return }
    values.withLock { $0.crop.setLevel(cropRectangle, at: time) }
  }

  /// Sets a ramp of the part of the frames that is seen: its origin and size change linearly in the range.
  open func setCropRectangleRamp(
    fromStartCropRectangle startCropRectangle: CGRect, toEndCropRectangle endCropRectangle: CGRect,
    timeRange: CMTimeRange
  ) {
    guard startCropRectangle.isFinite, endCropRectangle.isFinite else { return }
    values.withLock { $0.crop.setRamp(from: startCropRectangle, to: endCropRectangle, in: timeRange) }
  }
}

extension CGAffineTransform {
  /// True if all entries are numbers.
  fileprivate var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }
}

extension CGRect {
  /// True if origin and size are numbers.
  fileprivate var isFinite: Bool { [origin.x, origin.y, size.width, size.height].allSatisfy(\.isFinite) }
}
