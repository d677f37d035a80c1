/// A coding of pictures or sound, and what there is to know about it to decode any part of it exactly.
package enum Codec: String, Hashable, Sendable {
  case h264, hevc, vp8, vp9, av1, proRes, motionJPEG, mpeg4, mpeg2, h263, theora, sorenson, dnxhd, png, animation, raw
  case aac, mpegAudio, opus, vorbis, flac, alac, ac3, enhancedAC3, amr, amrWideband, speex, uLaw, aLaw, adpcm, pcm

  package var isPicture: Bool {
    switch self {
    case .h264, .hevc, .vp8, .vp9, .av1, .proRes, .motionJPEG, .mpeg4, .mpeg2, .h263, .theora, .sorenson, .dnxhd, .png,
      .animation, .raw:
      true
    default: false
    }
  }

  /// Whether coding leaves so little to guess that many zeros in a row are none of it.
  package var isEntropyCoded: Bool { ![.raw, .pcm, .uLaw, .aLaw, .adpcm, .speex, .animation, .png].contains(self) }

  /// Every sample is decoded by itself.
  package var isIntraOnly: Bool { [.proRes, .motionJPEG, .dnxhd, .png, .raw].contains(self) }

  /// The elements that decode it, the best first.
  ///
  /// Those of libav give the same samples as ffmpeg; but its AMR-WB does not agree on a format with GStreamer, and its PNG mixes up
  /// pictures.
  package var decoders: [String] {
    switch self {
    case .h264: ["avdec_h264"]
    case .hevc: ["avdec_h265"]
    case .vp8: ["avdec_vp8", "vp8dec"]
    case .vp9: ["avdec_vp9", "vp9dec"]
    case .av1: ["av1dec"]
    case .proRes: ["avdec_prores"]
    case .motionJPEG: ["avdec_mjpeg", "jpegdec"]
    case .mpeg4: ["avdec_mpeg4"]
    case .mpeg2: ["avdec_mpeg2video", "mpeg2dec"]
    case .h263: ["avdec_h263"]
    case .theora: ["theoradec"]
    case .sorenson: ["avdec_flv"]
    case .dnxhd: ["avdec_dnxhd"]
    case .png: ["pngdec"]
    case .animation: ["avdec_qtrle"]
    case .raw: ["identity"]
    case .aac: ["avdec_aac"]
    case .mpegAudio: ["avdec_mp3float", "avdec_mp3"]
    case .opus: ["opusdec"]
    case .vorbis: ["vorbisdec"]
    case .flac: ["avdec_flac"]
    case .alac: ["avdec_alac"]
    case .ac3: ["avdec_ac3", "a52dec"]
    case .enhancedAC3: ["avdec_eac3"]
    case .amr: ["avdec_amrnb", "amrnbdec"]
    case .amrWideband: ["amrwbdec"]
    case .speex: ["speexdec"]
    case .uLaw: ["mulawdec"]
    case .aLaw: ["alawdec"]
    // One for each layout: see `CodedFormat.decoders`.
    case .adpcm: []
    case .pcm: []
    }
  }

  /// How many packets to decode before the one that is wanted, so that it comes out as in a linear decode; nil if it must be
  /// decoded from the beginning.
  ///
  /// Where a coder of AAC asked for noise instead of sending any, each decode has its own.
  package var preRoll: Int? {
    switch self {
    case .aac: 2
    // Layer III borrows bits from earlier packets and overlaps with the one before.
    case .mpegAudio: 10
    case .opus: 40
    case .flac, .alac, .uLaw, .aLaw, .pcm: 0
    default: nil
    }
  }

  /// Packets at the beginning of a decode that give no samples: Vorbis' first one only prepares the second.
  package var silentPackets: Int { self == .vorbis ? 1 : 0 }
}
