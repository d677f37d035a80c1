import CoreGraphics
import CoreVideo
import Foundation

/// An object that carries attachments: a `CMSampleBuffer`, a `CMBlockBuffer` or a `CVBuffer`. Functions do nothing with
/// other objects.
public typealias CMAttachmentBearer = AnyObject
/// The propagation of an attachment to objects made from its own.
public typealias CMAttachmentMode = UInt32

/// The attachment describes its object only.
public var kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode { 0 }
/// The attachment is copied by `CMPropagateAttachments(_:destination:)`.
public var kCMAttachmentMode_ShouldPropagate: CMAttachmentMode { 1 }

/// Attaches a value, in place of one that had the same key; nil attaches nothing.
///
/// Every mode but `kCMAttachmentMode_ShouldPropagate` counts as `kCMAttachmentMode_ShouldNotPropagate`.
public func CMSetAttachment(
  _ target: CMAttachmentBearer, key: CFString, value: CFTypeRef?, attachmentMode: CMAttachmentMode
) {
  guard let value else { return }
  let mode = CVAttachmentMode(rawValue: attachmentMode) ?? .shouldNotPropagate
  withStore(of: target) { $0[key as String] = .init(value: value, mode: mode) }
}

/// The value attached under a key, or nil; its mode is stored at `attachmentModeOut`.
public func CMGetAttachment(
  _ target: CMAttachmentBearer, key: CFString, attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? {
  guard let attachment = attachments(of: target)[key as String] else { return nil }
  attachmentModeOut?.pointee = attachment.mode.rawValue
  return attachment.value
}

/// Removes the value attached under a key, if there is one.
public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: CFString) {
  withStore(of: target) { $0[key as String] = nil }
}

/// Removes all attachments.
public func CMRemoveAllAttachments(_ target: CMAttachmentBearer) {
  withStore(of: target) { $0.update { $0 = .init() } }
}

/// The attachments of one mode, by key; nil if there are none.
public func CMCopyDictionaryOfAttachments(
  allocator: CFAllocator?, target: CMAttachmentBearer, attachmentMode: CMAttachmentMode
) -> CFDictionary? {
  guard let mode = CVAttachmentMode(rawValue: attachmentMode) else { return nil }
  let chosen = attachments(of: target).only(mode)
  return chosen.isEmpty ? nil : chosen.dictionary
}

/// Attaches all entries of a dictionary, in place of those that had the same keys.
public func CMSetAttachments(
  _ target: CMAttachmentBearer, attachments theAttachments: CFDictionary, attachmentMode: CMAttachmentMode
) {
  for (key, value) in theAttachments {
    guard let key = key as? String else { continue }
    CMSetAttachment(target, key: key as NSString, value: value as AnyObject, attachmentMode: attachmentMode)
  }
}

/// Copies the attachments that propagate, with their mode, to another object.
public func CMPropagateAttachments(_ source: CMAttachmentBearer, destination: CMAttachmentBearer) {
  let chosen = attachments(of: source).only(.shouldPropagate)
  withStore(of: destination) { $0.update { $0.merge(chosen) } }
}

/// The attachments of an object as they are now; none for objects that carry none.
private func attachments(of target: CMAttachmentBearer) -> BufferAttachments {
  var result = BufferAttachments()
  withStore(of: target) { result = $0.current }
  return result
}

/// Lends the attachments of an object; does nothing for objects that carry none.
private func withStore(of target: CMAttachmentBearer, _ body: (borrowing AttachmentStore) -> Void) {
  switch target {
  case let buffer as any AttachmentStoring: buffer.withAttachmentStore(body)
  case let buffer as CVBuffer: body(buffer.attachmentStore)
  default: break
  }
}

/// An object of Core Media that holds attachments.
protocol AttachmentStoring: AnyObject {
  /// Lends the attachments.
  func withAttachmentStore(_ body: (borrowing AttachmentStore) -> Void)
}
