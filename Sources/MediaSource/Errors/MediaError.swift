public import CoreMedia

/// A failure of working with media that keeps its type on the way to the caller: what failed, at what stage, where in the media, and why.
///
/// Raised where it happens, or made of a lower layer's error at the boundary (`MediaErrorConvertible`); the engine adds the node,
/// AVFoundation makes an `AVError` of it by a table. Matches in `catch` by code:
///
///     do { … } catch MediaError.Code.missing { … }
public struct MediaError: Error, Sendable {
  /// The part of the work that failed.
  public enum Family: String, Hashable, Sendable, CaseIterable {
    case usage, reading, decoding, rendering, encoding, muxing, writing, device, plugin, cancelled
  }

  public enum Code: String, Hashable, Sendable, CaseIterable {
    // Inputs

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
    /// The file is of a format that no reader here knows.
    case unknownFormat
    /// The source or its parser gave nothing for too long.
    case stalled
    /// The contents contradict themselves or their format.
    case damaged
    /// The file was changed, replaced or removed since it was opened.
    case changed
    /// The media are encrypted.
    case protected
    /// The server does not serve this user.
    case notAuthorized
    /// The media are in another file, which the restrictions forbid to open.
    case forbiddenReference

    // Media

    /// A sample is damaged: cut short, overwritten, or refused by the decoder.
    case damagedSample
    /// A sample needs others that the track does not have.
    case missingReference
    /// The track does not say what a decoder has to know.
    case incompleteFormat
    /// Nothing is shown or heard at the time.
    case nothingThere
    /// The media are sound, and this cannot be done with them.
    case unsupported

    // Means

    /// A library or an element that the work needs does not start.
    case unavailable
    /// There is no decoder for the format.
    case missingDecoder
    /// There is no encoder for the format.
    case missingEncoder
    case outOfMemory

    // Outputs

    /// There is a file of this name.
    case exists
    /// There is no room for the file: on the disk, in the user's quota, within the limit of the size of files.
    case noSpace
    /// The operating system refuses to write.
    case unwritable

    // Devices

    /// The device is not connected, or does not open.
    case deviceMissing
    /// Another program has the device.
    case deviceBusy
    /// The device gave or took media, and no longer does.
    case deviceLost

    /// The work was cancelled.
    case cancelled
    /// The work failed for a reason that only the underlying error tells, such as one that a closure threw.
    case failed
  }

  /// The number or the GError that the system or a library gave.
  public enum SystemCode: Hashable, Sendable {
    case errno(Int32)
    case gError(domain: String, code: Int)
  }

  public var family: Family
  public var code: Code
  /// The cause, one line without a full stop and without the name of the file.
  public var reason: String
  /// The operation that met the error, such as `probe`; empty where the family says all.
  public var stage: String
  /// The time in the media at which it failed; invalid where time has no part in it.
  public var time: CMTime
  /// The codec that failed.
  public var codec: CMFormatDescription.MediaSubType?
  /// The path or URL at fault.
  public var path: String?
  public var system: SystemCode?
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
