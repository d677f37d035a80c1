internal import GStreamer
internal import CGStreamer
internal import CReel

/// Scales the values of Y'CbCr and grey pixels from the limited to the full range, or back: libgstvideo's converter leaves them what
/// they are unless the matrix changes too.
///
/// Luma from 16 to 235 becomes 0 to 255, chroma from 16 to 240 the same around 128; deeper samples accordingly (ITU-T H.273).
struct RangeScaler: Sendable {
  /// The new value of each stored one, of luma and of chroma.
  private let tables: (luma: [UInt16], chroma: [UInt16])
  private let bytesPerSample: Int

  /// True if values are to be scaled. They are not between formats of the same range, for RGB, and between matrices, with which the converter
  /// scales.
  static func isNeeded(from source: GstVideoInfo, to target: GstVideoInfo) -> Bool {
    let (from, to) = (source.colorimetry.range, target.colorimetry.range)
    let ranges = [GST_VIDEO_COLOR_RANGE_0_255, GST_VIDEO_COLOR_RANGE_16_235]
    return hasLuma(source) && hasLuma(target) && from != to && ranges.contains(from) && ranges.contains(to)
      && (source.colorimetry.matrix == target.colorimetry.matrix || isGray(target) || isGray(source))
  }

  /// Nil for formats whose samples do not begin at bytes.
  init?(to target: GstVideoInfo) {
    let info = target.finfo.pointee
    guard info.flags.rawValue & GST_VIDEO_FORMAT_FLAG_COMPLEX.rawValue == 0 else { return nil }
    let (depth, shift) = (Int(info.depth.0), Int(info.shift.0))
    let bytesPerSample = depth > 8 ? 2 : 1
    let isToFull = target.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255
    let isBigEndian = String(cString: info.name).hasSuffix("BE")
    let (unit, top) = (1 << (depth - 8), (1 << depth) - 1)
    func table(_ limited: Int, zero: (limited: Int, full: Int)) -> [UInt16] {
      (0..<(bytesPerSample == 1 ? 256 : 65536)).map { stored in
        let value = (isBigEndian ? Int(UInt16(stored).byteSwapped) : stored) >> shift & top
        let scaled =
          isToFull
          ? zero.full + Self.rounded((value - zero.limited * unit) * top, over: limited * unit)
          : zero.limited * unit + Self.rounded((value - zero.full) * limited * unit, over: top)
        let result = UInt16(truncatingIfNeeded: min(max(scaled, 0), top) << shift)
        return isBigEndian ? result.byteSwapped : result
      }
    }
    (tables, self.bytesPerSample) = (
      (table(219, zero: (16, 0)), table(224, zero: (128, 128 * unit))), bytesPerSample
    )
  }

  private static func rounded(_ value: Int, over divisor: Int) -> Int {
    (2 * value + (value < 0 ? -divisor : divisor)) / (2 * divisor)
  }

  private static func hasLuma(_ info: GstVideoInfo) -> Bool {
    let flags = info.finfo.pointee.flags.rawValue
    return flags & (GST_VIDEO_FORMAT_FLAG_YUV.rawValue | GST_VIDEO_FORMAT_FLAG_GRAY.rawValue) != 0
  }

  private static func isGray(_ info: GstVideoInfo) -> Bool {
    info.finfo.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_GRAY.rawValue != 0
  }

  /// Scales a frame that is mapped for writing, and that had the values of the other range.
  func scale(_ frame: inout GstVideoFrame) {
    let info = frame.info.finfo.pointee
    let planes = withUnsafeBytes(of: info.plane) { Array($0.bindMemory(to: guint.self)) }
    let offsets = withUnsafeBytes(of: info.poffset) { Array($0.bindMemory(to: guint.self)) }
    let steps = withUnsafeBytes(of: info.pixel_stride) { Array($0.bindMemory(to: gint.self)) }
    let subsampling = (
      withUnsafeBytes(of: info.w_sub) { Array($0.bindMemory(to: guint.self)) },
      withUnsafeBytes(of: info.h_sub) { Array($0.bindMemory(to: guint.self)) }
    )
    for component in 0..<min(3, Int(info.n_components)) {
      guard let base = creel_frame_plane(&frame, planes[component]) else { continue }
      let stride = Int(creel_frame_stride(&frame, planes[component]))
      let width = -(-Int(frame.info.width) >> Int(subsampling.0[component]))
      let height = -(-Int(frame.info.height) >> Int(subsampling.1[component]))
      // Of planes of two components, GStreamer counts the place in samples.
      let place = Int(offsets[component]) * (bytesPerSample == 2 && offsets[component] % 2 == 1 ? 2 : 1)
      for row in 0..<height {
        let start = base + row * stride + place
        scale(start, width, step: Int(steps[component]), component == 0 ? tables.luma : tables.chroma)
      }
    }
  }

  private func scale(_ row: UnsafeMutableRawPointer, _ count: Int, step: Int, _ table: [UInt16]) {
    table.withUnsafeBufferPointer { table in
      for index in 0..<count {
        let place = row + index * step
        if bytesPerSample == 1 {
          let bytes = place.assumingMemoryBound(to: UInt8.self)
          bytes.pointee = UInt8(truncatingIfNeeded: table[Int(bytes.pointee)])
        } else {
          let value = place.loadUnaligned(as: UInt16.self)
          place.storeBytes(of: table[Int(value)], as: UInt16.self)
        }
      }
    }
  }
}
