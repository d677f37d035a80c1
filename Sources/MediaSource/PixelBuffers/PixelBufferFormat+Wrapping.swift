package import GStreamer
internal import CGStreamer
internal import CReel
package import CoreMedia

// GstBuffer ──map──▶ planes ──▶ CVPixelBuffer ──▶ CMSampleBuffer      the last owner unmaps and releases the buffer
// CVPixelBuffer ──▶ GstMemory a block ──▶ GstBuffer + GstVideoMeta    the last owner releases the pixel buffer

extension PixelBufferFormat {
  /// Returns a pixel buffer over the memory of a buffer, which it retains, without copying.
  ///
  /// Writing to the pixel buffer writes to the buffer: permitted only if that is uniquely referenced.
  ///
  /// - Throws: `GStreamerError.notMapped` if the memory is not a frame of this format, `CVError` for bottom-up rows.
  package func pixelBuffer(_ buffer: Buffer) throws -> CVPixelBuffer {
    try wrapped(buffer).picture
  }

  /// Returns a sample buffer over the memory of a buffer, with its times in nanoseconds, without copying.
  ///
  /// - Throws: The errors of ``pixelBuffer(_:)``.
  package func sampleBuffer(_ buffer: Buffer) throws -> CMSampleBuffer {
    let (picture, description) = try wrapped(buffer)
    return try CMSampleBuffer(
      imageBuffer: picture, formatDescription: description,
      sampleTiming: CMSampleTimingInfo(
        duration: CMTime(buffer.duration), presentationTimeStamp: CMTime(buffer.presentationTime),
        decodeTimeStamp: .invalid))
  }

  private func wrapped(_ buffer: Buffer) throws -> (picture: CVPixelBuffer, description: CMVideoFormatDescription) {
    let mapped = try MappedFrame(buffer, info)
    let look = try look(mapped.traits)
    let picture = try CVPixelBuffer(
      wrapping: mapped.planes, width: Int(info.width), height: Int(info.height), pixelFormat: pixelFormat,
      attachments: look.attachments, owner: mapped)
    return (picture, look.formatDescription)
  }
}

/// A buffer that is mapped as a frame until it is not needed any more.
private final class MappedFrame {
  private let buffer: Buffer
  private var frame = GstVideoFrame()
  // A throwing initialiser leaves an object to deinitialise.
  private var isMapped = false

  init(_ buffer: Buffer, _ info: GstVideoInfo) throws {
    self.buffer = buffer
    var info = info
    // Mapping read-only or shared memory for writing copies it: such memory is mapped for reading.
    let isOurs = buffer.isWritable && buffer.ownsMemory
    guard creel_frame_map(&frame, &info, buffer.buffer, isOurs ? readWrite : GST_MAP_READ) != 0 else {
      throw GStreamerError.notMapped("a picture")
    }
    isMapped = true
  }

  deinit {
    if isMapped { gst_video_frame_unmap(&frame) }
  }

  var traits: FrameAttributes { FrameAttributes(frame) }

  var planes: [CVPixelBuffer.WrappedPlane] {
    (0..<frame.info.finfo.pointee.n_planes).compactMap { plane in
      creel_frame_plane(&frame, plane).map {
        .init(baseAddress: $0, bytesPerRow: Int(creel_frame_stride(&frame, plane)))
      }
    }
  }
}

extension Buffer {
  /// Returns a buffer whose memory nothing else refers to: the same if that is so already, else a deep copy.
  package func unshared() throws -> Buffer {
    if isWritable && ownsMemory { return self }
    guard let copy = gst_buffer_copy_deep(buffer) else { throw GStreamerError.notMapped("a buffer") }
    return Buffer(adopting: copy)
  }

  /// True if all memory is uniquely referenced and writable.
  fileprivate var ownsMemory: Bool {
    gst_buffer_is_all_memory_writable(buffer) != 0
      && (0..<gst_buffer_n_memory(buffer)).allSatisfy { index in
        guard let memory = gst_buffer_peek_memory(buffer, index) else { return false }
        return memory.pointee.mini_object.flags & GST_MEMORY_FLAG_READONLY.rawValue == 0
      }
  }

