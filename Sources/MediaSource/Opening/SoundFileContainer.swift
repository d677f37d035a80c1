import CoreMedia
import MovieFile

/// A file of one track of sound, whose packets a table lists or a walk finds.
package protocol SoundFileContainer: InputContainer {
  var sound: any SoundFile { get }
}

extension SoundFileContainer {
  package func tracks() throws -> [any TrackContent] { [SoundFileContent(sound)] }

  package func listing() throws -> (entries: [ListedFile.Entry], problems: [MovieError]) {
    let sound = sound
    let entry = ListedFile.Entry(id: 1, mediaType: "soun") {
      try ListedTrack(sound)
    } problem: {
      (try? sound.samples())?.problem
    }
    return ([entry], [])
  }
}

/// A Core Audio file.
package struct CoreAudioContainer: SoundFileContainer {
  package let input: MediaInput
  private let file: CoreAudioFile
  package var sound: any SoundFile { file }

  package static func match(_ beginning: MediaBeginning) -> ContainerMatch {
    beginning.bytes.count >= 8 && beginning.starts(with: "caff")
      ? .certain : beginning.bytes.count < 8 && !beginning.isEnough ? .undecided : .none
  }

  package static func access(_ beginning: MediaBeginning, by delivery: MediaDelivery) -> ContainerAccess {
    .byPosition
  }

  package static func open(_ input: MediaInput) throws -> CoreAudioContainer? {
    CoreAudioContainer(input: input, file: try CoreAudioFile(source: input.source))
  }

  package var isReadByTables: Bool { true }

  package func probe(path: String) throws(MediaError) -> AssetProbe { try MovieProbe.probe(file, path: path) }
}

/// A WAVE or AIFF file.
package struct ChunkedSoundContainer: SoundFileContainer {
  package let input: MediaInput
  private let file: ChunkedSoundFile
  package var sound: any SoundFile { file }

  package static func match(_ beginning: MediaBeginning) -> ContainerMatch {
    guard beginning.bytes.count >= 12 else { return beginning.isEnough ? .none : .undecided }
    let isOne = try? ChunkedSoundFile.isOne(MemoryByteSource(Array(beginning.bytes.prefix(12))))
    return isOne == true ? .certain : .none
  }

  /// What comes once may have no end, and says nothing of its length then: a demuxer reads it as it comes.
  package static func access(_ beginning: MediaBeginning, by delivery: MediaDelivery) -> ContainerAccess {
    if case .byPosition = delivery { .byPosition } else { .once }
  }

  /// Codings that are rare in these files are left to demuxers, and files that are damaged at the head.
  package static func open(_ input: MediaInput) throws -> ChunkedSoundContainer? {
    do throws(MovieError) {
      let file = try ChunkedSoundFile(source: input.source)
      return CodedFormat.describes(file.formatDescription) ? ChunkedSoundContainer(input: input, file: file) : nil
    } catch {
      if error.isUnreadable { throw error }
      return nil
    }
  }

  package var isReadByTables: Bool { true }

  /// True if all packets have to be parsed to count them.
  package func isDurationCostly() throws -> Bool {
    file.formatDescription.audioStreamBasicDescription?.mBytesPerPacket == 0
  }
}

/// A file of bare MP3 or AAC.
package struct AudioFrameContainer: SoundFileContainer {
  package let input: MediaInput
  private let file: AudioFrameFile
  package var sound: any SoundFile { file }

  package static func match(_ beginning: MediaBeginning) -> ContainerMatch {
    let bytes = beginning.bytes
    if beginning.starts(with: "ID3") { return .certain }
    guard bytes.count > 1, bytes[0] == 0xff, bytes[1] & 0xe0 == 0xe0 else { return .possible }
    guard beginning.isEnough else { return .undecided }
    return file(beginning) == nil ? .possible : .certain
  }

  /// Nil unless the bytes begin with frames.
  private static func file(_ beginning: MediaBeginning) -> AudioFrameFile? {
    let head = Array(beginning.bytes.prefix(MediaBeginning.length))
    return (try? AudioFrameFile(source: MemoryByteSource(head))).flatMap { $0.isBare ? $0 : nil }
  }

  /// Frames that say where they end, or have tags before them, are walked; bare ones may be a broadcast.
  package static func access(_ beginning: MediaBeginning, by delivery: MediaDelivery) -> ContainerAccess {
    guard case .stream(isEndless: true) = delivery, !beginning.starts(with: "ID3"), let file = file(beginning) else {
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
  package func tracks() throws -> [any TrackContent] {
    [
      SoundFileContent(file, format: try file.movieFormatDescription()) { [file, isPrecise = input.options.isPrecise] in
        if isPrecise { _ = try file.samples() }
        return try file.estimatedDuration().duration
      }
    ]
  }

  package func isDurationCostly() throws -> Bool { input.options.isPrecise }

  package func probe(path: String) throws(MediaError) -> AssetProbe {
    var probe = try AssetProbe(discoveredAt: path, tagsIn: input.source)
    probe.readFrames(file)
    return probe
  }
}
