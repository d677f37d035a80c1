public import CoreMedia

/// A failure of working with media that keeps its type on the way to the caller: what failed, at what stage, where in the media, and why.
///
/// Raised where it happens, or made of a lower layer's error at the boundary (`MediaErrorConvertible`); the engine adds the node,
/// AVFoundation makes an `AVError` of it by a table. Matches in `catch` by code:
///
///     do { … } catch MediaError.Code.missing { … }
public struct MediaError: Error, Sendable {
  /// The operation that failed.
  public enum Family: String, Hashable, Sendable, CaseIterable {
    case usage, reading, decoding, rendering, encoding, muxing, writing, device, plugin, cancelled
  }

  /// The cause, for programs that handle it.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    // Inputs

    /// The file does not exist.
    case missing
    /// The operating system or the server does not deliver the bytes.
    case unreadable
    /// The URL is malformed.
    case malformedURL
    /// The bytes can only be read once and in order, which does not suffice.
    case unseekable
    /// The file has no media, or none in a known format.
    case noMedia
    /// The file's format is unknown.
    case unknownFormat
    /// The source or its parser delivered nothing for too long.
    case stalled
    /// The contents are inconsistent or violate their format.
    case damaged
    /// The file was changed, replaced or removed after it was opened.
    case changed
    /// The media are encrypted.
    case protected
    /// The server requires authorization.
    case notAuthorized
    /// The media are in another file, which the reference restrictions exclude.
    case forbiddenReference

    // Media

    /// A sample is damaged: truncated, overwritten, or refused by the decoder.
    case damagedSample
    /// A sample depends on samples that the track does not have.
    case missingReference
    /// The track lacks a part of the decoder's configuration.
    case incompleteFormat
    /// No sample is presented at the time.
    case noSample
    /// The media are valid, but the operation is not supported for them.
    case unsupported

    // Components

    /// A required library or element does not start.
    case unavailable
    /// There is no decoder for the format.
    case missingDecoder
    /// There is no encoder for the format.
    case missingEncoder
    case outOfMemory

    // Outputs

    /// The file exists.
    case exists
    /// There is no space for the file: on the disk, in the user's quota, or within the file size limit.
    case noSpace
    /// The operating system refuses to write.
    case unwritable

    // Devices

    /// The device is not connected, or does not open.
    case deviceMissing
    /// Another program uses the device.
    case deviceBusy
    /// The device stopped during use.
    case deviceLost

    /// The work was cancelled.
    case cancelled
    /// The operation failed for a reason that only the underlying error has, such as one thrown by a closure.
    case failed
  }

  /// The error number or the GError of the system or a library.
  public enum SystemCode: Hashable, Sendable {
    /// A number of errno.h.
    case errno(Int32)
    /// The domain and the code of a GError.
    case gError(domain: String, code: Int)
  }

  /// The operation that failed.
  public var family: Family
  /// The cause, for programs that handle it.
  public var code: Code
  /// The cause, in one line without a full stop and without the file's name.
  public var reason: String
  /// The operation that failed, such as `probe`; empty if the family suffices.
  public var stage: String
  /// The time in the media at which it failed; invalid where time has no part in it.
  public var time: CMTime
  /// The codec that failed.
  public var codec: CMFormatDescription.MediaSubType?
  /// The path or URL at fault.
  public var path: String?
  /// The number by which the system or a library names the cause; nil if none did.
  public var system: SystemCode?
  /// The error that led to this one.
  public var underlying: (any Error)?
  /// The advice to the person who asked for the work.
  public var help: String?

  public init(
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
  public static func ~= (code: MediaError.Code, error: any Error) -> Bool {
    (error as? MediaError)?.code == code
  }
}

extension MediaError: CustomStringConvertible {
  /// The whole error in one line: `cannot read 'movie.mp4': it is empty`.
  public var description: String { summary + ": " + reason }

  /// The failed work and the file: `cannot read 'movie.mp4'`.
  public var summary: String {
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
