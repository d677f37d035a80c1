internal import MediaSource
internal import GStreamer
import CoreMedia

/// Audio that an element changes sample by sample, without a pipeline around it: it gives each block back before the push returns.
///
///     block ─▷ free source pad ─▷ element ─▷ free sink pad ─▷ block
final class FilteredAudio: PulledAudio {
  private let input: any PulledAudio
  private let make: () throws -> Element
  private var filter: (format: DecodedAudioFormat, session: AudioElementSession)?

  /// - Parameter make: Makes the element, which keeps the format and the length of what it gets.
  init(_ input: any PulledAudio, _ make: @escaping () throws -> Element) { (self.input, self.make) = (input, make) }

  func format(_ cancellation: Cancellation) throws -> DecodedAudioFormat { try input.format(cancellation) }
  func move(to range: CMTimeRange) { input.move(to: range) }

  func next(_ cancellation: Cancellation) throws -> DecodedAudio? {
    guard let chunk = try input.next(cancellation) else { return nil }
    let session: AudioElementSession
    if let filter, filter.format == chunk.format {
      session = filter.session
    } else {
      session = try AudioElementSession(make(), chunk.format)
      filter = (chunk.format, session)
    }
    return DecodedAudio(format: chunk.format, position: chunk.position, bytes: try session.changed(chunk.bytes))
  }
}
