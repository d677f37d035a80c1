internal import MediaEngine
package import MediaGraph
internal import MediaSource
import Dispatch

extension AVAssetExportSession {
  /// Returns the names of all presets that are made here; pass-through, which encodes nothing, is not one of them.
  public class func allExportPresets() -> [String] {
    ExportPresetRow.all.filter { $0.preset != nil && $0.isInstalled }.map(\.name)
  }

  /// Returns the names of the presets that an asset can be exported with; pass-through, which suits any, is not one of them.
  ///
  /// Blocks until the asset's tracks are read. The asset should not change between this and the export.
  public class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
    let media = ExportedMedia(asset)
    return ExportPresetRow.all.filter { $0.preset != nil && $0.isInstalled && media.suits($0) }.map(\.name)
  }

  /// Finds out if an asset can be exported with a preset, to files of a type.
  ///
  /// - Parameters:
  ///   - outputFileType: The type of the file; nil for any.
  ///   - handler: Called once, on another thread.
  public class func determineCompatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?,
    completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    DispatchQueue.global().async { handler(isCompatible(presetName, asset, outputFileType)) }
  }

  /// Returns true if an asset can be exported with a preset, to files of a type; nil stands for any.
  public class func compatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      determineCompatibility(ofExportPreset: presetName, with: asset, outputFileType: outputFileType) {
        continuation.resume(returning: $0)
      }
    }
  }

  private class func isCompatible(_ name: String, _ asset: AVAsset, _ type: AVFileType?) -> Bool {
    guard let row = ExportPresetRow.named(name), row.isInstalled else { return false }
    let media = ExportedMedia(asset)
    guard media.suits(row) else { return false }
    let types = media.fileTypes(of: row)
    return type.map { types.contains($0) } ?? !types.isEmpty
  }

  /// Returns the presets of graphs that an asset can be exported with, in the order of the list; nil stands for pass-through.
  package class func graphPresets(compatibleWith asset: AVAsset) -> [ExportPreset.Preset?] {
    let media = ExportedMedia(asset)
    return ExportPresetRow.all.filter { $0.work != .smart && $0.isInstalled && media.suits($0) }.map(\.preset)
  }

  // MARK: - File types

  /// The types of files that the session can write: those of the preset, and for pass-through those that hold all of the asset's
  /// tracks. Blocks until the asset's tracks are read.
  public final var supportedFileTypes: [AVFileType] {
    row.preset == nil ? ExportedMedia(asset).fileTypes(of: row) : row.fileTypes
  }

  /// Finds the types of files that the session can write for its asset.
  ///
  /// - Parameter handler: Called once, on another thread.
  public func determineCompatibleFileTypes(completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void) {
    DispatchQueue.global().async { [self] in
      let media = ExportedMedia(asset)
      handler(row.isInstalled && media.suits(row) ? media.fileTypes(of: row) : [])
    }
  }

  /// The types of files that the session can write for its asset.
  public final var compatibleFileTypes: [AVFileType] {
    get async {
      await withCheckedContinuation { continuation in
        determineCompatibleFileTypes { continuation.resume(returning: $0) }
      }
    }
  }
}

/// The media of an asset, as far as presets depend on them.
struct ExportedMedia {
  private let tracks: [AVAssetTrack]
  private let isExportable: Bool
  private let isReadable: Bool
  private let isComposition: Bool

  init(_ asset: AVAsset) {
    isComposition = asset is AVComposition
    isReadable = asset.isReadable
    isExportable = asset.isExportable
    tracks = isReadable ? asset.tracks : []
  }

  private func has(_ type: AVMediaType) -> Bool { tracks.contains { $0.mediaType == type && $0.isPlayable } }

  /// True if a preset makes something of the media.
  func suits(_ row: ExportPresetRow) -> Bool {
    switch row.work {
    case .passThrough: return isReadable && !tracks.isEmpty
    case .smart: return isReadable && tracks.contains { [.video, .audio].contains($0.mediaType) }
    case .refused: return false
    case .encode(let preset):
      guard isExportable else { return false }
      // Of audio alone, a preset of a size would make nothing of that size.
      if has(.video) { return preset.videoCoding != nil || has(.audio) }
      return has(.audio) && [.m4a, .low, .medium, .highest].contains(preset)
    }
  }

  /// The types of files that a preset writes of the media.
  func fileTypes(of row: ExportPresetRow) -> [AVFileType] {
    guard row.work == .passThrough else { return row.fileTypes }
    return row.fileTypes.filter { holdsAll($0) }
  }

  /// True if files of a type hold all video and audio tracks as they are. Others that they do not hold are left out, with a note.
  private func holdsAll(_ type: AVFileType) -> Bool {
    guard let written = WriterFileType.of(type) else { return false }
    let chapters = Set(tracks.flatMap { $0.associatedTracks(ofType: .chapterList) }.map(\.trackID))
    let media = tracks.filter { [.video, .audio].contains($0.mediaType) && !chapters.contains($0.trackID) }
    guard !media.isEmpty, !written.isAudioFile || media.count == 1 else { return false }
    return media.allSatisfy { track in
      written.mediaTypes.contains(track.mediaType)
        && track.descriptions.allSatisfy { MuxerSupport.holds($0, in: written.node) }
    }
  }
}
