internal import CGStreamer
internal import CReel
internal import GStreamer
import MediaGraph

extension VideoScale: ElementNode {
  var elements: [ElementChoice] {
    [ElementChoice("videoscale", scaling), ElementChoice("capsfilter")]
      + (fit == .fill ? NodeBin.cropElements : [])
  }

  /// True if the frames get exactly the given size, with bars or cut.
  var isFramed: Bool { width != nil && height != nil && (fit == .letterbox || fit == .fill) }

  var scaling: [(name: String, value: String)] {
    switch method {
    case .nearest: [("method", "nearest-neighbour"), borders]
    case .bilinear: [("method", "bilinear"), borders]
    case .lanczos: [("method", "lanczos"), borders]
    }
  }

  /// Left to itself, the scaler stretches nothing.
  private var borders: (name: String, value: String) { ("add-borders", "\(fit == .letterbox)") }

  func build(_ bin: NodeBin) throws {
    if isFramed { return try buildFrame(bin) }
    let scale = try bin.add("videoscale", scaling)
    let filter = try bin.add("capsfilter")
    try bin.filter(scale, filter)
    // The size depends on the input, so it is set when that is known, before the scaler receives it.
    let (node, name, fail) = (self, bin.node.name, bin.fail)
    try scale.pad("sink").addProbe(.events) { info in
      guard let format = info.caps?.first, let width = format["width"]?.int, let height = format["height"]?.int else {
        return .pass
      }
      let size = node.size(for: PixelSize(width: width, height: height), of: format.pixelShape)
      do {
        let own = node.keepsShape ? PixelSize(width: format.pixelShape.0, height: format.pixelShape.1) : nil
        let shape = (node.pixelShape ?? own).map { ",pixel-aspect-ratio=(fraction)\($0.width)/\($0.height)" } ?? ""
        try filter.set("caps", to: "video/x-raw(ANY),width=\(size.width),height=\(size.height)" + shape)
      } catch {
        fail(Diagnostic("'\(name)' cannot scale to \(size.text)", kind: .failure, underlying: error))
      }
      return .pass
    }
  }

  /// True if frames have the shape that they had, but for the rounding of a side to an even number: then pixels keep theirs.
  var keepsShape: Bool { pixelShape == nil && (width == nil || height == nil || fit == .contain) }

  /// Returns the output size for frames of a size and with pixels of a shape: the aspect ratio is kept if one side is given.
  func size(for input: PixelSize, of shape: (Int, Int)) -> PixelSize {
    guard let pixelShape, pixelShape.width > 0, pixelShape.height > 0 else { return size(for: input) }
    // As many of the new pixels are as wide as the frame.
    let (new, old) = (pixelShape.width * shape.1, shape.0 * pixelShape.height)
    return size(for: PixelSize(width: max(1, (input.width * old + new / 2) / new), height: input.height))
  }

  /// Returns the output size for an input size: the aspect ratio is kept if one side is given.
  func size(for input: PixelSize) -> PixelSize {
    func limited(_ wanted: Int, _ actual: Int) -> Int { upscale == .never ? min(wanted, actual) : wanted }
    switch (width, height) {
    case (nil, nil): return input
    case (let width?, let height?) where fit == .contain:
      var inside = self
      // The side with the smaller factor decides, the other follows.
      if width * input.height <= height * input.width { inside.height = nil } else { inside.width = nil }
      return inside.size(for: input)
    case (let width?, let height?):
      return PixelSize(width: limited(width, input.width), height: limited(height, input.height))
    case (let width?, nil):
      let width = limited(width, input.width)
      guard width != input.width else { return input }
      return PixelSize(width: width, height: Self.even(input.height, width, over: input.width))
    case (nil, let height?):
      let height = limited(height, input.height)
      guard height != input.height else { return input }
      return PixelSize(width: Self.even(input.width, height, over: input.height), height: height)
    }
  }

  /// `side * wanted / actual`, to the nearest even number: chroma has half as many pixels.
  private static func even(_ side: Int, _ wanted: Int, over actual: Int) -> Int {
    max(2, (side * wanted + actual) / (2 * actual) * 2)
  }
}

extension VideoCrop: ElementNode {
  private var edges: [(name: String, value: String)] {
    [("top", "\(top)"), ("bottom", "\(bottom)"), ("left", "\(left)"), ("right", "\(right)")]
  }

  var elements: [ElementChoice] { NodeBin.cropElements }

