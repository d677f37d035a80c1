import CoreGraphics

/// The propagation of an attachment to a buffer made from another.
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
  buffer.attachmentStore[key as String] = .init(value: value, mode: attachmentMode)
}

/// Attaches all entries of a dictionary.
public func CVBufferSetAttachments(
  _ buffer: CVBuffer, _ theAttachments: CFDictionary, _ attachmentMode: CVAttachmentMode
) {
  for (key, value) in theAttachments {
    guard let key = key as? String else { continue }
    buffer.attachmentStore[key] = .init(value: value as AnyObject, mode: attachmentMode)
  }
}

/// Returns the value attached under a key, or nil; its mode is stored at `attachmentMode`.
///
/// The buffer retains the value: it is valid until the attachment is replaced or removed.
public func CVBufferGetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> Unmanaged<CFTypeRef>? {
  CVBufferCopyAttachment(buffer, key, attachmentMode).map(Unmanaged.passUnretained)
}

/// Returns the value attached under a key, or nil; its mode is stored at `attachmentMode`.
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
  guard let attachment = buffer.attachmentStore[key as String] else { return nil }
  attachmentMode?.pointee = attachment.mode
  return attachment.value
}

/// Returns the attachments of one mode; an empty dictionary if there are none.
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  CVBufferCopyAttachments(buffer, attachmentMode)
}

/// Returns the attachments of one mode; an empty dictionary if there are none.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  buffer.attachmentStore.current.only(attachmentMode).dictionary
}

/// Returns true if a value is attached under a key.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
  buffer.attachmentStore[key as String] != nil
}

/// Removes the value attached under a key, if there is one.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
  buffer.attachmentStore[key as String] = nil
}

/// Removes all attachments.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) {
  buffer.attachmentStore.update { $0 = .init() }
}

/// Copies the attachments that propagate, with their mode, to another buffer.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
  let chosen = sourceBuffer.attachmentStore.current.only(.shouldPropagate)
  destinationBuffer.attachmentStore.update { $0.merge(chosen) }
}
