internal import GStreamer
internal import CGStreamer
import CoreMedia

/// GStreamer's discoverer.
package enum Discoverer {
  /// The timeout of a source.
  private static let timeout = GstClockTime(15_000_000_000)

  /// Probes a file or URL; blocks.
  package static func probe(_ input: AssetProbe.Input) throws(MediaError) -> AssetProbe {
    func refuse(_ reason: String, _ code: MediaError.Code = .noMedia) -> MediaError {
      MediaError(code, reason, stage: "probe", path: input.text)
    }
    var error: UnsafeMutablePointer<GError>?
    do {
      try GStreamerLibrary.start()
    } catch {
      throw refuse("\(error)", .unavailable)
    }
    let uri: String?
    switch input {
    case .file(let path): uri = takeText(gst_filename_to_uri(path, &error))
    case .url(let text): uri = text
    }
    guard let uri else { throw refuse(takeText(&error) ?? "it is no path", .malformedURL) }
    guard let discoverer = gst_discoverer_new(timeout, &error) else {
      throw refuse(takeText(&error) ?? "no reason given", .unavailable)
    }
    defer { g_object_unref(discoverer) }
    guard let info = gst_discoverer_discover_uri(discoverer, uri, &error) else {
      throw refuse(takeText(&error) ?? "no reason given")
    }
    defer { g_object_unref(UnsafeMutableRawPointer(info)) }
    let isUnknown = error.map {
      $0.pointee.domain == gst_stream_error_quark() && MediaError.Code.isUnknownType(Int($0.pointee.code))
    }
    let reason = isUnknown == true ? MediaError.unknownType : takeText(&error)
    g_clear_error(&error)
    switch gst_discoverer_info_get_result(info) {
    // Tracks without a decoder are listed too.
    case GST_DISCOVERER_OK, GST_DISCOVERER_MISSING_PLUGINS: break
    case GST_DISCOVERER_TIMEOUT: throw refuse("it gave nothing for 15 s", .stalled)
    default: throw refuse(reason ?? "it holds no media")
    }
    let probe = AssetProbe(info)
    guard !probe.tracks.isEmpty else { throw refuse(reason ?? "it holds no media") }
    return probe
  }
}

extension AssetProbe {
  /// Reads the result of a discoverer.
  fileprivate init(_ info: OpaquePointer) {
    let nanoseconds = gst_discoverer_info_get_duration(info)
    duration =
      Int64(exactly: nanoseconds).flatMap { $0 == 0 ? nil : CMTime(value: $0, timescale: 1_000_000_000) } ?? .indefinite
    if let top = gst_discoverer_info_get_stream_info(info) {
      if StreamInfo(top).kind == "container" { container = StreamInfo(top).containerFormat ?? StreamInfo(top).codec }
      g_object_unref(UnsafeMutableRawPointer(top))
    }
    tracks = []
    let list = gst_discoverer_info_get_stream_list(info)
    defer { gst_discoverer_stream_info_list_free(list) }
    var item = list
    while let current = item {
      if let stream = current.pointee.data, let track = Track(StreamInfo(OpaquePointer(stream))) {
        tracks.append(track)
      }
      item = current.pointee.next
    }
    if tracks.count == 1, container == nil {
      container = ["image/png": "PNG image", "image/jpeg": "JPEG image"][tracks[0].format ?? ""]
    }
  }
}

/// A stream in a discoverer's result.
private struct StreamInfo {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  /// `container`, `video`, `video(image)`, `audio`, `subtitles` or `unknown`.
  var kind: String { String(cString: gst_discoverer_stream_info_get_stream_type_nick(pointer)) }

  /// The last part of a stream's ID is the track's number, if the demuxer knows one.
  var id: Int? {
    gst_discoverer_stream_info_get_stream_id(pointer).flatMap { String(cString: $0).split(separator: "/").last }
      .flatMap { Int($0) }
  }

  var format: String? { withCaps { String(cString: gst_structure_get_name(gst_caps_get_structure($0, 0))) } }
  var codec: String? { withCaps { takeText(gst_pb_utils_get_codec_description($0)) } ?? format }

  /// The demuxer's name of the container.
  var containerFormat: String? {
    guard let tags = gst_discoverer_container_info_get_tags(pointer) else { return nil }
    var text: UnsafeMutablePointer<gchar>?
    return gst_tag_list_get_string(tags, GST_TAG_CONTAINER_FORMAT, &text) != 0 ? takeText(text) : nil
  }

  /// Calls a body with the caps of the stream.
  func withFirst(_ body: (Caps) -> Void) {
    _ = withCaps { body(Caps(retaining: $0)) }
  }

  private func withCaps<Result>(_ body: (UnsafeMutablePointer<GstCaps>) -> Result?) -> Result? {
    guard let caps = gst_discoverer_stream_info_get_caps(pointer) else { return nil }
    defer { gst_caps_unref(caps) }
    return gst_caps_get_size(caps) > 0 ? body(caps) : nil
  }
}

extension AssetProbe.Track {
  /// Reads a stream; returns nil for containers.
  fileprivate init?(_ stream: StreamInfo) {
    let info = stream.pointer
    func known(_ value: guint) -> Int? { value == 0 ? nil : Int(value) }
    func text(_ pointer: UnsafePointer<gchar>?) -> String? { pointer.map { String(cString: $0) } }
    switch stream.kind {
    case "container": return nil
    // Tags before the audio of an MP3 file are listed like a stream.
    case "unknown" where ["application/x-id3", "application/x-apetag"].contains(stream.format): return nil
    case "video", "video(image)":
      self.init(kind: .video)
      bitRate = known(gst_discoverer_video_info_get_bitrate(info))
      if let width = known(gst_discoverer_video_info_get_width(info)),
        let height = known(gst_discoverer_video_info_get_height(info))
      {
        size = CMVideoDimensions(width: Int32(clamping: width), height: Int32(clamping: height))
      }
      if case let frames = Int32(clamping: gst_discoverer_video_info_get_framerate_num(info)), frames > 0 {
        frameDuration = CMTime(
          value: Int64(gst_discoverer_video_info_get_framerate_denom(info)), timescale: frames)
      }
    case "audio":
      self.init(kind: .audio)
      bitRate = known(gst_discoverer_audio_info_get_bitrate(info))
      sampleRate = known(gst_discoverer_audio_info_get_sample_rate(info))
      channels = known(gst_discoverer_audio_info_get_channels(info))
      language = text(gst_discoverer_audio_info_get_language(info))
    case "subtitles":
      self.init(kind: .text)
      language = text(gst_discoverer_subtitle_info_get_language(info))
    default: self.init(kind: .other)
    }
    stream.withFirst { readDetails(caps: $0) }
    if kind == .video {
      let (across, down) = (gst_discoverer_video_info_get_par_num(info), gst_discoverer_video_info_get_par_denom(info))
      if across > 0, down > 0 {
        pixelAspectRatio = AssetProbe.PixelAspectRatio(horizontal: Int(across), vertical: Int(down))
      }
    }
    id = stream.id
    codec = stream.codec
    format = stream.format
  }
}
