internal import GStreamer
import MovieFile
import Synchronization

// The elements of libav (GStreamer 1.22) end the process where the pixels are of a layout that GStreamer has no name for, such as 10
// bits of gray: they make GStreamer's memory for them without a look at the format; from memory of libav's own they refuse the first
// frame, but not the next one.

extension Element {
  /// Decoders whose pixels are of layouts with names.
  private static let named: Set = [
    "avdec_vp8", "avdec_mpeg2video", "avdec_mpeg4", "avdec_prores", "avdec_dnxhd", "avdec_dvvideo", "avdec_cinepak",
    "avdec_qtrle",
  ]
  /// Decoders of streams that announce others.
  private static let announcing: Set = ["avdec_h264", "avdec_h265", "avdec_vp9"]

  /// Keeps samples from a decoder of libav that announce pixels without a name; decoders of streams that announce nothing decode into
  /// memory of libav's own, and get nothing after a refusal.
  func refuseUnnamedPixels(_ name: String) throws {
    if Self.named.contains(name) { return }
    let pad = try pad("sink")
    guard Self.announcing.contains(name) else {
      try set("direct-rendering", to: "false")
      // The next sample, or the end, would let out a frame.
      pad.stayRefused()
      return
    }
    let announced = Mutex(AnnouncedPixels())
    pad.addProbe([.buffers, .events]) { info in
      if let caps = info.caps { announced.withLock { $0.begin(caps) } }
      let samples = info.retainedBuffers
      guard !samples.isEmpty else { return .pass }
      guard let pixels = announced.withLock({ $0.pixels(with: samples) }) else { return .pass }
      info.pad.parent?.postUnsupported("pixels of \(pixels) are not decoded here")
      return .handled(.error)
    }
  }
}

/// The layouts of pixels that a stream has announced. Belongs to the streaming thread.
private struct AnnouncedPixels {
  private var inspection: SampleInspection?
  private var pixels: String?

  mutating func begin(_ caps: Caps) {
    let stream = CodedFormat(caps)?.stream
    (inspection, pixels) = (stream.map { SampleInspection($0) }, stream?.rarePixels)
  }

  /// The layout without a name that the stream has announced up to the last of some samples; nil if there is none.
  mutating func pixels(with samples: [Buffer]) -> String? {
    for sample in samples where pixels == nil {
      // The decoder refuses a sample that cannot be read.
      pixels = try? sample.withUnsafeBytes { inspection?.rarePixels($0) }
    }
    return pixels
  }
}
