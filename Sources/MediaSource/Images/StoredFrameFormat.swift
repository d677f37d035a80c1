package import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia

/// Converts the frames of one format to pixels of blue, green, red and alpha, a byte each: made once for each format.
package final class StoredFrameFormat: Sendable {
  package let width: Int
  package let height: Int
  package let color: FrameColorimetry
  package let hasAlpha: Bool
  /// The pixel aspect ratio, width over height.
  let pixelShape: (width: Int, height: Int)
  /// Points to constants of GStreamer only.
  private nonisolated(unsafe) let info: GstVideoInfo
  /// All but where the samples are.
  private nonisolated(unsafe) let plan: CReelPicture

  /// - Throws: `DecoderError` with `unsupported` for formats whose samples are not separate bytes or words.
  package init(_ caps: Caps, _ description: CMFormatDescription?) throws {
    var info = GstVideoInfo()
    guard caps.isFixed, gst_video_info_from_caps(&info, caps.caps) != 0, info.width > 0, info.height > 0 else {
      throw GStreamerError.badCaps(caps.text)
    }
    self.info = info
    (width, height) = (Int(info.width), Int(info.height))
    color = FrameColorimetry(info, caps, description)
    hasAlpha = info.finfo.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_ALPHA.rawValue != 0
    pixelShape = info.par_n > 0 && info.par_d > 0 ? (Int(info.par_n), Int(info.par_d)) : (1, 1)
    guard let plan = Self.plan(info.finfo.pointee, color, width, height) else {
      throw DecoderError(.unsupported, "pictures of \(caps.text) can't be made images")
    }
    self.plan = plan
  }

  /// GStreamer's names of the supported formats.
  package static let formatNames: [String] = {
    var count: guint = 0
    let all = gst_video_formats_raw(&count)
    return (0..<Int(count)).compactMap { index in
      guard let format = all?[index], let info = gst_video_format_get_info(format)?.pointee else { return nil }
      var video = GstVideoInfo()
      guard gst_video_info_set_format(&video, format, 16, 16) != 0,
        plan(info, FrameColorimetry(video, .any, nil), 16, 16) != nil
      else { return nil }
      return String(cString: info.name)
    }
  }()

  /// Returns a part of a frame in its stored orientation, in rows without padding.
  ///
  /// - Throws: `GStreamerError.notMapped` if the memory is not a frame of this format; `DecoderError` if memory is
  ///   short.
  package func pixels(_ buffer: Buffer, _ area: FrameAttributes.Area) throws -> ImagePixelBytes {
    var (frame, info, plan) = (GstVideoFrame(), self.info, self.plan)
    guard creel_frame_map(&frame, &info, buffer.buffer, GST_MAP_READ) != 0 else {
      throw GStreamerError.notMapped("a picture")
    }
    defer { gst_video_frame_unmap(&frame) }
    let format = info.finfo.pointee
    withUnsafeMutableBytes(of: &plan.components) { raw in
      let components = raw.bindMemory(to: CReelComponent.self)
      for index in 0..<Int(format.n_components) {
        let target = index == 3 || !(hasAlpha && format.n_components == 2 && index == 1) ? index : 3
        let plane = creel_component_plane(info.finfo, guint(index))
        components[target].data =
          UnsafePointer(creel_frame_plane(&frame, plane)) + Int(creel_component_offset(info.finfo, guint(index)))
        components[target].stride = Int(creel_frame_stride(&frame, plane))
      }
    }
    let target = try ImagePixelBytes(area.width, area.height)
    guard
      creel_picture_to_bgra(
        &plan, CInt(area.x), CInt(area.y), CInt(area.width), CInt(area.height), target.bytes, area.width * 4)
    else { throw ImagePixelBytes.outOfMemoryError(area.width, area.height) }
    return target
  }

  private static func plan(_ format: GstVideoFormatInfo, _ color: FrameColorimetry, _ width: Int, _ height: Int)
    -> CReelPicture?
  {
    let flags = format.flags.rawValue
    guard flags & (GST_VIDEO_FORMAT_FLAG_COMPLEX.rawValue | GST_VIDEO_FORMAT_FLAG_PALETTE.rawValue) == 0,
      (1...4).contains(format.n_components), format.tile_mode == GST_VIDEO_TILE_MODE_UNKNOWN
    else { return nil }
    let isGray = flags & GST_VIDEO_FORMAT_FLAG_GRAY.rawValue != 0
    let hasAlpha = flags & GST_VIDEO_FORMAT_FLAG_ALPHA.rawValue != 0
    guard isGray || format.n_components >= 3 else { return nil }
    var plan = CReelPicture()
    (plan.width, plan.height) = (CInt(width), CInt(height))
    plan.is_rgb = color.weights == nil
    let isBigEndian = String(cString: format.name).hasSuffix("BE")
    let depths = withUnsafeBytes(of: format.depth) { Array($0.bindMemory(to: guint.self)) }
    let shifts = withUnsafeBytes(of: format.shift) { Array($0.bindMemory(to: guint.self)) }
    let steps = withUnsafeBytes(of: format.pixel_stride) { Array($0.bindMemory(to: gint.self)) }
    var isReadable = true
    withUnsafeMutableBytes(of: &plan.components) { raw in
      let components = raw.bindMemory(to: CReelComponent.self)
      for index in 0..<Int(format.n_components) {
        let target = isGray && hasAlpha && index == 1 ? 3 : index
        let step = Int(steps[index])
        let isWord = depths[index] > 8 || shifts[index] + depths[index] > 8
        // Words of 32 bits hold several samples.
        if depths[index] + shifts[index] > 16 || step < (isWord ? 2 : 1) { isReadable = false }
        components[target].step = step
        components[target].bytes = isWord ? 2 : 1
        components[target].shift = CInt(shifts[index])
        components[target].depth = CInt(depths[index])
        components[target].is_swapped = isWord && isBigEndian != (UInt16(1).bigEndian == 1)
      }
    }
    guard isReadable else { return nil }
    if format.n_components >= 3 {
      (plan.chroma_h, plan.chroma_v) = (CInt(format.w_sub.1), CInt(format.h_sub.1))
      guard plan.chroma_h <= 2, plan.chroma_v <= 2 else { return nil }
      // The midpoint of two samples is at a half, that of four at one and a half.
      plan.site_h = color.chromaSite.isLeft ? 0 : ((1 << plan.chroma_h) - 1) * 4
      plan.site_v = color.chromaSite.isTop ? 0 : ((1 << plan.chroma_v) - 1) * 4
    }
    plan.setColors(color, depth: Int(depths[0]), isGray: isGray)
    if hasAlpha { plan.alpha_scale = 1 / Float((1 << Int(depths[isGray ? 1 : 3])) - 1) }
    return plan
  }
}

