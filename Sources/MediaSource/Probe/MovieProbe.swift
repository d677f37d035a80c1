import CoreMedia
import MovieFile

/// Probes movie and Core Audio files without GStreamer, which does not report edits, key spaces and chapters.
enum MovieProbe {
  /// A description of a movie; nil if it has no tracks that can be read here.
  static func probe(_ movie: Movie) -> AssetProbe? {
    guard !movie.tracks.isEmpty else { return nil }
    var probe = AssetProbe(container: container(movie.fileType), duration: .indefinite, tracks: [])
    probe.problems = movie.problems.map(\.description)
    if let problem = truncation(movie) { probe.problems.append(problem.description) }
    let chapters = movie.tracks.flatMap(\.references).filter { $0.type == "chap" }.flatMap(\.trackIDs)
    for track in movie.tracks {
      var read = read(track, of: movie, &probe.problems)
      read.isChapterList = chapters.contains(track.id)
      probe.tracks.append(read)
    }
    probe.duration = duration(movie, &probe.problems)
    if let metadata = attempt(&probe.problems, { () throws(MovieError) in try movie.metadata() }) {
      probe.metadata = metadata
      probe.problems += metadata.problems.map(\.description)
    }
    probe.chapters = attempt(&probe.problems) { () throws(MovieError) in try movie.chapterLists() } ?? []
    return probe
  }

  /// The problem of a file whose tables name media behind its end. Of fragments, the tables name those that are there, and tell
  /// that others are not.
  private static func truncation(_ movie: Movie) -> MovieError? {
    guard !movie.isFragmented, let stated = try? Movie.statedSize(of: movie.source), stated > movie.source.size else {
      return nil
    }
    return MovieError(
      .truncated, "it is cut off: \(movie.source.size) of \(stated) bytes are there", file: movie.source.name)
  }

  /// A description of a file of audio that no demuxer of GStreamer's reads.
  /// - Throws: What is wrong with its packets.
  static func probe(_ file: any AudioFile, in container: String, path: String) throws(MediaError) -> AssetProbe {
    let table: SampleTable
    do throws(MovieError) {
      table = try file.samples()
    } catch {
      throw AssetProbe.problem(error, path: path)
    }
    var track = AssetProbe.Track(kind: .audio)
    track.id = 1
    (track.codec, track.format) = CodecNames.names(of: file.formatDescription)
    readFormat(file.formatDescription, &track)
    track.timescale = table.timescale
    readSamples(table, &track)
    track.gapless = file.gapless
    let units = file.gapless?.sampleCount ?? table.decodeEnd
    var probe = AssetProbe(
      container: container, duration: CMTime(value: units, timescale: file.sampleRate), tracks: [track])
    if let problem = table.problem { probe.problems = [problem.description] }
    return probe
  }

  private static func container(_ type: FileType) -> String {
    switch type.majorBrand.text {
    case "qt  ": "Quicktime"
    case let brand where brand.hasPrefix("3g"): "3GP"
    default: "ISO MP4/M4A"
    }
  }

  /// Returns the value, or nil after adding a problem.
  private static func attempt<Value>(
    _ problems: inout [String], _ body: () throws(MovieError) -> Value
  ) -> Value? {
    do throws(MovieError) {
      return try body()
    } catch {
      problems.append(error.description)
      return nil
    }
  }

  private static func duration(_ movie: Movie, _ problems: inout [String]) -> CMTime {
    if !movie.isFragmented, movie.header.duration.isNumeric, movie.header.duration > .zero {
      return movie.header.duration
    }
    // The durations in headers of fragmented movies are written before they are known.
    let ends = movie.tracks.compactMap { track in
      attempt(&problems) { () throws(MovieError) in try track.timeline().duration }
    }
    return ends.max() ?? .indefinite
  }

  private static func read(_ track: Track, of movie: Movie, _ problems: inout [String]) -> AssetProbe.Track {
    let description = attempt(&problems) { () throws(MovieError) in try track.formatDescriptions() }?.first
    var result = AssetProbe.Track(kind: kind(description?.mediaType, track.handlerType))
    result.id = Int(track.id)
    if let description {
      (result.codec, result.format) = CodecNames.names(of: description)
      readFormat(description, &result)
    } else {
      result.codec = track.sampleDescriptions.first?.codec.text
    }
    let language = track.extendedLanguageTag ?? track.mediaHeader.language?.tag
    result.language = language == "und" ? nil : language
    result.isEnabled = track.header.isEnabled
    result.alternateGroup = track.header.alternateGroup == 0 ? nil : track.header.alternateGroup
    result.references = track.references
    result.timescale = track.timescale
    if let table = attempt(&problems, { () throws(MovieError) in try track.samples() }) {
      // The tracks of a file in fragments have the same problem.
      if let problem = table.problem?.description, !problems.contains(problem) { problems.append(problem) }
      readSamples(table, &result)
      if let description, result.kind == .video, result.masteringDisplay == nil, table.count > 0 {
        let bytes = attempt(&problems) { () throws(MovieError) in try movie.data(of: table[0], in: track) }
        result.readDisplay(bytes ?? [], description)
      }
      result.edits = attempt(&problems) { () throws(MovieError) in try track.timeline().segments } ?? []
      result.gapless = attempt(&problems) { () throws(MovieError) in try movie.gapless(of: track) } ?? nil
    }
    if let metadata = attempt(&problems, { () throws(MovieError) in try movie.metadata(of: track) }) {
      result.metadata = metadata
      problems += metadata.problems.map(\.description)
      result.characteristics = metadata.taggedCharacteristics
    }
    return result
  }

  private static func kind(_ type: CMFormatDescription.MediaType?, _ handler: BoxType) -> AssetProbe.Track.Kind {
    switch type {
    case .video?: .video
    case .audio?: .audio
    case .text?, .subtitle?, .closedCaption?: .text
    case nil: handler == "vide" ? .video : handler == "soun" ? .audio : .other
    default: .other
    }
  }

  static func readFormat(_ description: CMFormatDescription, _ track: inout AssetProbe.Track) {
    track.readDetails(description)
    if track.kind == .video {
      let size = CMVideoFormatDescriptionGetDimensions(description)
      if size.width > 0, size.height > 0 { track.size = size }
    }
    if let audio = description.audioStreamBasicDescription {
      track.sampleRate = audio.wholeRate
      track.channels = audio.mChannelsPerFrame > 0 ? Int(audio.mChannelsPerFrame) : nil
    }
  }

  private static func readSamples(_ table: SampleTable, _ track: inout AssetProbe.Track) {
    track.sampleCount = table.count
    let duration = CMTime(value: table.decodeEnd, timescale: table.timescale)
    guard table.count > 0, duration.seconds > 0 else { return }
    track.bitRate = Int(exactly: (Double(table.byteCount) * 8 / duration.seconds).rounded())
    // In most files all frames have the same duration.
    if track.kind == .video, var (frames, seconds) = table.meanFrameRate {
      while max(frames, seconds) > Int128(Int32.max) { (frames, seconds) = (frames / 2, seconds / 2) }
      if frames > 0 { track.frameDuration = CMTime(value: Int64(seconds), timescale: Int32(frames)) }
    }
  }
}
