import CoreMedia
import Foundation
import MovieFile

/// What codecs of movie files are called: in words, and by GStreamer.
enum CodecNames {
  /// The codec of a description; the format is nil where GStreamer has no name for it.
  static func names(of description: CMFormatDescription) -> (words: String, format: String?) {
    let type = BoxType(rawValue: description.mediaSubType.rawValue)
    switch type {
    case "avc1", "avc3": return (withProfile("H.264", h264Profile(description.atom("avcC"))), "video/x-h264")
    case "hvc1", "hev1": return (withProfile("H.265", hevcProfile(description.atom("hvcC"))), "video/x-h265")
    case "lpcm": return (pcm(description), "audio/x-raw")
    default: break
    }
    if let known = table[type] { return known }
    if description.mediaType == .video, isRaw(type) { return ("Uncompressed video", "video/x-raw") }
    return (type.text, nil)
  }

  private static func withProfile(_ name: String, _ profile: String?) -> String {
    profile.map { "\(name) (\($0) Profile)" } ?? name
  }

  /// The profile in an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, clause 5.3.3.1; ITU-T H.264, annex A).
  private static func h264Profile(_ record: Data?) -> String? {
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

  /// The profile in an HEVCDecoderConfigurationRecord (ISO/IEC 14496-15, clause 8.3.3.1; ITU-T H.265, annex A).
  private static func hevcProfile(_ record: Data?) -> String? {
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

  private static func isRaw(_ type: BoxType) -> Bool {
    // Numbers are depths of RGB.
    type.rawValue <= 64
      || ["raw ", "2vuy", "yuv2", "yuvs", "v210", "v216", "v308", "v408", "v410", "BGRA"].contains(type)
  }

  private static let table: [BoxType: (String, String?)] = {
    let entries: [(BoxType, String, String?)] = [
      ("av01", "AV1", "video/x-av1"), ("vp08", "VP8", "video/x-vp8"), ("vp09", "VP9", "video/x-vp9"),
      ("mp4v", "MPEG-4 Video", "video/mpeg"), ("mp1v", "MPEG-1 Video", "video/mpeg"),
      ("mp2v", "MPEG-2 Video", "video/mpeg"), ("m2v1", "MPEG-2 Video", "video/mpeg"),
      ("h263", "H.263", "video/x-h263"), ("s263", "H.263", "video/x-h263"), ("jpeg", "JPEG", "image/jpeg"),
      ("mjpa", "Motion JPEG", "image/jpeg"), ("png ", "PNG", "image/png"), ("rle ", "Apple Animation", "video/x-rle"),
      ("apcn", "Apple ProRes 422", "video/x-prores"), ("apch", "Apple ProRes 422 HQ", "video/x-prores"),
      ("apcs", "Apple ProRes 422 LT", "video/x-prores"), ("apco", "Apple ProRes 422 Proxy", "video/x-prores"),
      ("ap4h", "Apple ProRes 4444", "video/x-prores"), ("ap4x", "Apple ProRes 4444 XQ", "video/x-prores"),
      ("aac ", "MPEG-4 AAC", "audio/mpeg"), ("mp4a", "MPEG-4 AAC", "audio/mpeg"),
      ("aach", "MPEG-4 HE-AAC", "audio/mpeg"), ("aacp", "MPEG-4 HE-AAC v2", "audio/mpeg"),
      (".mp1", "MPEG-1 Layer 1 (MP1)", "audio/mpeg"), (".mp2", "MPEG-1 Layer 2 (MP2)", "audio/mpeg"),
      (".mp3", "MPEG-1 Layer 3 (MP3)", "audio/mpeg"),
      ("alac", "Apple Lossless Audio (ALAC)", "audio/x-alac"),
      ("ac-3", "AC-3 (ATSC A/52)", "audio/x-ac3"), ("ec-3", "E-AC-3 (ATSC A/52B)", "audio/x-eac3"),
      ("opus", "Opus", "audio/x-opus"), ("flac", "Free Lossless Audio Codec (FLAC)", "audio/x-flac"),
      ("ulaw", "Mu-Law", "audio/x-mulaw"), ("alaw", "A-Law", "audio/x-alaw"),
      ("samr", "Adaptive Multi Rate (AMR)", "audio/AMR"),
      ("sawb", "Adaptive Multi Rate (AMR), wide band", "audio/AMR-WB"),
      ("ima4", "IMA ADPCM", "audio/x-adpcm"), ("tx3g", "Timed text", "text/x-raw"),
      ("text", "QuickTime text", "text/x-raw"),
      ("wvtt", "WebVTT", "application/x-subtitle-vtt"), ("stpp", "TTML", "application/ttml+xml"),
      ("c608", "CEA-608 captions", "closedcaption/x-cea-608"), ("c708", "CEA-708 captions", "closedcaption/x-cea-708"),
      ("tmcd", "Time code", nil), ("mebx", "Timed metadata", nil),
    ]
    return Dictionary(entries.map { ($0.0, ($0.1, $0.2)) }) { first, _ in first }
  }()
}

extension CMFormatDescription {
  /// A box of the sample entry, such as `avcC`.
  fileprivate func atom(_ name: String) -> Data? {
    let atoms = extensions[.sampleDescriptionExtensionAtoms]?.propertyListRepresentation as? NSDictionary
    return atoms?.object(forKey: name as NSString) as? Data
  }
}
