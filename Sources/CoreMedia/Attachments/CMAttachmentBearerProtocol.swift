import CoreGraphics
import CoreVideo
import Foundation

/// An object that carries attachments: a sample buffer, a block buffer or an image buffer.
public protocol CMAttachmentBearerProtocol: AnyObject {
  /// The attachments; changes are made to the object itself.
  var attachments: CMAttachmentBearerAttachments { get }
  /// Copies the attachments that propagate, with their mode, to another object.
  func propagateAttachments<T>(to destination: T) where T: CMAttachmentBearerProtocol
}

extension CMAttachmentBearerProtocol {
  /// The attachments; changes are made to the object itself.
  public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(bearer: self) }

  /// Copies the attachments that propagate, with their mode, to another object.
  public func propagateAttachments<T>(to destination: T) where T: CMAttachmentBearerProtocol {
    CMPropagateAttachments(self, destination: destination)
  }
}

extension CVBuffer: CMAttachmentBearerProtocol {}

/// The attachments of one object, by key.
public struct CMAttachmentBearerAttachments {
  let bearer: CMAttachmentBearer

  /// The propagation of an attachment to objects made from its own.
  public enum Mode: CMAttachmentMode, Hashable, Sendable {
    /// The attachment describes this object only.
    case shouldNotPropagate = 0
    /// The attachment propagates.
    case shouldPropagate = 1
  }

  /// An attachment and its mode.
  public enum Value {
    /// A value that describes this object only.
    case shouldNotPropagate(Any)
    /// A value that propagates.
    case shouldPropagate(Any)

    /// The value.
    public var value: Any {
      switch self {
      case .shouldNotPropagate(let value), .shouldPropagate(let value): value
      }
    }

    /// The propagation mode of the value.
    public var mode: Mode {
      switch self {
      case .shouldNotPropagate: .shouldNotPropagate
      case .shouldPropagate: .shouldPropagate
      }
    }
  }

  /// The attachment of a key; nil removes it.
  public subscript(key: String) -> Value? {
    get {
      var mode: CMAttachmentMode = 0
      guard let value = CMGetAttachment(bearer, key: key as NSString, attachmentModeOut: &mode) else { return nil }
      return mode == kCMAttachmentMode_ShouldPropagate ? .shouldPropagate(value) : .shouldNotPropagate(value)
    }
    nonmutating set {
      guard let newValue else {
        CMRemoveAttachment(bearer, key: key as NSString)
        return
      }
      CMSetAttachment(
        bearer, key: key as NSString, value: newValue.value as AnyObject, attachmentMode: newValue.mode.rawValue)
    }
  }

  /// The attachments that go along.
  public var propagated: [String: Any] { all(kCMAttachmentMode_ShouldPropagate) }

  /// The attachments that describe this object only.
  public var nonPropagated: [String: Any] { all(kCMAttachmentMode_ShouldNotPropagate) }

  /// Removes all attachments.
  public func removeAll() {
    CMRemoveAllAttachments(bearer)
  }

  /// Attaches all entries of a dictionary, in place of those that had the same keys.
  public func merge(_ attachments: [String: Any], mode: Mode) {
    for (key, value) in attachments {
      CMSetAttachment(bearer, key: key as NSString, value: value as AnyObject, attachmentMode: mode.rawValue)
    }
  }

  private func all(_ mode: CMAttachmentMode) -> [String: Any] {
    CMCopyDictionaryOfAttachments(allocator: nil, target: bearer, attachmentMode: mode) as? [String: Any] ?? [:]
  }
}
