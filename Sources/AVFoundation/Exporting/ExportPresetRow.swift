internal import MediaEngine
internal import MediaGraph

/// A preset of export sessions: what it makes, of which media, in which files.
struct ExportPresetRow: Sendable {
  enum Work: Sendable, Equatable {
    /// Media are encoded as a preset of the graph's says.
    case encode(ExportPreset.Preset)
    /// Samples stay as they are stored.
    case passThrough
    /// Samples stay as they are stored but at cuts and where frames have to be drawn.
    case smart
    /// Nothing here makes it, for a reason.
    case refused(String)
  }

  let name: String
  let work: Work
  /// The types of files that it is written to; of pass-through, all that hold the asset's tracks.
  let fileTypes: [AVFileType]

  static let all: [ExportPresetRow] = [
    ExportPresetRow(h264: AVAssetExportPresetLowQuality, .low),
    ExportPresetRow(h264: AVAssetExportPresetMediumQuality, .medium),
    ExportPresetRow(h264: AVAssetExportPresetHighestQuality, .highest),
    ExportPresetRow(hevc: AVAssetExportPresetHEVCHighestQuality, .hevcHighest),
    ExportPresetRow(withAlpha: AVAssetExportPresetHEVCHighestQualityWithAlpha),
    ExportPresetRow(h264: AVAssetExportPreset640x480, .vga640x480),
    ExportPresetRow(h264: AVAssetExportPreset960x540, .qhd960x540),
    ExportPresetRow(h264: AVAssetExportPreset1280x720, .hd1280x720),
    ExportPresetRow(h264: AVAssetExportPreset1920x1080, .hd1920x1080),
    ExportPresetRow(h264: AVAssetExportPreset3840x2160, .uhd3840x2160),
    ExportPresetRow(hevc: AVAssetExportPresetHEVC1920x1080, .hevc1920x1080),
    ExportPresetRow(withAlpha: AVAssetExportPresetHEVC1920x1080WithAlpha),
    ExportPresetRow(hevc: AVAssetExportPresetHEVC3840x2160, .hevc3840x2160),
    ExportPresetRow(withAlpha: AVAssetExportPresetHEVC3840x2160WithAlpha),
    ExportPresetRow(name: AVAssetExportPresetAppleM4A, work: .encode(.m4a), fileTypes: [.m4a]),
    ExportPresetRow(name: AVAssetExportPresetAppleProRes422LPCM, work: .encode(.prores422), fileTypes: [.mov]),
    ExportPresetRow(name: AVAssetExportPresetAppleProRes4444LPCM, work: .encode(.prores4444), fileTypes: [.mov]),
    ExportPresetRow(
      name: AVAssetExportPresetSmartRendering, work: .smart,
      fileTypes: [.mov, .mp4, .m4v, .mobile3GPP, .matroska, .transportStream]),
    ExportPresetRow(
      name: AVAssetExportPresetPassthrough, work: .passThrough, fileTypes: WriterFileType.all.map(\.type)),
  ]

  /// The row of a name; nil for a name that is no preset's.
  static func named(_ name: String) -> ExportPresetRow? { all.first { $0.name == name } }

  /// The preset of the graph's, if it encodes.
  var preset: ExportPreset.Preset? { if case .encode(let preset) = work { preset } else { nil } }

  /// True if it encodes with what is installed here.
  var isInstalled: Bool {
    guard let preset else { return work == .passThrough || work == .smart }
    let video: (any Node)? =
      switch preset.videoCoding {
      case .h264: VideoEncodeH264()
      case .hevc: VideoEncodeHEVC()
      case .proRes: VideoEncodeProRes()
      case nil: nil
      }
    let audio: any Node =
      switch preset.audioCoding {
      case .aac: AudioEncodeAAC()
      case .pcm: AudioEncodePCM()
      }
    return [video, audio].compactMap(\.self).allSatisfy { MuxerSupport.isInstalled($0) }
  }
}

extension ExportPresetRow {
  private init(h264 name: String, _ preset: ExportPreset.Preset) {
    self.init(
      name: name, work: .encode(preset), fileTypes: [.mov, .mp4, .m4v, .mobile3GPP, .matroska, .transportStream])
  }

  private init(hevc name: String, _ preset: ExportPreset.Preset) {
    self.init(name: name, work: .encode(preset), fileTypes: [.mov, .mp4, .m4v, .matroska, .transportStream])
  }

  private init(withAlpha name: String) {
    self.init(name: name, work: .refused("no encoder here keeps the alpha of HEVC"), fileTypes: [])
  }
}

/// The type of an exported file as graphs name it.
struct ExportFileType: Sendable {
  let type: ExportPreset.FileType
  var brand = MuxMP4.Brand.mp4

  /// - Returns: Nil for types that are not written.
  init?(_ type: AVFileType) {
    guard let written = WriterFileType.of(type) else { return nil }
    switch written.muxer {
    case .mp4(let brand): (self.type, self.brand) = (.mp4, brand)
    case .mov: self.type = .mov
    case .m4a: self.type = .m4a
    case .threeGP: self.type = .threeGP
    case .caf: self.type = .caf
    case .wav: self.type = .wav
    case .aiff: self.type = .aiff
    case .aifc: self.type = .aifc
    case .amr: self.type = .amr
    case .mp3: self.type = .mp3
    case .matroska: self.type = .mkv
    case .webM: self.type = .webm
    case .transportStream: self.type = .ts
    }
  }

  /// The type as copies name it; nil for files that are not made by copying bytes.
  var copied: AssetCopy.FileType? { brand == .m4v ? .m4v : AssetCopy.FileType(rawValue: type.rawValue) }

  /// Returns the type of a file by its name's extension; nil for unknown ones.
  static func inferred(from url: URL) -> AVFileType? {
    let name = url.pathExtension.lowercased()
    let type = FileFormat.all.first { $0.extensions.contains(name) }?.types.first
    return type.flatMap { WriterFileType.of($0) == nil ? nil : $0 }
  }
}
