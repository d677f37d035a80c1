internal import CGStreamer
internal import CReel

/// One strong reference to a GstObject, released exactly once.
///
/// Elements, pads and buses may be used from any thread, as GStreamer locks them itself: this is the one place where their
/// pointers become Sendable.
package class Object: @unchecked Sendable {
  package final let raw: UnsafeMutableRawPointer

  /// Takes over a reference of the caller's (transfer full).
  package init(adopting raw: UnsafeMutableRawPointer) { self.raw = raw }

  /// Adds a reference to an object of another owner (transfer none); a floating reference is sunk.
  package init(retaining raw: UnsafeMutableRawPointer) {
    self.raw = raw
    gst_object_ref_sink(raw)
  }

  deinit { gst_object_unref(raw) }
}

/// A reference to a GstObject: an `Object` of its own, or a type that has one.
package protocol ObjectReference: AnyObject, Equatable, Sendable {
  var raw: UnsafeMutableRawPointer { get }
}

extension ObjectReference {
  package func pointer<T>(as type: T.Type) -> UnsafeMutablePointer<T> { raw.assumingMemoryBound(to: type) }

  package var name: String { takeText(gst_object_get_name(pointer(as: GstObject.self))) ?? "" }

  /// The names from the outermost object down: `/GstPipeline:p/GstIdentity:i`.
  package var path: String { takeText(gst_object_get_path_string(pointer(as: GstObject.self))) ?? "" }

  /// The C name of the object's type, for example `GstIdentity`.
  package var typeName: String { String(cString: creel_type_name_of(raw)) }
}

extension Object: ObjectReference {
  /// Two wrappers are equal when they hold the same object.
  package static func == (a: Object, b: Object) -> Bool { a.raw == b.raw }
}
