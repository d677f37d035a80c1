internal import MediaSource
import Synchronization

/// Passes over the samples that cannot be decoded because a transmission has lost others, as players do: the frame before
/// stays, and sound is silent. Samples of files that have to be whole are errors.
///
/// Its source passes on one thread; notes are read on any.
final class PassedDamage: Sendable {
  private let found = Mutex<(count: Int, first: DecoderError?)>((0, nil))
  private let noun: String

  /// - Parameter noun: The name of a sample for people, in the singular.
  init(_ noun: String) { self.noun = noun }

  /// Calls a body until it returns.
  ///
  /// - Throws: All errors but those that follow from the loss of samples.
  func passing<Value>(in track: any CodedTrack, _ body: () throws -> Value) throws -> Value {
    while true {
      do {
        return try body()
      } catch let error as DecoderError where Self.follows(error) && track.loss != nil {
        found.withLock { $0 = ($0.count + 1, $0.first ?? error) }
      }
    }
  }

  private static func follows(_ error: DecoderError) -> Bool {
    error.code == .damagedSample || error.code == .missingReference
  }

  /// The note about what was passed over; none if nothing was.
  var notes: [String] {
    let (count, first) = found.withLock { $0 }
    guard let first else { return [] }
    let subject = count == 1 ? "\(noun) is" : "\(noun)s are"
    return ["\(count) \(subject) left out, from \(first.time.positionText) on: \(first.message)"]
  }
}
