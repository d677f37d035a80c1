/// The subtitle formats of Matroska files (Matroska codec specifications, "Subtitle Codecs").
package enum MatroskaSubtitles {
  /// The codes of formats in descriptions, by their codec IDs. Packets of WebVTT in WebM are read as those of Matroska.
  static let codes: [String: BoxType] = [
    "S_TEXT/UTF8": "utf8", "S_TEXT/ASCII": "utf8", "S_TEXT/SSA": "ssa ", "S_SSA": "ssa ", "S_TEXT/ASS": "ass ",
    "S_ASS": "ass ", "S_TEXT/WEBVTT": "wvtt", "D_WEBVTT/SUBTITLES": "wvtt", "D_WEBVTT/CAPTIONS": "wvtt",
    "S_VOBSUB": "dvds", "S_HDMV/PGS": "pgs ", "S_DVBSUB": "dvbs", "S_KATE": "kate",
  ]

  /// The codec IDs under which formats are written: of WebVTT that of WebM, since FFmpeg before version 7 reads no other.
  static let ids: [BoxType: String] = [
    "utf8": "S_TEXT/UTF8", "ssa ": "S_TEXT/SSA", "ass ": "S_TEXT/ASS", "wvtt": "D_WEBVTT/SUBTITLES", "dvds": "S_VOBSUB",
    "pgs ": "S_HDMV/PGS", "dvbs": "S_DVBSUB", "kate": "S_KATE",
  ]

  /// True for the formats of subtitles that such files have.
  package static func holds(_ code: BoxType) -> Bool { ids[code] != nil }
}
