package import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia

/// Turns and mirrors frames, pixel by pixel, as GStreamer's `videoflip` does.
package enum FrameOrientation: Sendable {
  /// Angles are clockwise.
  case rotate90, rotate180, rotate270, flipHorizontal, flipVertical
  /// Mirrored along a diagonal: from the upper left to the lower right, and the other one.
  case transpose, antitranspose

  /// True if width and height change places.
  package var swapsSides: Bool {
    switch self {
    case .rotate90, .rotate270, .transpose, .antitranspose: true
    case .rotate180, .flipHorizontal, .flipVertical: false
    }
  }

  /// GStreamer's word for it, as the value of the tag `image-orientation`.
  package init?(tag: String) {
    switch tag {
    case "rotate-90": self = .rotate90
    case "rotate-180": self = .rotate180
    case "rotate-270": self = .rotate270
    case "flip-rotate-0": self = .flipHorizontal
    case "flip-rotate-90": self = .antitranspose
    case "flip-rotate-180": self = .flipVertical
    case "flip-rotate-270": self = .transpose
    default: return nil
    }
  }

  /// The place in a plane of `width` by `height` of what comes to a place of the turned one.
  fileprivate func source(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> (x: Int, y: Int) {
    switch self {
    case .rotate90: (y, height - 1 - x)
    case .rotate180: (width - 1 - x, height - 1 - y)
    case .rotate270: (width - 1 - y, x)
    case .flipHorizontal: (width - 1 - x, y)
    case .flipVertical: (x, height - 1 - y)
    case .transpose: (y, x)
    case .antitranspose: (width - 1 - y, height - 1 - x)
    }
  }
}

/// Turns the frames of one format. Belongs to one thread at a time.
package final class FrameRotator {
  /// The format of the turned frames.
  package let caps: Caps
  private let orientation: FrameOrientation
  private var source: GstVideoInfo
  private var target: GstVideoInfo

  /// Nil for a layout in which pixels share bytes, or whose colour planes cannot change sides.
  package init?(_ orientation: FrameOrientation, of source: Caps) throws {
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, source.caps) != 0 else { throw GStreamerError.badCaps(source.text) }
    let format = info.finfo.pointee
    let isSquare = format.w_sub.1 == format.h_sub.1
    guard Self.hasOwnBytes(format), isSquare || !orientation.swapsSides else { return nil }
    caps = orientation.swapsSides ? try source.withSidesSwapped() : source
    var target = GstVideoInfo()
    guard gst_video_info_from_caps(&target, caps.caps) != 0 else { throw GStreamerError.badCaps(caps.text) }
    (self.orientation, self.source, self.target) = (orientation, info, target)
  }

  /// True if each sample of each plane has whole bytes of its own.
  private static func hasOwnBytes(_ format: GstVideoFormatInfo) -> Bool {
    let isComplex = format.flags.rawValue & (GST_VIDEO_FORMAT_FLAG_COMPLEX.rawValue) != 0
    // Packed 4:2:2 has one plane with colours for two pixels.
    let isPacked = format.n_planes == 1 && format.w_sub.1 > 0
    return !isComplex && !isPacked && format.tile_mode == GST_VIDEO_TILE_MODE_UNKNOWN
  }

  /// The turned frame, with the times of the other.
  package func rotate(_ buffer: Buffer) throws -> Buffer {
    let result = Buffer(adopting: gst_buffer_new_allocate(nil, target.size, nil)!)
    var (from, to) = (GstVideoFrame(), GstVideoFrame())
    guard creel_frame_map(&from, &source, buffer.buffer, GST_MAP_READ) != 0 else {
      throw GStreamerError.notMapped("a frame")
    }
    defer { gst_video_frame_unmap(&from) }
    guard creel_frame_map(&to, &target, result.buffer, GST_MAP_WRITE) != 0 else {
      throw GStreamerError.notMapped("a frame")
    }
    defer { gst_video_frame_unmap(&to) }
    for plane in 0..<source.finfo.pointee.n_planes { try rotatePlane(plane, &from, &to) }
    (result.presentationTime, result.duration) = (buffer.presentationTime, buffer.duration)
    return result
  }

  private func rotatePlane(_ plane: guint, _ from: inout GstVideoFrame, _ to: inout GstVideoFrame) throws {
    var (width, height, size): (gint, gint, gint) = (0, 0, 0)
    creel_frame_plane_layout(&from, plane, &width, &height, &size)
    guard size > 0, let source = creel_frame_plane(&from, plane), let target = creel_frame_plane(&to, plane) else {
      throw GStreamerError.notMapped("a plane")
    }
    let (w, h, bytes) = (Int(width), Int(height), Int(size))
    let (sourceStride, targetStride) = (Int(creel_frame_stride(&from, plane)), Int(creel_frame_stride(&to, plane)))
    let (columns, rows) = orientation.swapsSides ? (h, w) : (w, h)
    for y in 0..<rows {
      // Neighbours in a row of the target lie at even distances in the source.
      let start = orientation.source(0, y, w, h)
      let next = columns > 1 ? orientation.source(1, y, w, h) : start
      let step = (next.y - start.y) * sourceStride + (next.x - start.x) * bytes
      var read = UnsafeRawPointer(source) + start.y * sourceStride + start.x * bytes
      var write = UnsafeMutableRawPointer(target) + y * targetStride
      for _ in 0..<columns {
        write.copyMemory(from: read, byteCount: bytes)
        read += step
        write += bytes
      }
    }
  }
}

extension Caps {
  /// The caps of frames that are turned by a quarter: the shape of pixels turns with them, and colours that are not told stay those that are
  /// usual for the size before.
  fileprivate func withSidesSwapped() throws -> Caps {
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, caps) != 0 else { throw GStreamerError.badCaps(text) }
    return withStatedColors().withSize(
      Int(info.height), Int(info.width), pixelAspectRatio: (Int(info.par_d), Int(info.par_n)))
  }
}