  func build(_ bin: NodeBin) throws {
    let (entry, crop) = try bin.addCrop()
    let input = try entry.pad("sink")
    bin.refuseFrames(on: input) { [self, node = bin.node] in refusal(of: $0, in: node) }
    // Colours that are not told are those that are usual for the size before the cut.
    input.replaceCaps { $0.withStatedColors() }
    // With its edges from the beginning, the element would refuse small frames before their format comes.
    input.addProbe(.events) { [edges, fail = bin.fail, node = bin.node] info in
      guard info.caps != nil else { return .pass }
      do {
        for (name, value) in edges { try crop.set(name, to: value) }
      } catch {
        fail(Diagnostic(wrapping: error, "'\(node.name)' cannot take what comes", at: node.range))
      }
      return .pass
    }
    try bin.exposeInput(input)
    try bin.exposeOutput(crop.pad("src"))
  }

  /// Returns the reason for frames of which nothing would be left; nil for larger ones.
  private func refusal(of format: Structure, in node: GraphNode) -> Diagnostic? {
    guard let size = PixelSize(format) else { return nil }
    var cut: String?
    if top + bottom >= size.height { cut = "\(top) rows at the top and \(bottom) at the bottom" }
    if left + right >= size.width { cut = "\(left) columns on the left and \(right) on the right" }
    return cut.map {
      Diagnostic(
        "'\(node.name)' leaves nothing of frames of \(size.text) pixels", kind: .failure, at: node.range,
        cause: "it cuts off \($0)", help: "cut off less, or make the frames larger before")
    }
  }
}

extension VideoOrient: ElementNode {
  var elements: [ElementChoice] { [ElementChoice("videoconvert"), ElementChoice("videoflip", direction)] }

  private var direction: [(name: String, value: String)] {
    let value =
      switch method {
      case .automatic: "auto"
      case .identity: "identity"
      case .rotate90: "90r"
      case .rotate180: "180"
      case .rotate270: "90l"
      case .flipHorizontal: "horiz"
      case .flipVertical: "vert"
      }
    return [("video-direction", value)]
  }

  func build(_ bin: NodeBin) throws {
    // Frames of formats that it cannot turn are converted, if they are turned.
    let (convert, flip) = (try bin.add("videoconvert"), try bin.add("videoflip", direction))
    // It turns the frames as a tag says, but passes the tag on: the file would have them turned again.
    if method == .automatic { try flip.pad("src").setUpright() }
    // Colours that are not told are those that are usual for the size before the turn.
    try convert.pad("sink").replaceCaps { $0.withStatedColors() }
    try bin.filter(convert, flip)
  }
}

extension VideoConvert: ElementNode {
  var elements: [ElementChoice] { [ElementChoice("videoconvert"), ElementChoice("capsfilter")] }

  func build(_ bin: NodeBin) throws {
    try bin.filter(
      bin.add("videoconvert"), bin.add("capsfilter", [("caps", "video/x-raw,format=\(format.gstreamerName)")]))
  }
}

extension VideoConvert.PixelLayout {
  /// GStreamer's name of the format.
  var gstreamerName: String {
    switch self {
    case .i420: "I420"
    case .nv12: "NV12"
    case .i42010le: "I420_10LE"
    case .i422: "Y42B"
    case .yuy2: "YUY2"
    case .uyvy: "UYVY"
    case .bgra: "BGRA"
    case .rgba: "RGBA"
    case .argb: "ARGB"
    case .rgb: "RGB"
    case .gray8: "GRAY8"
    }
  }
}

extension Pad {
  /// Makes tags of what the pad gives say that frames are upright.
  fileprivate func setUpright() {
    addProbe(.events) { info in
      guard let event = info.retainedEvent, event.event.pointee.type == GST_EVENT_TAG else { return .pass }
      var list: UnsafeMutablePointer<GstTagList>?
      gst_event_parse_tag(event.event, &list)
      guard let list, gst_tag_list_get_tag_size(list, "image-orientation") > 0 else { return .pass }
      guard let changed = gst_tag_list_copy(list) else { return .pass }
      gst_tag_list_remove_tag(changed, "image-orientation")
      if gst_tag_list_is_empty(changed) != 0 {
        creel_mini_unref(changed)
        return .drop
      }
      info.pad.push(Event(adopting: gst_event_new_tag(changed)))
      return .drop
    }
  }
}
