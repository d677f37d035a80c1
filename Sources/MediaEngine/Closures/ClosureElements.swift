internal import GStreamer
internal import CGStreamer
internal import CReel
import struct MediaGraph.PixelSize

/// Elements that run a Swift closure: GObject subclasses, so they negotiate, copy on write, and flush like others.
///
/// Closures run on a streaming thread, one call at a time for each element, never on the cooperative pool. An error
/// thrown by one ends the stream; it is the `cause` of the element's error message. Closures are freed with their
/// elements.
enum ClosureElements {
  /// Changes a frame in place. If the frame is shared, the closure gets a copy.
  typealias VideoEffect = @Sendable (inout VideoFrame) throws -> Void
  typealias AudioEffect = @Sendable (inout AudioBlock) throws -> Void
  /// Draws frame n, counted from 0; `false` ends the stream, without this frame.
  typealias VideoSource = @Sendable (inout VideoFrame, Int) throws -> Bool
  /// Fills a block and returns the number of frames written; less than the block's number ends the stream after them.
  typealias AudioSource = @Sendable (inout AudioBlock) throws -> Int
  /// Returns the next packet; `nil` ends the stream.
  typealias DataSource = @Sendable () throws -> DataPacket?
  typealias VideoSink = @Sendable (borrowing VideoFrame) throws -> Void
  typealias AudioSink = @Sendable (borrowing AudioBlock) throws -> Void
  /// Composes one frame of the inputs' current ones; the output's previous contents are undefined.
  typealias VideoCompositor = @Sendable (borrowing VideoInputs, inout VideoFrame) throws -> Void
  /// Mixes one block of those of the inputs; the output is silent before.
  typealias AudioMixer = @Sendable (borrowing AudioInputs, inout AudioBlock) throws -> Void
  typealias DataSink = @Sendable (borrowing DataBlock) throws -> Void
  /// Called at the end of the stream.
  typealias Finish = @Sendable () throws -> Void

  /// - Parameter formats: the layouts that the closure can handle, best first; any if empty.
  static func videoEffect(
    _ name: String? = nil, formats: [PixelFormat] = [], _ body: @escaping VideoEffect
  ) throws(GStreamerError) -> Element {
    try ElementType(kind: .effect, isVideo: true, caps: videoCaps(formats)).make(VideoEffectInstance(body), name: name)
  }

  /// - Parameter formats: the formats that the closure can handle, best first. Audio is always interleaved.
  static func audioEffect(
    _ name: String? = nil, formats: [SampleFormat] = [.f32], _ body: @escaping AudioEffect
  ) throws(GStreamerError) -> Element {
    try ElementType(kind: .effect, isVideo: false, caps: audioCaps(formats)).make(AudioEffectInstance(body), name: name)
  }

  /// - Parameters:
  ///   - rate: frames a second, as a fraction. Frame n is presented at exactly n times its inverse.
  ///   - isLive: true if frames arrive in real time, and only while playing.
  static func videoSource(
    _ name: String? = nil, format: PixelFormat = .i420, width: Int, height: Int, rate: (Int, Int) = (30, 1),
    isLive: Bool = false, _ body: @escaping VideoSource
  ) throws(GStreamerError) -> Element {
    let caps =
      "video/x-raw,format=\(format),width=\(width),height=\(height),framerate=\(rate.0)/\(rate.1),"
      + "pixel-aspect-ratio=1/1,interlace-mode=progressive"
    let element = try ElementType(kind: .source, isVideo: true, caps: caps).make(VideoSourceInstance(body), name: name)
    gst_base_src_set_live(element.pointer(as: GstBaseSrc.self), isLive ? 1 : 0)
    return element
  }

