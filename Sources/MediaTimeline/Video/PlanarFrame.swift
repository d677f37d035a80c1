import CGStreamer
internal import CReel
internal import GStreamer
internal import MediaGraph
internal import MediaSource

/// The planes of a frame that layers are drawn from or on: those of a mapped buffer, or memory of its own.
///
/// Unchecked: its maker alone writes to it, before others get it; from then on it is read.
final class PlanarFrame: @unchecked Sendable {
  let width: Int
  let height: Int
  /// Luma and two planes of chroma, or one with both.
  let planes: [CReelPlane]
  /// Of the size of luma and of that of chroma, for a frame whose samples are premultiplied; none for an opaque one.
  let alphas: [CReelPlane]
  let chromaSite: (x: Double, y: Double)
  private let memory: Memory

  private enum Memory {
    case mapped(UnsafeMutablePointer<GstVideoFrame>, Buffer)
    case own(UnsafeMutableRawPointer)
    case shared(PlanarFrame)
  }

  /// Maps a frame of a format on which can be drawn.
  init(_ buffer: Buffer, _ info: GstVideoInfo, isWritten: Bool = false) throws {
    var info = info
    let frame = UnsafeMutablePointer<GstVideoFrame>.allocate(capacity: 1)
    frame.initialize(to: GstVideoFrame())
    guard creel_frame_map(frame, &info, buffer.buffer, isWritten ? readWrite : GST_MAP_READ) != 0 else {
      frame.deallocate()
      throw GStreamerError.notMapped("a frame")
    }
    memory = .mapped(frame, buffer)
    let (width, height) = (Int(info.width), Int(info.height))
    (self.width, self.height) = (width, height)
    chromaSite = CanvasFormat.site(info)
    planes = (0..<Int(info.finfo.pointee.n_planes)).map { index in
      var plane = Self.plane(of: info.finfo.pointee, index, width, height)
      plane.data = creel_frame_plane(frame, guint(index))
      plane.stride = Int(creel_frame_stride(frame, guint(index)))
      return plane
    }
    alphas = []
  }

  /// Memory for a frame in the layout of a canvas, not initialised.
  init(width: Int, height: Int, like canvas: CanvasFormat, hasAlpha: Bool) {
    (self.width, self.height, chromaSite) = (width, height, canvas.chromaSite)
    let format = canvas.info.finfo.pointee
    var planes = (0..<Int(format.n_planes)).map { Self.plane(of: format, $0, width, height) }
    let alphaSizes = [(width, height), ((width + 1) / 2, (height + 1) / 2)]
    var alphas = alphaSizes.map {
      CReelPlane(
        data: nil, stride: 0, width: Int32($0.0), height: Int32($0.1), components: 1, bytes: 1, shift: 0, depth: 8)
    }
    if !hasAlpha { alphas = [] }
    var size = 0
    func place(_ planes: inout [CReelPlane]) -> [Int] {
      planes.indices.map { index in
        let start = size
        planes[index].stride = Int(planes[index].width * planes[index].components * planes[index].bytes + 31) & ~31
        size += planes[index].stride * Int(planes[index].height)
        return start
      }
    }
    let (starts, alphaStarts) = (place(&planes), place(&alphas))
    let base = UnsafeMutableRawPointer.allocate(byteCount: size + 64, alignment: 64)
    for (index, start) in starts.enumerated() {
      planes[index].data = (base + start).assumingMemoryBound(to: UInt8.self)
    }
    for (index, start) in alphaStarts.enumerated() {
      alphas[index].data = (base + start).assumingMemoryBound(to: UInt8.self)
    }
    (self.planes, self.alphas, memory) = (planes, alphas, .own(base))
  }

  /// A frame of one colour: one row for all.
  convenience init(_ color: RGBColor, width: Int, height: Int, like canvas: CanvasFormat) {
    self.init(row: width, height: height, like: canvas)
    let values = canvas.values(of: color)
    for (index, plane) in planes.enumerated() {
      let samples = Int(plane.width * plane.components)
      for sample in 0..<samples {
        let value = values[index == 0 ? 0 : plane.components == 2 ? 1 + sample % 2 : index]
        if plane.bytes == 1 {
          plane.data[sample] = UInt8(truncatingIfNeeded: value)
        } else {
          UnsafeMutableRawPointer(plane.data).storeBytes(
            of: UInt16(truncatingIfNeeded: value << Int(plane.shift)), toByteOffset: 2 * sample, as: UInt16.self)
        }
      }
    }
  }

  private init(row width: Int, height: Int, like canvas: CanvasFormat) {
    (self.width, self.height, chromaSite) = (width, height, canvas.chromaSite)
    let format = canvas.info.finfo.pointee
    var planes = (0..<Int(format.n_planes)).map { Self.plane(of: format, $0, width, height) }
    // Loads of whole blocks go past the end of a row.
    let lengths = planes.map { Int($0.width * $0.components * $0.bytes + 95) & ~31 }
    let base = UnsafeMutableRawPointer.allocate(byteCount: lengths.reduce(0, +), alignment: 64)
    var start = 0
    for index in planes.indices {
      planes[index].data = (base + start).assumingMemoryBound(to: UInt8.self)
      start += lengths[index]
    }
    (self.planes, alphas, memory) = (planes, [], .own(base))
  }

  /// The same planes without alpha, which is 1 everywhere.
  private init(opaque other: PlanarFrame) {
    (width, height, chromaSite) = (other.width, other.height, other.chromaSite)
    (planes, alphas, memory) = (other.planes, [], .shared(other))
  }

  func opaque() -> PlanarFrame { PlanarFrame(opaque: self) }

  deinit {
    switch memory {
    case .shared: break
    case .mapped(let frame, _):
      gst_video_frame_unmap(frame)
      frame.deallocate()
    case .own(let base): base.deallocate()
    }
  }

  private static func plane(of format: GstVideoFormatInfo, _ index: Int, _ width: Int, _ height: Int) -> CReelPlane {
    let isChroma = index > 0
    return CReelPlane(
      data: nil, stride: 0, width: Int32(isChroma ? (width + 1) / 2 : width),
      height: Int32(isChroma ? (height + 1) / 2 : height), components: isChroma && format.n_planes == 2 ? 2 : 1,
      bytes: format.depth.0 > 8 ? 2 : 1, shift: Int32(format.shift.0), depth: Int32(format.depth.0))
  }
}
