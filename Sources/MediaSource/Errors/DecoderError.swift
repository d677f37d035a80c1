public import CoreMedia

/// The reason why video or audio could not be decoded.
public struct DecoderError: Error, Hashable, Sendable {
  /// The family of a problem; match it with `error.code`.
  public enum Code: String, Hashable, Sendable {
    /// A sample is damaged: truncated, overwritten, or refused by the decoder.
    case damagedSample
    /// The bytes of a sample cannot be read: the file ends before, or its source fails.
    case unreadableSample
    /// There is no decoder for the format: none is known, none is installed, or none accepts it. `mediaSubType` is the
    /// format.
    case missingDecoder
    /// The track lacks a part of the decoder's configuration.
    case incompleteFormat
    /// The samples are encrypted.
    case protected
    /// The track or the operation is not supported.
    case unsupported
    /// There is no memory for the result.
    case outOfMemory
    /// No sample is presented at the time: it is in an empty edit or outside of the track.
    case noSample
    /// The sample depends on samples that the track does not have.
    case missingReference
  }

  public var code: Code
  /// One line, without a full stop.
  public var message: String
  /// The sample's index in decode order, from 0.
  public var sample: Int?
  /// The sample's presentation time, on the track's timeline without edits; invalid if the problem has none.
  public var time: CMTime
  /// The message of the decoder or the file.
  public var cause: String?
  /// The media type of a format without a decoder.
  public var mediaType: CMFormatDescription.MediaType?
  /// The format without a decoder, if the file has a code for it.
  public var mediaSubType: CMFormatDescription.MediaSubType?
  /// The names of the GStreamer elements that decode the format, none of which is installed; empty if the format has none.
  public var missingElements: [String] = []

  public init(_ code: Code, _ message: String, sample: Int? = nil, time: CMTime = .invalid, cause: String? = nil) {
    self.code = code
    self.message = message
    self.sample = sample
    self.time = time
    self.cause = cause
  }

  /// Creates the error of a format without a decoder.
  package init(missingDecoderFor description: CMFormatDescription?, _ message: String, cause: String? = nil) {
    self.init(.missingDecoder, message, cause: cause)
    (mediaType, mediaSubType) = (description?.mediaType, description?.mediaSubType)
  }
}

extension DecoderError: CustomStringConvertible {
  /// The whole error in one line: `sample 12 at 00:00:00.480 is damaged: 3 bytes are missing`.
  public var description: String {
    let place = sample.map { "sample \($0)" + (time.isNumeric ? " at \(time.positionText)" : "") + ": " } ?? ""
    return place + message + (cause.map { " (\($0))" } ?? "")
  }
}
