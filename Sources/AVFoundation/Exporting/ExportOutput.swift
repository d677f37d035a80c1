internal import MediaEngine
internal import MediaGraph

/// The file of an export: checked before anything is read.
struct ExportOutput: Sendable {
  let url: URL
  let fileType: AVFileType
  /// The type as graphs name it.
  let type: ExportFileType

  /// - Parameter isNew: True if the place of the file is not looked at.
  /// - Throws: `AVError`, `Diagnostic` for settings that make no export, whatever the asset.
  init(_ settings: ExportSettings, _ row: ExportPresetRow, isNew: Bool = false) throws {
    if case .refused(let reason) = row.work {
      throw AVError(.encoderNotFound, reason: "\(row.name) cannot be made: \(reason)")
    }
    guard let url = settings.outputURL else { throw AVError.cannotExport("outputURL is not set") }
    guard url.isFileURL else {
      throw AVError.cannotExport("outputURL '\(url.absoluteString)' is not the URL of a file")
    }
    guard let fileType = settings.outputFileType ?? ExportFileType.inferred(from: url) else {
      throw AVError.cannotExport("outputFileType is not set, and '\(url.lastPathComponent)' does not say it")
    }
    guard let type = ExportFileType(fileType), row.fileTypes.contains(fileType) else {
      let known = row.fileTypes.map(\.rawValue).joined(separator: ", ")
      throw AVError.cannotExport(
        "\(row.name) makes no files of type '\(fileType.rawValue)'", "the types are \(known)")
    }
    (self.url, self.fileType, self.type) = (url, fileType, type)
    let range = settings.timeRange
    guard range.hasReadableTimes else { throw AVError.cannotExport("timeRange is \(range.text), which has no times") }
    guard range.duration > .zero else { throw AVError.cannotExport("timeRange is \(range.text), which is empty") }
    guard settings.fileLengthLimit >= 0 else { throw AVError.cannotExport("fileLengthLimit is negative") }
    if !isNew, let problem = MuxerSupport.problem(writingTo: url.path) { throw problem }
    if let folder = settings.temporaryFolder?.path, access(folder, W_OK | X_OK) != 0 {
      throw AVError.cannotExport(
        "directoryForTemporaryFiles cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}
