import CoreMedia
import MovieFile

/// A file of one audio track, whose packets a table lists or a walk finds.
package protocol AudioFileContainer: InputContainer {
  var audio: any AudioFile { get }
}

extension AudioFileContainer {
  package func tracks() throws -> [any ContainerTrack] { [AudioFileContainerTrack(audio)] }

  package func listing() throws -> (entries: [ListedFile.Entry], problems: [MovieError]) {
    let audio = audio
    let entry = ListedFile.Entry(id: 1, mediaType: "soun") {
      try ListedTrack(audio)
    } problem: {
      (try? audio.samples())?.problem
    }
    return ([entry], [])
  }
}

/// A Core Audio file.
package struct CoreAudioContainer: AudioFileContainer {
  package let input: MediaInput
  private let file: CoreAudioFile
  package var audio: any AudioFile { file }

  package static func match(_ probeData: ProbeData) -> ContainerMatch {
    probeData.bytes.count >= 8 && probeData.starts(with: "caff")
      ? .certain : probeData.bytes.count < 8 && !probeData.isEnough ? .undecided : .none
  }

  package static func access(_ probeData: ProbeData, by delivery: MediaDelivery) -> ContainerAccess {
    .byPosition
  }

  package static func open(_ input: MediaInput) throws -> CoreAudioContainer? {
    CoreAudioContainer(input: input, file: try CoreAudioFile(source: input.source))
  }

  package var isReadByTables: Bool { true }

  package func probe(_ place: AssetProbe.Input) throws(MediaError) -> AssetProbe {
    try MovieProbe.probe(file, in: "Core Audio Format", path: place.text)
  }
}

/// A WAVE or AIFF file.
package struct ChunkedAudioContainer: AudioFileContainer {
  package let input: MediaInput
  private let file: ChunkedAudioFile
  package var audio: any AudioFile { file }

  package static func match(_ probeData: ProbeData) -> ContainerMatch {
    guard probeData.bytes.count >= 12 else { return probeData.isEnough ? .none : .undecided }
    let isOne = try? ChunkedAudioFile.isOne(MemoryByteSource(Array(probeData.bytes.prefix(12))))
    return isOne == true ? .certain : .none
  }

  /// A stream of WAVE may have no end and then states no length: a demuxer reads it as it comes. AIFF has its length.
  package static func access(_ probeData: ProbeData, by delivery: MediaDelivery) -> ContainerAccess {
    if case .byPosition = delivery { return .byPosition }
    return probeData.starts(with: "FORM") ? .twice : .once
  }

  /// Codings that are rare in these files are left to demuxers, and files that are damaged at the head.
  package static func open(_ input: MediaInput) throws -> ChunkedAudioContainer? {
    do throws(MovieError) {
      let file = try ChunkedAudioFile(source: input.source)
      return CodedFormat.describes(file.formatDescription) ? ChunkedAudioContainer(input: input, file: file) : nil
    } catch {
      if error.isUnreadable { throw error }
      return nil
    }
  }

  package var isReadByTables: Bool { true }

  package func probe(_ place: AssetProbe.Input) throws(MediaError) -> AssetProbe {
    var probe: AssetProbe
    do throws(MediaError) {
      probe = try AssetProbe(discoveredAt: place, tagsIn: input.source)
    } catch {
      // GStreamer's parser of AIFF knows no compressed audio.
      guard error.code == .noMedia, file.formatDescription.mediaSubType != .linearPCM else { throw error }
      probe = try MovieProbe.probe(file, in: kind, path: place.text)
      probe.readTags(in: input.source)
      return probe
    }
    // GStreamer lists the file itself behind its ADPCM.
    if probe.tracks.count > 1 { probe.tracks.removeAll { $0.format == "audio/x-wav" } }
    if probe.tracks.count == 1, probe.tracks[0].kind == .audio {
      (probe.tracks[0].codec, probe.tracks[0].format) = CodecNames.names(of: file.formatDescription)
      MovieProbe.readFormat(file.formatDescription, &probe.tracks[0])
    }
    // GStreamer counts chunks behind the audio where the header has no size of its own.
    let isPacketed = (file.formatDescription.audioStreamBasicDescription?.mBytesPerPacket ?? 0) > 0
    if isPacketed, let samples = try? file.samples() {
      probe.duration = CMTime(value: samples.decodeEnd, timescale: samples.timescale)
      if let problem = samples.problem { probe.problems.append(problem.description) }
    }
    probe.container = probe.container ?? kind
    return probe
  }

  private var kind: String { (try? ProbeData(of: input.source).starts(with: "FORM")) == true ? "AIFF" : "WAVE" }

  /// True if all packets have to be parsed to count them.
  package func isDurationExpensive() throws -> Bool {
    file.formatDescription.audioStreamBasicDescription?.mBytesPerPacket == 0
  }
}

/// A file of bare MP3 or AAC.
package struct AudioFrameContainer: AudioFileContainer {
  package let input: MediaInput
  private let file: AudioFrameFile
  package var audio: any AudioFile { file }

  package static func match(_ probeData: ProbeData) -> ContainerMatch {
    let bytes = probeData.bytes
    if probeData.starts(with: "ID3") { return .certain }
    guard bytes.count > 1, bytes[0] == 0xff, bytes[1] & 0xe0 == 0xe0 else { return .possible }
    guard probeData.isEnough else { return .undecided }
    return file(probeData) == nil ? .possible : .certain
  }

  /// Nil unless the bytes begin with frames.
  private static func file(_ probeData: ProbeData) -> AudioFrameFile? {
    let head = Array(probeData.bytes.prefix(ProbeData.length))
    return (try? AudioFrameFile(source: MemoryByteSource(head))).flatMap { $0.isBare ? $0 : nil }
  }

  /// Frames that say where they end, or have tags before them, are walked; bare ones may be a broadcast.
  package static func access(_ probeData: ProbeData, by delivery: MediaDelivery) -> ContainerAccess {
    guard case .stream(isEndless: true) = delivery, !probeData.starts(with: "ID3"), let file = file(probeData) else {
      return .twice
    }
    return file.summary?.frameCount == nil && file.gapless == nil ? .once : .twice
  }

  /// Frames that are found further on in a file may be a part of something else.
  package static func open(_ input: MediaInput) throws -> AudioFrameContainer? {
    do throws(MovieError) {
      let file = try AudioFrameFile(source: input.source)
      return file.isBare ? AudioFrameContainer(input: input, file: file) : nil
    } catch {
      if error.isUnreadable { throw error }
      return nil
    }
  }

  package var isReadByTables: Bool { CodedFormat.describes(file.formatDescription) }

  /// The duration is counted where that was asked for; what the file states, or its first frames, give an estimate otherwise.
  package func tracks() throws -> [any ContainerTrack] {
    [
      AudioFileContainerTrack(file, format: try file.movieFormatDescription()) {
        [file, isPrecise = input.options.isPrecise] in
        if isPrecise { _ = try file.samples() }
        return try file.estimatedDuration().duration
      }
    ]
  }

  package func isDurationExpensive() throws -> Bool { input.options.isPrecise }

  package func probe(_ place: AssetProbe.Input) throws(MediaError) -> AssetProbe {
    var probe = try AssetProbe(discoveredAt: place, tagsIn: input.source)
    probe.readFrames(file)
    return probe
  }
}
