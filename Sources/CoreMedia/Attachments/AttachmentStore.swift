import CoreGraphics
import CoreVideo
import Foundation
import Synchronization

/// The attachments of a block or sample buffer, with whether they go along to buffers made from it.
final class AttachmentStore: Sendable {
  struct Attachment: @unchecked Sendable {
    var value: CFTypeRef
    var mode: CMAttachmentMode
  }

  private let attachments = Mutex<[String: Attachment]>([:])

  subscript(key: String) -> Attachment? {
    get { attachments.withLock { $0[key] } }
    set {
      // What is replaced is released outside the lock: its deinitialiser may ask for attachments.
      _ = attachments.withLock { all in
        let old = all[key]
        all[key] = newValue
        return old
      }
    }
  }

  /// The attachments of one mode.
  func all(mode: CMAttachmentMode) -> [String: CFTypeRef] {
    attachments.withLock { $0.filter { $0.value.mode == mode } }.mapValues(\.value)
  }

  func removeAll() {
    _ = attachments.withLock { all in
      let old = all
      all = [:]
      return old
    }
  }
}

/// The identifier that `CFGetTypeID(_:)` returns for instances of a class.
func typeIdentifier(of type: AnyClass) -> CFTypeID { typeID(of: type) }
