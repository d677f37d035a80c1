import AVFoundation
import MediaGraph

/// A summary of the media files in a folder and its subfolders, one line each.
struct FolderSummary: Encodable, Sendable {
  struct Row: Encodable, Sendable {
    /// The path relative to the folder.
    let file: String
    var duration: Double?
    var video: String?
    var audio: String?
    /// The number of tracks that are neither.
    var otherTracks = 0
    /// The reason why it cannot be read.
    var problem: String?
  }

  /// The number of files that are read concurrently.
  private static let width = 8

  let folder: String
  let files: [Row]

  /// Nil if the path is no folder.
  init?(_ path: String) async throws(Diagnostic) {
    var isFolder: ObjCBool = false
    // A dot alone is printed as such.
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else { return nil }
    folder = path
    let names = Self.names(in: path)
    files = await withTaskGroup(of: (Int, Row).self) { group in
      var rows = [Row?](repeating: nil, count: names.count)
      var next = 0
      func start() {
        guard next < names.count else { return }
        let (index, name) = (next, names[next])
        next += 1
        group.addTask { (index, await Row(name, in: path)) }
      }
      for _ in 0..<Self.width { start() }
      for await (index, row) in group {
        rows[index] = row
        start()
      }
      return rows.compactMap(\.self)
    }
  }

  /// Returns the files with media extensions, in order; hidden ones are left out.
  private static func names(in folder: String) -> [String] {
    let extensions = AVURLAsset.fileExtensions
    let all = FileManager.default.enumerator(
      at: URL(fileURLWithPath: folder), includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    let base = URL(fileURLWithPath: folder).standardizedFileURL.path + "/"
    return (all?.compactMap { ($0 as? URL)?.standardizedFileURL.path } ?? []).filter {
      extensions.contains(URL(fileURLWithPath: $0).pathExtension.lowercased())
    }.map { $0.hasPrefix(base) ? String($0.dropFirst(base.count)) : $0 }.sorted()
  }

  var problems: [Diagnostic] {
    files.compactMap { row in
      row.problem.map { Diagnostic("cannot read '\(folder)/\(row.file)'", kind: .input, cause: $0) }
    }
  }

  var text: String {
    let readable = files.filter { $0.problem == nil }
    let seconds = readable.compactMap(\.duration).reduce(0, +)
    let total = CMTime(value: Int64(seconds * 1000), timescale: 1000)
    let count = files.count == 1 ? "1 file" : "\(files.count) files"
    let bad = files.count - readable.count
    let last = "\(folder): \(count), \(total.clockText)" + (bad > 0 ? ", \(bad) of them unreadable" : "")
    return (Self.table(files.map(\.cells)) + [last]).joined(separator: "\n")
  }

  private static func table(_ rows: [[String]]) -> [String] {
    guard let first = rows.first else { return [] }
    let widths = first.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(separator: "  ")
        .trimmingCharacters(in: .whitespaces)
    }
  }
}

extension FolderSummary.Row {
  fileprivate init(_ name: String, in folder: String) async {
    file = name
    let asset = AVURLAsset(url: URL(fileURLWithPath: "\(folder)/\(name)"))
    do {
      let (tracks, length) = try await asset.load(.tracks, .duration)
      duration = length.isNumeric ? length.seconds : nil
      for track in tracks {
        let format = try await track.load(.formatDescriptions).first
        let codec = format.map { "\($0.mediaSubType)".trimmingCharacters(in: CharacterSet(charactersIn: "' ")) } ?? "?"
        switch track.mediaType {
        case .video where video == nil:
          let size = try await track.load(.naturalSize)
          video = "\(codec) \(Int(size.width.rounded()))x\(Int(size.height.rounded()))"
        case .audio where audio == nil:
          let sound = format?.audioStreamBasicDescription
          audio = sound.map { "\(codec) \($0.wholeRate ?? 0) Hz \($0.mChannelsPerFrame) ch" } ?? codec
        default: otherTracks += 1
        }
      }
    } catch {
      problem = (error as? AVError)?.failureReason ?? "\(error)"
    }
  }

  fileprivate var cells: [String] {
    if problem != nil { return [file, "unreadable", "", "", ""] }
    let length = duration.map { CMTime(value: Int64($0 * 1000), timescale: 1000).clockText } ?? "no end"
    return [file, length, video ?? "-", audio ?? "-", otherTracks > 0 ? "+\(otherTracks)" : ""]
  }
}
