internal import GStreamer
import CoreMedia
import Foundation
import MovieFile

extension CodedFormat {
  /// Creates the decoders' format of a container's stream; of text, the format that its readers know; of audio and video
  /// that nothing here decodes, one for copies.
  ///
  /// - Throws: `DecoderError` with `missingDecoder` for codings that can't be decoded, with `protected` for encrypted
  ///   ones.
  package init(_ stream: ContainerStream) throws {
    if let problem = stream.problem {
      throw DecoderError(problem.code == .protected ? .protected : .unsupported, problem.message)
    }
    guard let description = stream.formatDescription else {
      throw DecoderError(.missingDecoder, "'\(stream.codecID)' can't be decoded")
    }
    if let coded = stream.coded, let caps = try Self.caps(coded, description) {
      self.init(codec: coded.codec, caps: caps, description: description)
    } else if let coded = stream.coded, let caps = try Self.undecodedCaps(coded.codec, description) {
      self.init(codec: coded.codec, caps: caps, description: description)
    } else {
      let format = try CodedFormat(description, frameRate: stream.frameRate)
      guard let fields = Self.fields(description) else {
        self = format
        return
      }
      self.init(codec: format.codec, caps: try Caps(format.caps.text + fields), description: description)
    }
  }

  /// Returns the fields of caps that name the order of a frame's two fields; nil for progressive frames.
  private static func fields(_ description: CMFormatDescription) -> String? {
    let count = description.extensions[.fieldCount]?.propertyListRepresentation as? NSNumber
    guard description.mediaType == .video, count?.intValue == 2 else { return nil }
    switch description.extensions[.fieldDetail]?.propertyListRepresentation as? String {
    case "SpatialFirstLineEarly", "TemporalTopFirst": return ",interlace-mode=interleaved,field-order=top-field-first"
    case "SpatialFirstLineLate", "TemporalBottomFirst":
      return ",interlace-mode=interleaved,field-order=bottom-field-first"
    default: return ",interlace-mode=interleaved"
    }
  }

  /// Returns the caps of a codec that is not decoded here; nil for others, and for those without caps.
  private static func undecodedCaps(_ codec: Codec, _ description: CMFormatDescription) throws -> Caps? {
    let code = BoxType(rawValue: description.mediaSubType.rawValue)
    guard !codec.isDecoded, let caps = codec.entries.first(where: { $0.codes.contains(code) })?.caps else { return nil }
    switch (codec.kind, description.audioStreamBasicDescription) {
    case (.audio, let audio?):
      return try Caps("\(caps),rate=\(audio.wholeRate ?? 0),channels=\(audio.mChannelsPerFrame)")
    case (.video, _):
      return try Caps("\(caps),width=\(description.dimensions.width),height=\(description.dimensions.height)")
    default: return nil
    }
  }

  /// Returns the caps of text, and of codecs whose headers precede the stream and have no place in a description.
  private static func caps(
    _ coded: CodedStream, _ description: CMFormatDescription
  ) throws -> Caps? {
    guard let name = coded.codec.entries.lazy.compactMap(\.caps).first else { return nil }
    // The decoder takes a comment for the second packet, which Matroska files lack: no vendor, no comments.
    let packets = coded.headers + (coded.headers.count == 1 ? [[UInt8](repeating: 0, count: 8)] : [])
    let headers = ",streamheader=(buffer)<\(packets.map(\.hexText).joined(separator: ","))>"
    switch coded.codec {
    case _ where coded.codec.kind == .subtitle:
      return try Caps(name + (coded.configuration.map { ",codec_data=(buffer)" + $0.hexText } ?? ""))
    case .speex where !coded.headers.isEmpty:
      guard let audio = description.audioStreamBasicDescription else { return nil }
      return try Caps("\(name),rate=\(audio.wholeRate ?? 0),channels=\(audio.mChannelsPerFrame)\(headers)")
    default: return nil
    }
  }
}

extension ContainerStream {
  /// Frames a second, as a fraction; nil if the file does not state it.
  fileprivate var frameRate: (Int, Int)? {
    frameDuration.flatMap { duration in
      Int(exactly: duration.value).flatMap { $0 > 0 ? (Int(duration.timescale), $0) : nil }
    }
  }
}
