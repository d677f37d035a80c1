import MovieFile

/// What the first bytes of media tell of who can read them, where the rest has not come yet.
package enum MediaBeginning: Sendable {
  /// Not enough of them.
  case tooShort
  /// MPEG-4, QuickTime or 3GPP.
  case movie
  case coreAudio
  /// WAVE or AIFF.
  case chunkedSound
  /// MP3 or AAC that tells where it ends, or has tags before it.
  case song
  /// MP3 or AAC that may go on for ever.
  case bareSound
  /// Whatever only GStreamer's parsers know.
  case other

  /// How many bytes are enough for every file.
  package static let length = 8192

  /// - Parameter isAll: Whether there will be no more bytes.
  package init(_ bytes: [UInt8], isAll: Bool) {
    let isEnough = isAll || bytes.count >= Self.length
    if bytes.count < 12, !isEnough {
      self = .tooShort
    } else if bytes.starts(with: "caff".utf8) {
      self = .coreAudio
    } else if bytes.count >= 12, (try? ChunkedSoundFile.isOne(MemoryByteSource(Array(bytes.prefix(64))))) == true {
      self = .chunkedSound
    } else if FileType.begins(bytes) {
      self = .movie
    } else if bytes.starts(with: "ID3".utf8) {
      self = .song
    } else if bytes.count > 1, bytes[0] == 0xff, bytes[1] & 0xe0 == 0xe0 {
      guard isEnough else {
        self = .tooShort
        return
      }
      let file = try? AudioFrameFile(source: MemoryByteSource(Array(bytes.prefix(Self.length))))
      if let file, file.isBare {
        self = file.summary?.frameCount == nil && file.gapless == nil ? .bareSound : .song
      } else {
        self = .other
      }
    } else {
      self = .other
    }
  }
}
