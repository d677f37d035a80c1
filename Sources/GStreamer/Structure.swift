package import CGStreamer
internal import CReel

/// A name and named values, copied from GStreamer: one alternative of caps, or the content of an element's message.
package struct Structure: Equatable, Sendable {
  package var name: String
  package var fields: [(name: String, value: FieldValue)]
  /// The form that GStreamer writes: `video/x-raw, format=(string)I420`.
  package var text: String

  package init(copying structure: UnsafePointer<GstStructure>) {
    name = String(cString: gst_structure_get_name(structure))
    text = takeText(gst_structure_to_string(structure)) ?? name
    fields = (0..<gst_structure_n_fields(structure)).map { index in
      let field = String(cString: gst_structure_nth_field_name(structure, guint(index)))
      return (field, FieldValue(gst_structure_get_value(structure, field)))
    }
  }

  package subscript(field: String) -> FieldValue? { fields.first { $0.name == field }?.value }

  package static func == (a: Structure, b: Structure) -> Bool { a.text == b.text }
}