  /// Creates a buffer over the planes of a pixel buffer, which it retains, without copying.
  ///
  /// It is read-only, since the pixel buffer may be shared: elements that write copy it. `format` is that of the
  /// frames, made once for a stream. A clean aperture in whole pixels becomes the crop area. The buffer has no times.
  ///
  /// - Throws: `CVError` with `kCVReturnInvalidPixelFormat` for another format, `kCVReturnInvalidSize` for another
  ///   size, or rows that are too long for GStreamer.
  package convenience init(wrapping pixelBuffer: CVPixelBuffer, as format: PixelBufferFormat) throws {
    let info = format.info
    guard CVPixelBufferGetPixelFormatType(pixelBuffer) == format.pixelFormat else {
      throw CVError(code: kCVReturnInvalidPixelFormat)
    }
    guard CVPixelBufferGetWidth(pixelBuffer) == Int(info.width),
      CVPixelBufferGetHeight(pixelBuffer) == Int(info.height)
    else { throw CVError(code: kCVReturnInvalidSize) }
    let planes = pixelBuffer.planeBytes
    var strides = planes.compactMap { gint(exactly: $0.bytesPerRow) }
    guard strides.count == planes.count else { throw CVError(code: kCVReturnInvalidSize) }

    self.init(adopting: gst_buffer_new())
    var offsets: [gsize] = []
    if let whole = pixelBuffer.contiguousBytes, let base = whole.baseAddress {
      offsets = planes.map { gsize($0.baseAddress - base) }
      append(base, whole.count, of: pixelBuffer)
    } else {
      var end = 0
      for plane in planes {
        offsets.append(gsize(end))
        append(plane.baseAddress, plane.byteCount, of: pixelBuffer)
        end += plane.byteCount
      }
    }
    // Fields are in the caps, in flags of the buffer, and in flags of the frame; elements read any of these.
    var flags: UInt32 = GST_VIDEO_FRAME_FLAG_NONE.rawValue
    if info.interlace_mode != GST_VIDEO_INTERLACE_MODE_PROGRESSIVE {
      flags |= GST_VIDEO_FRAME_FLAG_INTERLACED.rawValue
      creel_buffer_set_flags(buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED.rawValue)
      if info.ABI.abi.field_order == GST_VIDEO_FIELD_ORDER_TOP_FIELD_FIRST {
        flags |= GST_VIDEO_FRAME_FLAG_TFF.rawValue
        creel_buffer_set_flags(buffer, GST_VIDEO_BUFFER_FLAG_TFF.rawValue)
      }
    }
    // C reads as many entries as there are planes, and changes none.
    gst_buffer_add_video_meta_full(
      buffer, GstVideoFrameFlags(flags), info.finfo.pointee.format, guint(info.width), guint(info.height),
      guint(planes.count), &offsets, &strides)
    let attachments = pixelBuffer.attachmentStore.current
    if let area = FrameAttributes.Area(attachments, width: Int(info.width), height: Int(info.height)) {
      creel_buffer_add_crop(buffer, guint(area.x), guint(area.y), guint(area.width), guint(area.height))
    }
  }

  /// Creates a buffer over the frame of a sample buffer, with its times.
  ///
  /// - Throws: The errors of ``init(wrapping:as:)``; `CVError` with `kCVReturnInvalidArgument` for samples without a
  ///   frame.
  package convenience init(wrapping sampleBuffer: CMSampleBuffer, as format: PixelBufferFormat) throws {
    guard let picture = sampleBuffer.imageBuffer else { throw CVError(code: kCVReturnInvalidArgument) }
    try self.init(wrapping: picture, as: format)
    presentationTime = .stamp(sampleBuffer.presentationTimeStamp)
    duration = .stamp(sampleBuffer.duration)
  }

  /// Appends memory of a pixel buffer, which each memory retains: GStreamer may pass them on one by one.
  private func append(_ start: UnsafeMutableRawPointer, _ byteCount: Int, of pixelBuffer: CVPixelBuffer) {
    let keeper = Unmanaged.passRetained(pixelBuffer).toOpaque()
    gst_buffer_append_memory(
      buffer,
      gst_memory_new_wrapped(GST_MEMORY_FLAG_READONLY, start, gsize(byteCount), 0, gsize(byteCount), keeper) {
        if let keeper = $0 { Unmanaged<CVPixelBuffer>.fromOpaque(keeper).release() }
      })
  }
}
