import CoreMedia
import Foundation
import MovieFile

/// The names of movie codecs: for display, and GStreamer's.
package enum CodecNames {
  /// Returns the codec of a description; the format is nil if GStreamer has no name for it.
  package static func names(of description: CMFormatDescription) -> (words: String, format: String?) {
    let type = BoxType(rawValue: description.mediaSubType.rawValue)
    // Numbers are bit depths of RGB.
    if description.mediaType == .video, type.rawValue <= 64 { return (Codec.raw.title, Codec.raw.capsName) }
    guard let (codec, entry) = Codec.found(type, where: { _ in true }) else { return (type.text, nil) }
    let words =
      switch codec {
      case .h264: withProfile(codec.title, h264Profile(description.atom("avcC")))
      case .hevc: withProfile(entry.words ?? codec.title, hevcProfile(description.atom("hvcC")))
      case .pcm: pcm(description)
      default: entry.words ?? codec.title
      }
    let format = (entry.caps ?? codec.entries.first?.caps).map { String($0.prefix { $0 != "," }) }
    return (words.isEmpty ? type.text : words, format)
  }

  private static func withProfile(_ name: String, _ profile: String?) -> String {
    profile.map { "\(name) (\($0) Profile)" } ?? name
  }

  /// Returns the profile in an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, clause 5.3.3.1; ITU-T H.264, annex A).
  static func h264Profile(_ record: Data?) -> String? {
    guard let record, record.count > 2 else { return nil }
    let (profile, constraints) = (record[record.startIndex + 1], record[record.startIndex + 2])
    return switch profile {
    case 66: constraints & 0x40 != 0 ? "Constrained Baseline" : "Baseline"
    case 77: "Main"
    case 88: "Extended"
    case 100: "High"
    case 110: "High 10"
    case 122: "High 4:2:2"
    case 244: "High 4:4:4"
    case 44: "CAVLC 4:4:4 Intra"
    default: nil
    }
  }

  /// Returns the profile in an HEVCDecoderConfigurationRecord (ISO/IEC 14496-15, clause 8.3.3.1; ITU-T H.265, annex A).
  static func hevcProfile(_ record: Data?) -> String? {
    guard let record, record.count > 1 else { return nil }
    return switch record[record.startIndex + 1] & 0x1f {
    case 1: "Main"
    case 2: "Main 10"
    case 3: "Main Still Picture"
    case 4: "Format Range Extensions"
    default: nil
    }
  }

  private static func pcm(_ description: CMFormatDescription) -> String {
    guard let format = description.audioStreamBasicDescription else { return "Raw audio" }
    let isFloat = format.mFormatFlags & kAudioFormatFlagIsFloat != 0
    return "Raw \(format.mBitsPerChannel)-bit \(isFloat ? "floating-point" : "PCM") audio"
  }
}

extension CMFormatDescription {
  /// Returns an extension box of the sample entry, such as `avcC`.
  func atom(_ name: String) -> Data? {
    let atoms = extensions[.sampleDescriptionExtensionAtoms]?.propertyListRepresentation as? NSDictionary
    return atoms?.object(forKey: name as NSString) as? Data
  }
}