  /// - Parameter channelMask: GStreamer's bit mask of speaker positions; needed for more than two channels.
  static func audioSource(
    _ name: String? = nil, format: SampleFormat = .f32, rate: Int = 48000, channels: Int = 2,
    channelMask: UInt64? = nil,
    framesPerBlock: Int = 1024, isLive: Bool = false, _ body: @escaping AudioSource
  ) throws(GStreamerError) -> Element {
    var caps = "audio/x-raw,layout=interleaved,format=\(format),rate=\(rate),channels=\(channels)"
    if let mask = channelMask ?? (channels > 2 ? 0 : nil) { caps += ",channel-mask=(bitmask)\(mask)" }
    let element = try ElementType(kind: .source, isVideo: false, caps: caps)
      .make(AudioSourceInstance(framesPerBlock: framesPerBlock, body), name: name)
    gst_base_src_set_live(element.pointer(as: GstBaseSrc.self), isLive ? 1 : 0)
    return element
  }

  /// - Parameter caps: the packets' format, as text: `text/x-raw,format=utf8`.
  static func dataSource(
    _ name: String? = nil, caps: String, _ body: @escaping DataSource
  ) throws(GStreamerError) -> Element {
    try ElementType(kind: .maker, isVideo: false, caps: caps).make(DataSourceInstance(body), name: name)
  }

  /// Sinks receive frames as fast as they arrive; set `sync` to `true` to receive each at its presentation time.
  static func videoSink(
    _ name: String? = nil, formats: [PixelFormat] = [], finish: @escaping Finish = {},
    _ body: @escaping VideoSink
  ) throws(GStreamerError) -> Element {
    try ElementType(kind: .sink, isVideo: true, caps: videoCaps(formats)).make(
      VideoSinkInstance(body, finish), name: name)
  }

  static func audioSink(
    _ name: String? = nil, formats: [SampleFormat] = [.f32], finish: @escaping Finish = {},
    _ body: @escaping AudioSink
  ) throws(GStreamerError) -> Element {
    try ElementType(kind: .sink, isVideo: false, caps: audioCaps(formats)).make(
      AudioSinkInstance(body, finish), name: name)
  }

  /// - Parameter caps: the formats that the closure can handle, as text; any by default.
  static func dataSink(
    _ name: String? = nil, caps: String = "ANY", finish: @escaping Finish = {}, _ body: @escaping DataSink
  ) throws(GStreamerError) -> Element {
    try ElementType(kind: .sink, isVideo: false, caps: caps).make(DataSinkInstance(body, finish), name: name)
  }

  /// Makes an element without inputs; request `sink_%u`, and name each pad by the instance's ``SinkPads``.
  static func videoCompositor(
    _ name: String? = nil, formats: [PixelFormat], size: @escaping @Sendable ([PixelSize]) -> PixelSize,
    _ body: @escaping VideoCompositor
  ) throws(GStreamerError) -> (element: Element, inputs: SinkPads) {
    let instance = VideoCompositorInstance(size: size, body)
    let element = try ElementType(kind: .compositor, isVideo: true, caps: videoCaps(formats)).make(instance, name: name)
    return (element, instance.inputs)
  }

  /// Makes an element without inputs; all of them must have the same format, which is also the output's.
  static func audioMixer(
    _ name: String? = nil, formats: [SampleFormat], _ body: @escaping AudioMixer
  ) throws(GStreamerError) -> (element: Element, inputs: SinkPads) {
    let instance = AudioMixerInstance(body)
    let element = try ElementType(kind: .mixer, isVideo: false, caps: audioCaps(formats)).make(instance, name: name)
    return (element, instance.inputs)
  }

  static func videoCaps(_ formats: [PixelFormat]) -> String {
    "video/x-raw" + (formats.isEmpty ? "" : ",format={\(formats.map(\.rawValue).joined(separator: ","))}")
  }

  static func audioCaps(_ formats: [SampleFormat]) -> String {
    "audio/x-raw,layout=interleaved"
      + (formats.isEmpty ? "" : ",format={\(formats.map(\.rawValue).joined(separator: ","))}")
  }
}
