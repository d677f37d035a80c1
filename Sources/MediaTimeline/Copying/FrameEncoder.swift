import CGStreamer
internal import CoreMedia
internal import GStreamer
internal import MediaSource
import MovieFile

/// Encodes frames one by one, so that they can stand among samples of another encoder: without B-frames, in closed groups of a known length.
///
///     frames ─▷ free source pad ─▷ x264enc, x265enc ─▷ caps ─▷ free sink pad ─▷ access units with start codes
package final class FrameEncoder {
  /// The settings; encoders with equal ones write equal parameter sets.
  struct Settings: Hashable, Sendable {
    let codec: Codec
    /// The profile, as caps name it; nil for the encoder's choice.
    var profile: String?
    /// The number of H.264's parameter sets.
    var setNumber = 0
    /// The frames that decoders hold for the samples beside which HEVC frames stand; their sets declare as many.
    var pictureBuffer: HEVCPictureBuffer?
    /// Frames a second, for the encoder's rate control.
    var rate: (count: Int32, seconds: Int32) { (rateCount, rateSeconds) }
    var rateCount: Int32 = 30
    var rateSeconds: Int32 = 1
  }

  /// The frames of a group.
  static let groupLength = 240
  /// The constant quality, as x264 and x265 count it: frames beside those of the source look like them.
  package static let quality = 18

  private let settings: Settings
  private let elements: [Element]
  private let input = Pad.free(.source)
  private let output: Pad
  private let collected = CollectedBuffers()
  private var caps: Caps?
  private var count: Int64 = 0

  /// - Throws: `MediaError` if the encoder is not installed.
  init(_ settings: Settings) throws {
    self.settings = settings
    let name = settings.codec == .hevc ? "x265enc" : "x264enc"
    guard try ElementFactory.find(name) != nil else {
      throw MediaError(
        .missingEncoder, "GStreamer's element '\(name)' is not installed", family: .encoding,
        help: "install gstreamer1.0-plugins-\(settings.codec == .hevc ? "bad" : "ugly")")
    }
    let (encoder, filter) = (try Element.make(name), try Element.make("capsfilter"))
    try encoder.set("speed-preset", to: "veryfast")
    let group = Self.groupLength
    if settings.codec == .hevc {
      // With repeated parameter sets, x265 (3.5) writes its settings as a message whose end is memory that it never set: every run
      // differs, and decoders warn of what they read there. So there is no such message.
      // Frames that are encoded side by side made some cuts differ on a busy machine.
      let options =
        "crf=\(Self.quality):bframes=0:keyint=\(group):min-keyint=\(group):scenecut=0:open-gop=0:frame-threads=1"
      try encoder.set("option-string", to: options + ":repeat-headers=1:info=0:log-level=none")
      try encoder.set("key-int-max", to: "\(group)")
      try filter.set("caps", to: "video/x-h265,stream-format=(string)byte-stream,alignment=(string)au")
    } else {
      for (property, value) in [
        ("pass", "qual"), ("quantizer", "\(Self.quality)"), ("bframes", "0"), ("key-int-max", "\(group)"),
      ] {
        try encoder.set(property, to: value)
      }
      try encoder.set("option-string", to: "scenecut=0:min-keyint=\(group):sps-id=\(settings.setNumber)")
      try filter.set(
        "caps",
        to: "video/x-h264,stream-format=(string)byte-stream,alignment=(string)au"
          + (settings.profile.map { ",profile=(string)\($0)" } ?? ""))
    }
    elements = [encoder, filter]
    output = collected.makePad()
    input.setActive(true)
    output.setActive(true)
    try input.link(to: encoder.pad("sink"))
    try encoder.pad("src").link(to: filter.pad("sink"))
    try filter.pad("src").link(to: output)
    for element in elements.reversed() { try element.setStateBlocking(.playing) }
    input.push(.streamStart(id: "reel"))
  }

  deinit {
    output.unlink()
    input.unlink()
    for element in elements { element.shutDown() }
  }

  /// Encodes a frame.
  ///
  /// - Returns: The access units that are complete, which may be those of earlier frames.
  func encode(_ frame: Buffer, _ format: Caps) throws -> [[UInt8]] {
    if caps == nil || (caps !== format && caps != format) {
      guard count == 0 else {
        throw MediaError(.unsupported, "the format of the frames changes in the middle", family: .encoding)
      }
      caps = format
      guard input.push(.caps(try rated(format))), input.push(.segment()) else { throw refused(format) }
    }
    let buffer = Buffer(adopting: gst_buffer_copy(frame.buffer))
    func stamp(_ number: Int64) -> guint64 {
      gst_util_uint64_scale(guint64(number) * guint64(settings.rateSeconds), 1_000_000_000, guint64(settings.rateCount))
    }
    buffer.buffer.pointee.pts = stamp(count)
    buffer.buffer.pointee.dts = .max
    buffer.buffer.pointee.duration = stamp(count + 1) - stamp(count)
    count += 1
    guard input.push(buffer) == .ok else { throw refused(format) }
    return try taken()
  }

  /// Ends the stream, and returns the rest.
  func finish() throws -> [[UInt8]] {
    input.push(.endOfStream)
    return try taken()
  }

  private func taken() throws -> [[UInt8]] {
    try collected.take().map { try $0.withUnsafeBytes { [UInt8]($0) } }
  }

  private func refused(_ format: Caps) -> MediaError {
    MediaError(
      .unsupported, "\(elements[0].label) does not take frames of \(format.text)", family: .encoding)
  }

  /// Encoders take no frames without a rate, and x265 none of a changing one.
  private func rated(_ format: Caps) throws -> Caps {
    let copy = Caps(adopting: gst_caps_copy(format.caps))
    var rate = GValue()
    g_value_init(&rate, gst_fraction_get_type())
    gst_value_set_fraction(&rate, settings.rateCount, settings.rateSeconds)
    gst_caps_set_value(copy.caps, "framerate", &rate)
    g_value_unset(&rate)
    return copy
  }
}
