internal import MediaSource
internal import GStreamer
import CoreMedia
import MediaGraph

/// A node whose stream is pulled.
struct PulledPlace {
  let node: GraphNode
  let implementation: any ElementNode

  /// Runs a body, and makes its errors diagnostics that say which node has failed and when; those of a node before it, and
  /// cancellations, stay what they are.
  func naming<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as Diagnostic {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch {
      var media = MediaError(error, during: implementation.family)
      media.path = media.path ?? implementation.inputFiles.first?.text
      throw Diagnostic(stopping: node, implementation, media, cause: "\(error)")
    }
  }
}

extension PulledStream {
  /// The same stream; its errors name the node that makes it.
  func named(_ place: PulledPlace) -> PulledStream {
    switch self {
    case .frames(let frames): .frames(NamedFrames(frames, place))
    case .audio(let audio): .audio(NamedAudio(audio, place))
    case .packets(let packets): .packets(NamedPackets(packets, place))
    }
  }
}

private final class NamedFrames: PulledFrames {
  private let input: any PulledFrames
  private let place: PulledPlace
  init(_ input: any PulledFrames, _ place: PulledPlace) { (self.input, self.place) = (input, place) }
  var orientation: FrameOrientation? { input.orientation }
  func firstCaps() throws -> Caps? { try place.naming { try input.firstCaps() } }
  func next(_ cancellation: Cancellation) throws -> PulledFrame? { try place.naming { try input.next(cancellation) } }
  func move(to range: CMTimeRange) { input.move(to: range) }
}

private final class NamedAudio: PulledAudio {
  private let input: any PulledAudio
  private let place: PulledPlace
  init(_ input: any PulledAudio, _ place: PulledPlace) { (self.input, self.place) = (input, place) }
  func format(_ cancellation: Cancellation) throws -> DecodedAudioFormat {
    try place.naming { try input.format(cancellation) }
  }
  func next(_ cancellation: Cancellation) throws -> DecodedAudio? { try place.naming { try input.next(cancellation) } }
  func move(to range: CMTimeRange) { input.move(to: range) }
}

private final class NamedPackets: PulledPackets {
  private let input: any PulledPackets
  private let place: PulledPlace
  init(_ input: any PulledPackets, _ place: PulledPlace) { (self.input, self.place) = (input, place) }
  func next(_ cancellation: Cancellation) throws -> PulledPacket? { try place.naming { try input.next(cancellation) } }
  func move(to range: CMTimeRange) { input.move(to: range) }
}
