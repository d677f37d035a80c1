internal import MediaSource
import CoreMedia
import MediaGraph
import MovieFile

extension AssetCopy {
  /// Returns errors for tracks whose codec the copy cannot hold, so that nothing is written.
  ///
  /// Reads the headers of the file; and its tables, if the names of the codecs leave a doubt.
  func unsupportedTracks(of path: String, to format: WritableFormat, at node: GraphNode) -> [Diagnostic] {
    // A file that cannot be read is the run's error, which names the place.
    guard let tracks = try? OpenedMedia(path: path).container.tracks() else { return [] }
    let doubtful = tracks.filter { track in
      guard track.isAudiovisual, let formats = try? track.formatDescriptions() else { return false }
      return formats.contains { !isCertain($0, in: format) }
    }
    guard !doubtful.isEmpty else { return [] }
    let reason: String
    do {
      _ = try FileCopy(Location(path), to: format)
      guard case .audio = format, doubtful.contains(where: { $0.attributes.mediaType == "vide" }) else { return [] }
      reason = "\(format.name) files are for sound"
    } catch let error as UnsupportedMedia where !error.reason.isUnreadable {
      reason = error.reason.message
    } catch let error as MovieError where error.code == .notStorable {
      reason = error.message
    } catch {
      return []
    }
    let place = node.range(ofArgument: "file_type") ?? node.range
    let found = doubtful.map { track in
      (id: track.attributes.id, formats: (try? track.formatDescriptions()) ?? [] as [CMFormatDescription])
    }
    // The reason is that of one track: others are named only if the kind of file does not hold their codecs either.
    let refused = found.filter { track in !track.formats.allSatisfy(isHeld) }
    return (refused.isEmpty ? found : refused).map { track in
      Self.refusal(of: track.formats, track.id, format.name, reason, at: place)
    }
  }

  private static func refusal(
    of formats: [CMFormatDescription], _ track: Int32, _ container: String, _ reason: String, at place: SourceRange?
  ) -> Diagnostic {
    var title = "track \(track)"
    for format in formats.reversed() { title = format.codecTitle ?? title }
    var others: [String] = []
    for muxer in Muxers.all where formats.allSatisfy({ MuxerSupport.holds($0, in: muxer) }) {
      others.append(muxer.nodeType)
    }
    // Only a program's export has presets; its nodes have no place in a file.
    let remedy =
      place == nil
      ? "choose a preset that encodes, such as 'highest'" : "read it with asset.read, and encode it for another muxer"
    return Diagnostic(
      "\(container) cannot hold \(title)", kind: .description, at: place, label: "does not hold track \(track)",
      cause: reason,
      help: others.isEmpty ? remedy : "\(title) goes into \(others.joined(separator: ", ")); or \(remedy)")
  }

  /// True if the format's names alone say that files hold it.
  private func isCertain(_ description: CMFormatDescription, in format: WritableFormat) -> Bool {
    if case .movie(let movie) = format {
      let code = BoxType(rawValue: description.mediaSubType.rawValue)
      let handler: BoxType = description.mediaType == .audio ? "soun" : "vide"
      if movie.unsupportedReason(of: code, handler: handler) != nil { return false }
    }
    return isHeld(description)
  }

  /// True if the muxer of the kind of file takes streams of the format.
  private func isHeld(_ description: CMFormatDescription) -> Bool {
    let name = fileType == .m4v ? "mp4" : fileType.text
    guard let muxer = Muxers.all.first(where: { muxer in muxer.nodeType == "mux.\(name)" }) else { return false }
    return MuxerSupport.holds(description, in: muxer)
  }
}

extension CMFormatDescription {
  /// The name of the codec for people; nil if it is not known.
  fileprivate var codecTitle: String? {
    let code = BoxType(rawValue: mediaSubType.rawValue)
    let isVideo = mediaType == .video
    return Codec.found(code) { $0 == (isVideo ? .video : .audio) }?.codec.title
  }
}