extension CReelPicture {
  /// H.273, equations 20 to 40, solved for red, green and blue.
  fileprivate mutating func setColors(_ color: FrameColorimetry, depth: Int, isGray: Bool) {
    let largest = Double((1 << depth) - 1)
    let unit = Double(1 << (depth - 8 < 0 ? 0 : depth - 8))
    guard let weights = color.weights else {
      luma_scale = Float(255 / largest)
      return
    }
    let (black, lumaRange, chromaRange) =
      color.isFullRange ? (0, largest, largest) : (16 * unit, 219 * unit, 224 * unit)
    let middle = Double(1 << (depth - 1))
    let scale = 255 / lumaRange
    luma_scale = Float(scale)
    let base = -black * scale
    guard !isGray else {
      (red_offset, green_offset, blue_offset) = (Float(base), Float(base), Float(base))
      return
    }
    let green = 1 - weights.red - weights.blue
    let redCr = 2 * (1 - weights.red) * 255 / chromaRange
    let blueCb = 2 * (1 - weights.blue) * 255 / chromaRange
    let greenCb = -blueCb * weights.blue / green
    let greenCr = -redCr * weights.red / green
    (red_cr, blue_cb, green_cb, green_cr) = (Float(redCr), Float(blueCb), Float(greenCb), Float(greenCr))
    red_offset = Float(base - redCr * middle)
    green_offset = Float(base - (greenCb + greenCr) * middle)
    blue_offset = Float(base - blueCb * middle)
  }
}
