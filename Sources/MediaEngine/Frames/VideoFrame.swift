internal import CGStreamer
internal import CReel
public import CoreMedia

/// A frame that flows through a graph, accessed in place without copying.
///
/// It is valid only during the call that receives it: it can't be stored or copied. Calls are made on a streaming
/// thread, one at a time for each node.
///
///     { (frame: inout VideoFrame) in
///       frame.withMutablePlane(0) { luma in
///         for y in 0..<luma.height { luma.withRow(y) { row in for x in row.indices { row[x] = 255 - row[x] } } }
///       }
///     }
public struct VideoFrame: ~Copyable {
  /// The layout of the samples.
  public let pixelFormat: PixelFormat
  public let width: Int
  public let height: Int
  public let color: VideoColor
  /// The presentation time, in units of the frame rate if it is a multiple of those, else in nanoseconds; invalid if
  /// unknown.
  public let presentationTime: CMTime
  /// The duration; invalid if unknown.
  public let duration: CMTime
  /// A mapped GstVideoFrame, which the creator of this value unmaps after the call.
  private let mapped: UnsafeMutableRawPointer

  init(mapped: UnsafeMutablePointer<GstVideoFrame>, format: VideoFormat, time: CMTime, duration: CMTime) {
    self.mapped = UnsafeMutableRawPointer(mapped)
    pixelFormat = format.pixelFormat
    width = format.width
    height = format.height
    color = format.color
    presentationTime = time
    self.duration = duration
  }

  private var frame: UnsafeMutablePointer<GstVideoFrame> { mapped.assumingMemoryBound(to: GstVideoFrame.self) }

  /// The number of planes of the format, 1 to 4.
  public var planeCount: Int { Int(frame.pointee.info.finfo.pointee.n_planes) }

  /// Calls a body with a plane for reading. Traps if there is no such plane.
  public func withPlane<R, E: Error>(_ index: Int, _ body: (borrowing VideoPlane) throws(E) -> R) throws(E) -> R {
    try body(plane(index))
  }

  /// Calls a body with a plane for writing. Traps if there is no such plane.
  public mutating func withMutablePlane<R, E: Error>(
    _ index: Int, _ body: (inout MutableVideoPlane) throws(E) -> R
  ) throws(E) -> R {
    var plane = MutableVideoPlane(plane(index))
    return try body(&plane)
  }

  private func plane(_ index: Int) -> VideoPlane {
    precondition(index >= 0 && index < planeCount, "\(pixelFormat) has no plane \(index)")
    var (width, height, pixelStride): (gint, gint, gint) = (0, 0, 0)
    creel_frame_plane_layout(frame, guint(index), &width, &height, &pixelStride)
    return VideoPlane(
      base: UnsafeMutableRawPointer(creel_frame_plane(frame, guint(index))), width: Int(width), height: Int(height),
      stride: Int(creel_frame_stride(frame, guint(index))), pixelStride: Int(pixelStride))
  }
}
