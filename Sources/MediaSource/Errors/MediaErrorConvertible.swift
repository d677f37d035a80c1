import Foundation
internal import GStreamer
import MovieFile

/// An error of a lower layer that can be converted to a media error.
package protocol MediaErrorConvertible: Error {
  /// Returns the media error, with `self` as its underlying error.
  ///
  /// - Parameter family: The failed operation, for errors without one.
  func mediaError(_ family: MediaError.Family) -> MediaError
}

extension MediaError {
  /// Creates the media error for any error; errors of unknown types are from a program's or a plugin's code.
  ///
  /// - Parameter family: The failed operation.
  package init(_ error: any Error, during family: Family) {
    switch error {
    case let error as MediaError: self = error
    case let error as any MediaErrorConvertible: self = error.mediaError(family)
    case is CancellationError: self.init(.cancelled, "it was cancelled", family: .cancelled, underlying: error)
    default: self.init(.failed, "\(error)", family: .plugin, underlying: error)
    }
  }

  /// Creates the error of a system call, with the system's text.
  package init(errno number: Int32, family: Family, path: String? = nil, underlying: (any Error)? = nil) {
    let error = underlying ?? POSIXError(errno: number)
    self.init(
      Self.code(errno: number, family), String(cString: strerror(number)), family: family, path: path,
      system: .errno(number), underlying: error)
  }

  private static func code(errno number: Int32, _ family: Family) -> Code {
    switch (number, family) {
    case (ENOMEM, _): .outOfMemory
    case (ENOSPC, _), (EDQUOT, _), (EFBIG, _): .noSpace
    case (EEXIST, _): .exists
    case (_, .writing), (_, .muxing), (_, .encoding): .unwritable
    case (ENOENT, .device), (ENXIO, .device): .deviceMissing
    case (EBUSY, .device): .deviceBusy
    case (_, .device): .deviceLost
    case (ENOENT, _), (ENOTDIR, _): .missing
    default: .unreadable
    }
  }
}

extension POSIXError: MediaErrorConvertible {
  package func mediaError(_ family: MediaError.Family) -> MediaError {
    MediaError(errno: code.rawValue, family: family, underlying: self)
  }
}

extension MovieError: MediaErrorConvertible {
  package func mediaError(_ family: MediaError.Family) -> MediaError {
    if let systemCode {
      var error = MediaError(
        errno: systemCode, family: code == .unwritable ? .writing : .reading, path: file, underlying: self)
      error.reason = message
      return error
    }
    let (mediaCode, work): (MediaError.Code, MediaError.Family) =
      switch code {
      case .notAMovie, .unsupported: (.unknownFormat, .reading)
      case .truncated, .malformed, .excessive: (.damaged, .reading)
      case .protected: (.protected, .reading)
      case .changed: (.changed, .reading)
      case .unreadable: (.unreadable, .reading)
      case .forbiddenReference: (.forbiddenReference, .reading)
      case .unwritable: (.unwritable, .writing)
      case .notStorable: (.unsupported, .muxing)
      }
    return MediaError(mediaCode, description, family: work, path: file, underlying: self)
  }
}

extension DecoderError: MediaErrorConvertible {
  package func mediaError(_ family: MediaError.Family) -> MediaError {
    let mediaCode: MediaError.Code =
      switch code {
      case .damagedSample: .damagedSample
      case .missingReference: .missingReference
      case .missingDecoder: .missingDecoder
      case .unreadableSample: .unreadable
      case .incompleteFormat: .incompleteFormat
      case .protected: .protected
      case .unsupported: .unsupported
      case .outOfMemory: .outOfMemory
      case .noSample: .noSample
      }
    return MediaError(
      mediaCode, description, family: code == .unreadableSample ? .reading : .decoding, time: time,
      codec: mediaSubType, underlying: self)
  }
}

extension MediaFileError: MediaErrorConvertible {
  package func mediaError(_ family: MediaError.Family) -> MediaError {
    let code: MediaError.Code =
      switch reason {
      case .unsupportedScheme, .noHost, .malformedURL: .malformedURL
      case .contentType: .unknownFormat
      // The request had neither a user name nor a password.
      case .status(401), .status(402), .status(403), .status(407), .status(451): .notAuthorized
      case .status, .timeout, .unreachable, .cutOff, .noRanges: .unreadable
      case .changed: .changed
      }
    return MediaError(code, message, path: url?.absoluteString, underlying: self)
  }
}

extension GStreamerError: MediaErrorConvertible {
  package func mediaError(_ family: MediaError.Family) -> MediaError {
    let code: MediaError.Code =
      switch self {
      case .notStarted, .noSuchElement, .elementNotCreated, .notRegistered: .unavailable
      case .notLinked, .badCaps: .unsupported
      case .notMapped, .notWritable: .outOfMemory
      default: .failed
      }
    return MediaError(code, description, family: family, underlying: self)
  }
}
