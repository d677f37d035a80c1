internal import GStreamer
import MediaGraph
internal import MediaSource

/// Checks which elements are installed, without loading their plugins.
enum Availability {
  /// Returns the missing elements of a node, with its place; empty if none are missing.
  static func problems(of node: GraphNode, _ component: any ElementNode) throws -> [Diagnostic] {
    try component.elements.compactMap { choice in
      let isThere = try choice.candidates.contains { try ElementFactory.find($0.factory) != nil }
      return isThere ? nil : missing(choice, of: node, during: component.family)
    }
  }

  static func missing(
    _ choice: ElementChoice, of node: GraphNode, during family: MediaError.Family = .rendering
  ) -> Diagnostic {
    let names = choice.candidates.map(\.factory)
    let packages = Set(names.filter { !lacksHardware($0) }.compactMap { package(of: $0) }).sorted()
    let isOne = names == [choice.role]
    let tried =
      "tried "
      + names.map { "\($0) (\(lacksHardware($0) ? "no such hardware" : "not installed"))" }.joined(separator: ", ")
    let install = packages.isEmpty ? nil : "install \(packages.joined(separator: " or "))"
    var problem = Diagnostic(
      isOne ? "element '\(choice.role)' is not available" : "no \(choice.role) is available", kind: .unavailable,
      at: choice.parameter.flatMap { node.arguments[$0] == nil ? nil : node.range(ofArgument: $0) } ?? node.range,
      notes: (isOne ? [] : [tried + (choice.alternative.map { "; \($0.note)" } ?? "")])
        + (node.range == nil ? ["in node '\(node.name)' (\(node.use))"] : []),
      help: [choice.alternative?.help, install].compactMap(\.self).joined(separator: ", or ").nonEmpty)
    problem.underlying = MediaError(.unavailable, tried, family: family)
    problem.node = node.name
    return problem
  }

  /// True if the plugin of an element is installed and has not made the element: it has found no hardware for it.
  static func lacksHardware(_ element: String) -> Bool {
    guard let plugin = hardwarePlugins.first(where: { element.hasPrefix($0.prefix) })?.plugin else { return false }
    return !ElementFactory.isInstalled(element) && ElementFactory.hasPlugin(plugin)
  }

  /// The plugins that have elements for the hardware they find only; a short prefix is one of the longer ones, so it comes last.
  private static let hardwarePlugins = [("vaapi", "vaapi"), ("va", "va"), ("nv", "nvcodec")].map {
    (prefix: $0.0, plugin: $0.1)
  }

  /// Returns the Debian package of an element.
  static func package(of element: String) -> String? {
    packages.first { $0.elements.contains(element) }?.name
      ?? (element.hasPrefix("av") ? "gstreamer1.0-libav" : nil)
  }

  private static let packages: [(name: String, elements: Set<String>)] = [
    ("gstreamer1.0-plugins-ugly", ["x264enc", "amrnbenc", "amrnbdec"]),
    (
      "gstreamer1.0-plugins-bad",
      [
        "openh264enc", "x265enc", "av1enc", "av1dec", "voaacenc", "vah264enc", "nvh264enc", "vah265enc", "nvh265enc",
        "vaav1enc", "h264parse", "h265parse", "av1parse", "vp9parse", "opusparse", "mpegtsmux", "webpenc", "pitch",
        "jpegparse",
        "waylandsink",
      ]
    ),
    (
      "gstreamer1.0-plugins-good",
      [
        "qtdemux", "matroskademux", "wavenc",
        "videocrop", "videoflip", "videobox", "imagefreeze", "multifilesink", "deinterlace", "level", "scaletempo",
        "souphttpsrc", "capssetter",
        "lamemp3enc", "flacenc", "flacparse", "aacparse", "mpegaudioparse", "jpegenc", "jpegdec", "pngenc", "pngdec",
        "vp8enc", "vp9enc", "vp8dec", "vp9dec", "autovideosink", "autoaudiosink", "pulsesink", "pulsesrc", "v4l2src",
        "ximagesrc",
        "interleave",
      ]
    ),
    (
      "gstreamer1.0-plugins-base",
      [
        "videoconvert", "videoscale", "videorate", "audioconvert", "audioresample", "volume", "videotestsrc",
        "audiotestsrc", "parsebin", "decodebin", "compositor", "audiomixer", "opusenc", "vorbisenc", "oggmux",
        "subparse",
        "appsink", "appsrc",
      ]
    ),
    ("gstreamer1.0-alsa", ["alsasink"]),
    ("gstreamer1.0-vaapi", ["vaapivp8enc", "vaapivp9enc", "vaapijpegenc"]),
    (
      "gstreamer1.0-x", ["timeoverlay", "textoverlay", "textrender", "clockoverlay", "xvimagesink", "ximagesink"]
    ),
    (
      "libgstreamer1.0-0",
      [
        "filesrc", "filesink", "fakesink", "fakesrc", "queue", "multiqueue", "tee", "capsfilter", "identity",
        "clocksync",
      ]
    ),
  ]
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
