internal import GStreamer
internal import MediaSource
import MediaGraph

extension VideoDecode: ElementNode {
  var elements: [ElementChoice] { [ElementChoice("identity")] }
  var family: MediaError.Family { .decoding }
  func build(_ bin: NodeBin) throws { try bin.decodeAnyStream() }
}

extension AudioDecode: ElementNode {
  var elements: [ElementChoice] { [ElementChoice("identity")] }
  var family: MediaError.Family { .decoding }
  func build(_ bin: NodeBin) throws { try bin.decodeAnyStream() }
}

/// Finds and configures decoders.
enum Decoder {
  /// Makes the best software decoder for the caps, with what it needs behind it: elements in a row, not in a bin yet.
  ///
  /// - Throws: `Diagnostic` if there is none.
  static func make(for caps: Caps, node: GraphNode) throws -> [Element] {
    guard let factory = try ElementFactory.decoders(for: caps).first else {
      let name = caps.first?.name ?? caps.text
      var problem = Diagnostic(
        "no decoder for \(name) is available", kind: .unavailable, at: node.range, notes: ["the track is \(caps.text)"],
        help: try ElementFactory.find("avdec_h264") == nil
          ? "install gstreamer1.0-libav" : "convert it with a program that knows the format, or choose other tracks")
      problem.underlying = MediaError(.missingDecoder, "no element decodes \(caps.text)", family: .decoding)
      problem.node = node.name
      throw problem
    }
    let decoder = try Element.decoder(factory.name)
    return try factory.name == "flacdec" ? [decoder, FLACChannelOrder.speakers(behind: decoder)] : [decoder]
  }
}

extension NodeBin {
  /// Decodes a stream whose format is not known in advance: the decoder is inserted before the first packet.
  func decodeAnyStream() throws {
    let (entry, exit) = (try add("identity"), try add("identity"))
    try exposeInput(entry.pad("sink"))
    try exposeOutput(exit.pad("src"))
    let sink = try exit.pad("sink")
    let (node, fail) = (node, fail)
    try entry.pad("src").addProbe(.events) { info in
      let source = info.pad
      guard let caps = info.caps, !source.isLinked, let bin = source.parent?.parentBin else { return .pass }
      do {
        var next = sink
        for element in try Decoder.make(for: caps, node: node).reversed() {
          try bin.add(element)
          try element.pad("src").link(to: next)
          try element.syncStateWithParent()
          next = try element.pad("sink")
        }
        try source.link(to: next)
      } catch {
        fail(Diagnostic(wrapping: error, "'\(node.name)' cannot decode", at: node.range))
      }
      return .pass
    }
  }
}
