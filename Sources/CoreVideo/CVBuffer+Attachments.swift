import CoreGraphics

/// Whether an attachment goes along when a buffer is made from another.
public enum CVAttachmentMode: UInt32, Sendable {
  /// The attachment describes this buffer only.
  case shouldNotPropagate = 0
  /// The attachment is copied by `CVBufferPropagateAttachments(_:_:)`.
  case shouldPropagate = 1
}

/// Attaches a value, in place of one that had the same key.
public func CVBufferSetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode
) {
  // The key is copied: a mutable string must not change inside the dictionary.
  let key = NSString(string: key as String)
  // The old value is released outside the lock: its deinitialiser may use this buffer.
  _ = buffer.withAttachments { $0.updateValue(.init(value: value, mode: attachmentMode), forKey: key) }
}

/// Attaches all entries of a dictionary.
public func CVBufferSetAttachments(
  _ buffer: CVBuffer, _ theAttachments: CFDictionary, _ attachmentMode: CVAttachmentMode
) {
  for (key, value) in theAttachments {
    guard let key = key as? String else { continue }
    CVBufferSetAttachment(buffer, NSString(string: key), value as AnyObject, attachmentMode)
  }
}

/// The value attached under a key, or nil; its mode is stored at `attachmentMode`.
///
/// The buffer keeps the value: it is valid until the attachment is replaced or removed.
public func CVBufferGetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> Unmanaged<CFTypeRef>? {
  CVBufferCopyAttachment(buffer, key, attachmentMode).map(Unmanaged.passUnretained)
}

/// The value attached under a key, or nil; its mode is stored at `attachmentMode`.
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
  guard let attachment = buffer.withAttachments({ $0[key] }) else { return nil }
  attachmentMode?.pointee = attachment.mode
  return attachment.value
}

/// The attachments of one mode; an empty dictionary if there are none.
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  CVBufferCopyAttachments(buffer, attachmentMode)
}

/// The attachments of one mode; an empty dictionary if there are none.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  let chosen = buffer.withAttachments { $0.filter { $0.value.mode == attachmentMode } }
  let result = NSMutableDictionary()
  for (key, attachment) in chosen { result[key] = attachment.value }
  return result
}

/// Whether a value is attached under a key.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
  buffer.withAttachments { $0[key] != nil }
}

/// Removes the value attached under a key, if there is one.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
  _ = buffer.withAttachments { $0.removeValue(forKey: key) }
}

/// Removes all attachments.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) {
  _ = buffer.withAttachments { attachments in
    let old = attachments
    attachments = [:]
    return old
  }
}

/// Copies the attachments that propagate, with their mode, to another buffer.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
  let chosen = sourceBuffer.withAttachments { $0.filter { $0.value.mode == .shouldPropagate } }
  _ = destinationBuffer.withAttachments { attachments in
    let old = attachments
    attachments.merge(chosen) { $1 }
    return old
  }
}
