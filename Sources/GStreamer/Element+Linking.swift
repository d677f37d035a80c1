internal import CGStreamer

extension Element {
  /// Links an output of this element to an input of another: the named pads, or the first free ones.
  ///
  /// A pad that does not exist yet is requested if a template has the name. Throws the errors of ``Pad/link(to:)``.
  package func link(_ source: String? = nil, to other: Element, _ sink: String? = nil) throws(GStreamerError) {
    try freePad(source, .source).link(to: other.freePad(sink, .sink))
  }

  private func freePad(_ wanted: String?, _ direction: Pad.Direction) throws(GStreamerError) -> Pad {
    if let wanted {
      if let pad = try? pad(wanted) { return pad }
      return try requestPad(wanted)
    }
    let all = pads
    if let pad = all.first(where: { $0.direction == direction && !$0.isLinked }) { return pad }
    if let template = padTemplates.first(where: { $0.direction == direction && $0.presence == .request }) {
      return try requestPad(template.name)
    }
    throw .noSuchPad(
      element: name, pad: direction == .source ? "src" : "sink",
      pads: all.map { $0.isLinked ? "\($0.name) (linked)" : $0.name })
  }
}
