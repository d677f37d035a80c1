import CoreAudioTypes

/// The entry of a track that is written (RFC 9559, section 5.1.4.1).
struct MatroskaTrackHeader {
  /// The track's number, from 1.
  let number: Int
  let draft: TrackDraft
  let codec: MatroskaCodec
  /// The duration of each frame of video in nanoseconds; nil if it is not constant.
  var defaultDuration: Int64?
  /// The audio before the first sample that is heard, in nanoseconds.
  var delay: Int64 = 0

  /// The time that Opus decoders need to converge, in nanoseconds (RFC 7845, section 4.6).
  private static let opusPreRoll: UInt64 = 80_000_000

  /// Writes the entry; it has the same size whatever the delay and the duration.
  func write(to writer: inout EBMLWriter) {
    let isVideo = draft.handlerType == .video
    let isAudio = draft.handlerType == .audio
    writer.master(0xae) { entry in
      entry.unsigned(0xd7, UInt64(number))
      entry.unsigned(0x73c5, UInt64(number))
      entry.unsigned(0x83, isVideo ? 1 : isAudio ? 2 : 0x11)
      entry.unsigned(0x88, draft.isEnabled ? 1 : 0)
      let purposes: [(UInt32, StreamFlags)] = [
        (0x55aa, .forced), (0x55ab, .forHearingImpaired), (0x55ac, .forVisuallyImpaired), (0x55ae, .original),
        (0x55af, .commentary),
      ]
      for (id, purpose) in purposes where draft.purpose.contains(purpose) { entry.unsigned(id, 1) }
      entry.unsigned(0x9c, 0)
      entry.text(0x22b59c, draft.language?.iso639 ?? "und")
      if let tag = draft.extendedLanguageTag { entry.text(0x22b59d, tag) }
      if let name = draft.name, !name.isEmpty { entry.text(0x536e, name) }
      entry.text(0x86, codec.id)
      let data = codec.privateData(delay: delay)
      if !data.isEmpty { entry.binary(0x63a2, data) }
      if isVideo {
        // The rate is certain at the end.
        if let defaultDuration { entry.wide(0x23e383, UInt64(max(1, defaultDuration))) } else { entry.void(12) }
      }
      if isAudio {
        entry.wide(0x56aa, UInt64(max(0, delay)))
        if codec.id == "A_OPUS" { entry.unsigned(0x56bb, Self.opusPreRoll) }
      }
      if isVideo, let description = codec.description {
        MatroskaPicture(description, draft).write(to: &entry)
      } else if isAudio, let stream = codec.description?.audioStreamBasicDescription {
        entry.master(0xe1) { audio in
          audio.float(0xb5, stream.mSampleRate)
          audio.unsigned(0x9f, UInt64(stream.mChannelsPerFrame))
          let depth = stream.mBitsPerChannel > 0 ? stream.mBitsPerChannel : losslessDepth(stream)
          if depth > 0 { audio.unsigned(0x6264, UInt64(depth)) }
        }
      }
    }
  }

  /// The bits of a sample of FLAC and Apple Lossless; 0 for others.
  private func losslessDepth(_ stream: AudioStreamBasicDescription) -> UInt32 {
    guard stream.mFormatID == kAudioFormatFLAC || stream.mFormatID == kAudioFormatAppleLossless else { return 0 }
    return [0, 16, 20, 24, 32][min(Int(stream.mFormatFlags), 4)]
  }
}
