internal import CGStreamer

/// A template for an element's pads, available before they exist.
package struct PadTemplate: Equatable, Sendable {
  package enum Presence: Sendable { case always, sometimes, request }

  /// The pad's name, with `%u` in place of a number: `sink`, `video_%u`.
  package var name: String
  package var direction: Pad.Direction
  package var presence: Presence
  package var caps: Caps

  init(_ template: UnsafeMutablePointer<GstPadTemplate>) {
    name = String(cString: template.pointee.name_template)
    direction = Pad.Direction(template.pointee.direction)
    presence = Presence(template.pointee.presence)
    caps = Caps(adopting: gst_pad_template_get_caps(template))
  }

  init(_ template: UnsafeMutablePointer<GstStaticPadTemplate>) {
    name = String(cString: template.pointee.name_template)
    direction = Pad.Direction(template.pointee.direction)
    presence = Presence(template.pointee.presence)
    caps = Caps(adopting: gst_static_caps_get(&template.pointee.static_caps))
  }
}

extension PadTemplate.Presence {
  init(_ presence: GstPadPresence) {
    switch presence {
    case GST_PAD_SOMETIMES: self = .sometimes
    case GST_PAD_REQUEST: self = .request
    default: self = .always
    }
  }
}
