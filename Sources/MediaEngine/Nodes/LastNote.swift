import Synchronization

/// The last note of a streaming thread.
final class LastNote: Sendable {
  private let text = Mutex<String?>(nil)
  func set(_ text: String?) { self.text.withLock { $0 = text } }
  var list: [String] { text.withLock { $0.map { [$0] } ?? [] } }
}
