import Synchronization

/// The samples that a cursor passes over, since they cannot be decoded where a file has lost others, as players do: the frame
/// before stays, and sound is silent. Samples of whole files are errors.
///
/// Its cursor passes on one thread; notes are read on any.
package final class PassedDamage: Sendable {
  private let found = Mutex<(count: Int, first: DecoderError?)>((0, nil))
  private let noun: String

  /// - Parameter noun: The name of a sample for people, in the singular.
  init(_ noun: String) { self.noun = noun }

  /// Returns true for an error that follows from the loss of samples, and takes note of it.
  func passes(_ error: DecoderError, in track: any CodedTrack) -> Bool {
    guard error.code == .damagedSample || error.code == .missingReference, track.loss(behind: error.sample ?? 0) != nil
    else { return false }
    found.withLock { $0 = ($0.count + 1, $0.first ?? error) }
    return true
  }

  /// The note about what was passed over; none if nothing was.
  package var notes: [String] { Self.notes(of: [self]) }

  /// The note about what the cursors of one track have passed over; none if nothing was.
  package static func notes(of all: [PassedDamage]) -> [String] {
    let known = all.map { $0.found.withLock { $0 } }
    let count = known.reduce(0) { $0 + $1.count }
    guard let noun = all.first?.noun, let first = known.compactMap(\.first).min(by: { $0.time < $1.time }) else {
      return []
    }
    let subject = count == 1 ? "\(noun) is" : "\(noun)s are"
    return ["\(count) \(subject) left out, from \(first.time.positionText) on: \(first.message)"]
  }
}
