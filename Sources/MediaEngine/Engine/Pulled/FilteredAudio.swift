internal import MediaSource
internal import GStreamer
internal import CGStreamer
import CoreMedia
import Synchronization

/// Audio that an element changes sample by sample, without a pipeline around it: it gives each block back before the push returns.
///
///     block ─▷ free source pad ─▷ element ─▷ free sink pad ─▷ block
final class FilteredAudio: PulledAudio {
  private let input: any PulledAudio
  private let make: () throws -> Element
  private var filter: (format: DecodedAudioFormat, session: Session)?

  /// - Parameter make: Makes the element, which keeps the format and the length of what it gets.
  init(_ input: any PulledAudio, _ make: @escaping () throws -> Element) { (self.input, self.make) = (input, make) }

  func format(_ cancellation: Cancellation) throws -> DecodedAudioFormat { try input.format(cancellation) }
  func move(to range: CMTimeRange) { input.move(to: range) }

  func next(_ cancellation: Cancellation) throws -> DecodedAudio? {
    guard let chunk = try input.next(cancellation) else { return nil }
    let session: Session
    if let filter, filter.format == chunk.format {
      session = filter.session
    } else {
      session = try Session(make(), chunk.format)
      filter = (chunk.format, session)
    }
    return DecodedAudio(format: chunk.format, position: chunk.position, bytes: try session.filtered(chunk.bytes))
  }

  /// An element between two pads of ours.
  private final class Session {
    private let element: Element
    private let input = Pad.free(.source)
    private let output: Pad
    private let collected: Collected

    init(_ element: Element, _ format: DecodedAudioFormat) throws {
      self.element = element
      let collected = Collected()
      self.collected = collected
      output = Pad.collecting { collected.receive($0) }
      input.setActive(true)
      output.setActive(true)
      try input.link(to: element.pad("sink"))
      try element.pad("src").link(to: output)
      try element.setStateBlocking(.paused)
      input.push(.streamStart(id: "reel"))
      let caps = try Caps(format.caps)
      guard input.push(.caps(caps)) else { throw GStreamerError.badCaps(caps.text) }
      input.push(.segment())
    }

    deinit {
      output.unlink()
      input.unlink()
      element.shutDown()
    }

    func filtered(_ bytes: [UInt8]) throws -> [UInt8] {
      guard input.push(Buffer(copying: bytes)) == .ok else {
        throw DecoderError(.unsupported, "\(element.label) does not take the sound")
      }
      return try collected.take().flatMap { try $0.withUnsafeBytes { [UInt8]($0) } }
    }
  }

  /// The buffers that an element has given.
  private final class Collected: Sendable {
    private let buffers = Mutex<[Buffer]>([])

    func receive(_ arrival: Pad.Arrival) -> Flow {
      if case .buffer(let buffer) = arrival { buffers.withLock { $0.append(buffer) } }
      return .ok
    }

    func take() -> [Buffer] {
      buffers.withLock { buffers in
        defer { buffers = [] }
        return buffers
      }
    }
  }
}
