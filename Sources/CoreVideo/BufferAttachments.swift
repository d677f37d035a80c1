import CoreGraphics
import Synchronization

/// The attachments of a buffer: values by name, each with its propagation to buffers made from this one.
///
/// A value type: buffers that get all attachments of another, or of a stream, share them until one of them changes.
package struct BufferAttachments: Sendable {
  /// An attachment and its propagation.
  package struct Attachment: Sendable {
    /// Attached values are never modified: they are property lists, and objects that lock themselves.
    package nonisolated(unsafe) var value: CFTypeRef
    package var mode: CVAttachmentMode

    package init(value: CFTypeRef, mode: CVAttachmentMode) {
      self.value = value
      self.mode = mode
    }
  }

  private var all: [String: Attachment] = [:]

  /// No attachments.
  package init() {}

  /// Makes attachments that all propagate.
  package init(propagating values: [CFString: CFTypeRef]) {
    for (key, value) in values { all[key as String] = Attachment(value: value, mode: .shouldPropagate) }
  }

  /// The attachment of a key.
  package subscript(key: String) -> Attachment? { all[key] }

  /// Sets or removes an attachment, and returns the previous one.
  package mutating func replace(_ key: String, with new: Attachment?) -> Attachment? {
    if let new { all.updateValue(new, forKey: key) } else { all.removeValue(forKey: key) }
  }

  /// Adds attachments, replacing those with the same keys.
  package mutating func merge(_ other: BufferAttachments) {
    if all.isEmpty { all = other.all } else { all.merge(other.all) { $1 } }
  }

  /// Returns the attachments of one mode.
  package func only(_ mode: CVAttachmentMode) -> BufferAttachments {
    // Usually all of them propagate: then nothing is copied.
    if all.values.allSatisfy({ $0.mode == mode }) { return self }
    var result = BufferAttachments()
    result.all = all.filter { $0.value.mode == mode }
    return result
  }

  package var isEmpty: Bool { all.isEmpty }

  /// The keys and values, regardless of mode.
  package var dictionary: NSMutableDictionary {
    let result = NSMutableDictionary()
    for (key, attachment) in all { result[key as NSString] = attachment.value }
    return result
  }
}

/// The attachments of one buffer, which threads may read and change at any time.
///
/// Values removed by a change are released outside the lock: their deinitialisers may use the buffer.
package struct AttachmentStore: ~Copyable, Sendable {
  private let attachments: Mutex<BufferAttachments>

  package init(_ attachments: BufferAttachments = .init()) {
    self.attachments = Mutex(attachments)
  }

  /// The present attachments.
  package var current: BufferAttachments { attachments.withLock { $0 } }

  /// The attachment of a key.
  package subscript(key: String) -> BufferAttachments.Attachment? {
    get { current[key] }
    nonmutating set {
      // The value before is released outside the lock.
      _ = attachments.withLock { $0.replace(key, with: newValue) }
    }
  }

  /// Changes several attachments at once.
  package func update(_ change: (inout BufferAttachments) -> Void) {
    _ = attachments.withLock { all in
      let old = all
      change(&all)
      return old
    }
  }
}
