import CoreGraphics
import CoreVideo
import Foundation

/// An object that carries attachments: a `CMSampleBuffer`, a `CMBlockBuffer` or a `CVBuffer`. Functions do nothing with
/// other objects.
public typealias CMAttachmentBearer = AnyObject
/// Whether an attachment goes along to objects made from its own.
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
  if let buffer = target as? CVBuffer {
    CVBufferSetAttachment(buffer, key, value, CVAttachmentMode(rawValue: attachmentMode) ?? .shouldNotPropagate)
  } else {
    let mode =
      attachmentMode == kCMAttachmentMode_ShouldPropagate
      ? kCMAttachmentMode_ShouldPropagate : kCMAttachmentMode_ShouldNotPropagate
    store(of: target)?[key as String] = .init(value: value, mode: mode)
  }
}

/// The value attached under a key, or nil; its mode is stored at `attachmentModeOut`.
public func CMGetAttachment(
  _ target: CMAttachmentBearer, key: CFString, attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? {
  if let buffer = target as? CVBuffer {
    var mode = CVAttachmentMode.shouldNotPropagate
    let value = CVBufferCopyAttachment(buffer, key, &mode)
    if value != nil { attachmentModeOut?.pointee = mode.rawValue }
    return value
  }
  guard let attachment = store(of: target)?[key as String] else { return nil }
  attachmentModeOut?.pointee = attachment.mode
  return attachment.value
}

/// Removes the value attached under a key, if there is one.
public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: CFString) {
  if let buffer = target as? CVBuffer {
    CVBufferRemoveAttachment(buffer, key)
  } else {
    store(of: target)?[key as String] = nil
  }
}

/// Removes all attachments.
public func CMRemoveAllAttachments(_ target: CMAttachmentBearer) {
  if let buffer = target as? CVBuffer {
    CVBufferRemoveAllAttachments(buffer)
  } else {
    store(of: target)?.removeAll()
  }
}

/// The attachments of one mode, by key; nil if there are none.
public func CMCopyDictionaryOfAttachments(
  allocator: CFAllocator?, target: CMAttachmentBearer, attachmentMode: CMAttachmentMode
) -> CFDictionary? {
  if let buffer = target as? CVBuffer {
    guard let mode = CVAttachmentMode(rawValue: attachmentMode) else { return nil }
    let all = CVBufferCopyAttachments(buffer, mode)
    return all?.count == 0 ? nil : all
  }
  guard let all = store(of: target)?.all(mode: attachmentMode), !all.isEmpty else { return nil }
  let result = NSMutableDictionary()
  for (key, value) in all { result[key as NSString] = value }
  return result
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
  let mode = kCMAttachmentMode_ShouldPropagate
  if let all = CMCopyDictionaryOfAttachments(allocator: nil, target: source, attachmentMode: mode) {
    CMSetAttachments(destination, attachments: all, attachmentMode: mode)
  }
}

private func store(of target: CMAttachmentBearer) -> AttachmentStore? {
  (target as? CMSampleBuffer)?.attachmentStore ?? (target as? CMBlockBuffer)?.attachmentStore
}
