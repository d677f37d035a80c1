internal import CGStreamer
import CoreMedia
package import GStreamer

extension MediaError {
  /// Creates the error that an element has posted: that of its Swift part, or by the GError's domain and code.
  ///
  /// - Parameters:
  ///   - family: The operation of the element's node.
  ///   - path: The file that the node reads or writes.
  ///   - time: The node's position in the media; invalid if it had no output.
  package init(_ report: Message.Report, during family: Family, path: String? = nil, time: CMTime = .invalid) {
    if let cause = report.cause {
      self.init(cause, during: family)
    } else {
      let (code, work) = Self.meaning(of: report, family, hasBegun: time.isNumeric)
      let reason = code == .unknownFormat && Code.isUnknownType(report.code) ? Self.unknownType : report.text
      self.init(
        code, reason, family: work, system: .gError(domain: report.domain, code: report.code), underlying: report)
    }
    self.path = self.path ?? path
    if !self.time.isNumeric { self.time = time }
  }

  private static func meaning(of report: Message.Report, _ family: Family, hasBegun: Bool) -> (Code, Family) {
    switch report.domain {
    case name(of: gst_resource_error_quark()):
      return resource(GstResourceError(rawValue: .init(report.code)), family, hasBegun: hasBegun)
    case name(of: gst_stream_error_quark()):
      return stream(GstStreamError(rawValue: .init(report.code)), family)
    case name(of: gst_library_error_quark()): return (.unavailable, family)
    case name(of: gst_core_error_quark()):
      switch GstCoreError(rawValue: .init(report.code)) {
      case GST_CORE_ERROR_MISSING_PLUGIN: return (family == .decoding ? .missingDecoder : .unavailable, family)
      case GST_CORE_ERROR_NEGOTIATION, GST_CORE_ERROR_CAPS: return (.unsupported, family)
      default: return (.failed, family)
      }
    default: return (.failed, family)
    }
  }

  private static func name(of quark: GQuark) -> String { String(cString: g_quark_to_string(quark)) }

  private static func resource(_ error: GstResourceError, _ family: Family, hasBegun: Bool) -> (Code, Family) {
    switch (error, family) {
    case (GST_RESOURCE_ERROR_NO_SPACE_LEFT, _): (.noSpace, .writing)
    case (GST_RESOURCE_ERROR_NOT_AUTHORIZED, _): (.notAuthorized, family)
    case (GST_RESOURCE_ERROR_BUSY, .device): (.deviceBusy, family)
    case (GST_RESOURCE_ERROR_SETTINGS, .device): (.unsupported, family)
    case (GST_RESOURCE_ERROR_NOT_FOUND, .device), (GST_RESOURCE_ERROR_OPEN_READ, .device),
      (GST_RESOURCE_ERROR_OPEN_WRITE, .device), (GST_RESOURCE_ERROR_OPEN_READ_WRITE, .device):
      (.deviceMissing, family)
    // Audio servers report `FAILED` both if there is none and if it goes away.
    case (_, .device): (hasBegun ? .deviceLost : .deviceMissing, family)
    case (GST_RESOURCE_ERROR_NOT_FOUND, _): (.missing, family)
    case (GST_RESOURCE_ERROR_OPEN_WRITE, _), (GST_RESOURCE_ERROR_WRITE, _): (.unwritable, .writing)
    case (GST_RESOURCE_ERROR_OPEN_READ, _), (GST_RESOURCE_ERROR_READ, _), (GST_RESOURCE_ERROR_SEEK, _):
      (.unreadable, .reading)
    default: (.failed, family)
    }
  }

  private static func stream(_ error: GstStreamError, _ family: Family) -> (Code, Family) {
    switch error {
    case GST_STREAM_ERROR_DECODE: (.damagedSample, .decoding)
    case GST_STREAM_ERROR_ENCODE: (.failed, .encoding)
    case GST_STREAM_ERROR_MUX: (.failed, .muxing)
    case GST_STREAM_ERROR_DEMUX: (.damaged, .reading)
    case GST_STREAM_ERROR_CODEC_NOT_FOUND: (.missingDecoder, .decoding)
    case GST_STREAM_ERROR_TYPE_NOT_FOUND, GST_STREAM_ERROR_WRONG_TYPE: (.unknownFormat, .reading)
    case GST_STREAM_ERROR_FORMAT, GST_STREAM_ERROR_NOT_IMPLEMENTED: (.unsupported, family)
    case GST_STREAM_ERROR_DECRYPT, GST_STREAM_ERROR_DECRYPT_NOKEY: (.protected, .reading)
    default: (.failed, family)
    }
  }
}

extension MediaError {
  /// The reason of a file whose kind cannot be told from its bytes; GStreamer's words for it name no cause.
  static let unknownType = "it is no media file, or one of an unknown kind"
}

extension MediaError.Code {
  /// True for the codes of stream errors that GStreamer has for bytes that are no medium: of no known type, or of one (plain text)
  /// that an element does not take.
  static func isUnknownType(_ code: Int) -> Bool {
    code == Int(GST_STREAM_ERROR_TYPE_NOT_FOUND.rawValue) || code == Int(GST_STREAM_ERROR_WRONG_TYPE.rawValue)
  }
}
