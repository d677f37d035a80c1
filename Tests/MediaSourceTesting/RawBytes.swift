import CGStreamer
import CReel
import CoreMedia
import Foundation
import GStreamer
import MediaSource
import TestSupport

extension Buffer {
  /// The samples of a frame, plane after plane without padding.
  package func rawBytes(_ caps: Caps) throws -> Data {
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, caps.caps) != 0 else {
      throw GStreamerError.badCaps(caps.text)
    }
    var frame = GstVideoFrame()
    guard creel_frame_map(&frame, &info, buffer, GST_MAP_READ) != 0 else {
      throw GStreamerError.notMapped("a picture")
    }
    defer { gst_video_frame_unmap(&frame) }
    var data = Data()
    for plane in 0..<info.finfo.pointee.n_planes {
      var (width, height, stride): (gint, gint, gint) = (0, 0, 0)
      creel_frame_plane_layout(&frame, plane, &width, &height, &stride)
      for row in 0..<Int(height) {
        let start = creel_frame_plane(&frame, plane)! + row * Int(creel_frame_stride(&frame, plane))
        // Formats whose pixels share bytes have no bytes of their own each.
        data.append(start, count: stride == 0 ? Int(creel_frame_stride(&frame, plane)) : Int(width * stride))
      }
    }
    return data
  }
}

extension DecodedFrame {
  /// The frame's samples, plane after plane without padding: what ffmpeg writes as raw video.
  package var rawBytes: Data { get throws { try buffer.rawBytes(caps) } }

  /// As ffmpeg's `framemd5` says it.
  package var checksum: String { get throws { MD5.hex(try rawBytes) } }
}

/// GLib's MD5.
package enum MD5 {
  package static func hex(_ data: Data) -> String {
    data.withUnsafeBytes { bytes in
      let text = g_compute_checksum_for_data(
        G_CHECKSUM_MD5, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), gsize(bytes.count))
      defer { g_free(text) }
      return text.map { String(cString: $0) } ?? ""
    }
  }
}
