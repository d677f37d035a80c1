public import CoreMedia

/// Why pictures or sound could not be decoded.
public struct DecoderError: Error, Hashable, Sendable {
  /// The family of a problem; match it with `error.code`.
  public enum Code: String, Hashable, Sendable {
    /// A sample is damaged: cut short, overwritten, or refused by the decoder.
    case damagedSample
    /// The bytes of a sample cannot be read: the file ends before they do, or whoever has it does not give them.
    case unreadableSample
    /// There is no decoder for the format: none is known, none is installed, or none takes it. `mediaSubType` says which format.
    case missingDecoder
    /// The track does not say what a decoder has to know about its format.
    case incompleteFormat
    /// The samples are encrypted.
    case protected
    /// What the track asks for, or what is to become of its media, cannot be done.
    case unsupported
    /// There is no memory for the result.
    case outOfMemory
    /// There is nothing to show at this time: it lies in an empty edit or outside the track.
    case nothingThere
    /// The sample needs others that the track does not have.
    case missingReference
  }

  public var code: Code
  /// One line, without a full stop.
  public var message: String
  /// The sample's number in decoding order, from 0.
  public var sample: Int?
  /// When the sample would be shown, on the track's timeline without edits; invalid if it has no part in the problem.
  public var time: CMTime
  /// What the decoder or the file said.
  public var cause: String?
  /// The kind of the media, where no decoder takes the format.
  public var mediaType: CMFormatDescription.MediaType?
  /// The format that no decoder takes, where the file says it as a code.
  public var mediaSubType: CMFormatDescription.MediaSubType?

  public init(_ code: Code, _ message: String, sample: Int? = nil, time: CMTime = .invalid, cause: String? = nil) {
    self.code = code
    self.message = message
    self.sample = sample
    self.time = time
    self.cause = cause
  }

  /// The error of a format that no decoder takes.
  package init(missingDecoderFor description: CMFormatDescription?, _ message: String, cause: String? = nil) {
    self.init(.missingDecoder, message, cause: cause)
    (mediaType, mediaSubType) = (description?.mediaType, description?.mediaSubType)
  }
}

extension DecoderError: CustomStringConvertible {
  /// All of it in one line: `sample 12 at 00:00:00.480 is damaged: 3 bytes are missing`.
  public var description: String {
    let place = sample.map { "sample \($0)" + (time.isNumeric ? " at \(time.positionText)" : "") + ": " } ?? ""
    return place + message + (cause.map { " (\($0))" } ?? "")
  }
}
