package import CoreMedia

/// A failure of working with media that keeps its type on the way to the caller: what failed, at what stage, where in the media, and why.
///
/// Raised where it happens; the engine adds the node, AVFoundation makes an `AVError` of it by a table. Matches in `catch` by code:
///
///     do { … } catch MediaError.Code.missing { … }
package struct MediaError: Error, Sendable {
  /// The part of the work that failed.
  package enum Family: String, Hashable, Sendable {
    case usage, reading, decoding, rendering, encoding, muxing, writing, device, plugin, cancelled
  }

  package enum Code: String, Hashable, Sendable {
    /// There is no file of this name.
    case missing
    /// The operating system or the server does not give the bytes.
    case unreadable
    /// The URL makes no sense.
    case malformedURL
    /// The bytes come once and in their order, which is not enough.
    case unseekable
    /// There is nothing to see or hear in the file, or nothing that a reader here knows.
    case noMedia
    /// The source or its parser gave nothing for too long.
    case stalled
    /// A library or an element that the work needs does not start.
    case unavailable
    /// The contents contradict themselves or their format.
    case damaged
  }

  /// The number or the GError that the system or a library gave.
  package enum SystemCode: Hashable, Sendable {
    case errno(Int32)
    case gError(domain: String, code: Int)
  }

  package var family: Family
  package var code: Code
  /// The cause, one line without a full stop and without the name of the file.
  package var reason: String
  /// The operation that met the error, such as `probe`; empty where the family says all.
  package var stage: String
  /// The time in the media at which it failed; invalid where time has no part in it.
  package var time: CMTime
  /// The codec that failed.
  package var codec: CMFormatDescription.MediaSubType?
  /// The path or URL at fault.
  package var path: String?
  package var system: SystemCode?
  package var underlying: (any Error)?
  /// The advice to the person who asked for the work.
  package var help: String?

  package init(
    _ code: Code, _ reason: String, family: Family = .reading, stage: String = "", time: CMTime = .invalid,
    codec: CMFormatDescription.MediaSubType? = nil, path: String? = nil, system: SystemCode? = nil,
    underlying: (any Error)? = nil, help: String? = nil
  ) {
    self.family = family
    self.code = code
    self.reason = reason
    self.stage = stage
    self.time = time
    self.codec = codec
    self.path = path
    self.system = system
    self.underlying = underlying
    self.help = help
  }
}

extension MediaError.Code {
  /// True for a media error of this code: what `catch` asks.
  package static func ~= (code: MediaError.Code, error: any Error) -> Bool {
    (error as? MediaError)?.code == code
  }
}

extension MediaError: CustomStringConvertible {
  /// The whole error in one line: `cannot read 'movie.mp4': it is empty`.
  package var description: String { summary + ": " + reason }

  /// The failed work and the file: `cannot read 'movie.mp4'`.
  package var summary: String {
    let work =
      switch family {
      case .usage: "cannot use"
      case .reading: "cannot read"
      case .decoding: "cannot decode"
      case .rendering: "cannot render"
      case .encoding: "cannot encode"
      case .muxing: "cannot mux"
      case .writing: "cannot write"
      case .device: "cannot use the device"
      case .plugin: "cannot use the plugin"
      case .cancelled: "cancelled"
      }
    return path.map { "\(work) '\($0)'" } ?? "\(work) the media"
  }
}
