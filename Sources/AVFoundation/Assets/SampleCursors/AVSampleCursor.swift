internal import MediaSource
internal import MovieFile
import Synchronization

/// A position at a sample of a track, which can be moved sample by sample or by time.
///
/// Nothing is decoded, and no sample is read: the cursor tells what the file's tables do. May be used from any thread;
/// moving blocks while tables are read.
///
/// Source: `AVSampleCursor`.
open class AVSampleCursor: NSObject, NSCopying, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  let track: any CodedTrack
  private let descriptions: [CMFormatDescription]
  private let position: Mutex<CodedSample>
  private let lastChunk = Mutex<SampleChunk?>(nil)

  init(_ track: any CodedTrack, _ descriptions: [CMFormatDescription], at sample: CodedSample) {
    (self.track, self.descriptions) = (track, descriptions)
    position = Mutex(sample)
  }

  /// The sample at which the cursor is.
  var sample: CodedSample { position.withLock { $0 } }

  /// Moves to a sample.
  func move(to sample: CodedSample) { position.withLock { $0 = sample } }

  /// Returns another cursor at the same sample.
  open func copy(with zone: NSZone? = nil) -> Any { AVSampleCursor(track, descriptions, at: sample) }

  // MARK: The sample

  /// The time at which the sample is displayed, on the media's timeline.
  open var presentationTimeStamp: CMTime { track.time(sample.presentationTime) }

  /// The time at which the sample is decoded, on the media's timeline.
  open var decodeTimeStamp: CMTime { track.time(sample.decodeTime) }

  /// The duration of the sample, on the decoding timeline.
  open var currentSampleDuration: CMTime { track.time(sample.duration) }

  /// Returns the format of the sample.
  ///
  /// - Throws: `AVError` if the file does not describe it.
  open func copyCurrentSampleFormatDescription() throws -> CMFormatDescription {
    let sample = sample
    let own = track.formats.indices.contains(sample.formatIndex) ? track.formats[sample.formatIndex].description : nil
    let known = descriptions.indices.contains(sample.formatIndex) ? descriptions[sample.formatIndex] : nil
    guard let description = own ?? known else {
      throw AVError(.invalidSourceMedia, reason: "the format of the sample is not described")
    }
    return description
  }

  /// The sample as a start of decoding.
  open var currentSampleSyncInfo: AVSampleCursorSyncInfo {
    let (sample, flags) = (sample, sample.flags ?? [])
    let isPartial = flags.contains(.partialSync)
    return AVSampleCursorSyncInfo(
      sampleIsFullSync: ObjCBool(sample.isSync && !isPartial), sampleIsPartialSync: ObjCBool(isPartial),
      sampleIsDroppable: ObjCBool(sample.isDisposable || flags.contains(.disposable)))
  }

  /// The dependencies of the sample, as far as the file states them.
  open var currentSampleDependencyInfo: AVSampleCursorDependencyInfo {
    let flags = sample.flags ?? []
    func has(_ flag: SampleFlags) -> ObjCBool { ObjCBool(flags.contains(flag)) }
    let isKnown = flags.contains(.isDependedOn) || flags.contains(.disposable)
    let dependsIsKnown = flags.contains(.dependsOnOthers) || flags.contains(.independent)
    return AVSampleCursorDependencyInfo(
      sampleIndicatesWhetherItHasDependentSamples: ObjCBool(isKnown), sampleHasDependentSamples: has(.isDependedOn),
      sampleIndicatesWhetherItDependsOnOthers: ObjCBool(dependsIsKnown), sampleDependsOnOthers: has(.dependsOnOthers),
      sampleIndicatesWhetherItHasRedundantCoding: has(.redundant), sampleHasRedundantCoding: has(.redundant))
  }

  /// The bytes of the sample in its file; of a sample that does not lie there as it is, an offset of -1.
  open var currentSampleStorageRange: AVSampleCursorStorageRange {
    let sample = sample
    let isStored = (try? track.file(of: sample)) != nil
    return AVSampleCursorStorageRange(offset: isStored ? sample.offset : -1, length: Int64(sample.size))
  }

  /// The file in which the sample lies; nil if it does not lie in one as it is.
  open var currentChunkStorageURL: URL? {
    (try? track.file(of: sample)).map { URL(fileURLWithPath: $0.path) }
  }

  /// The chunk that has the sample: samples that lie together in a movie's file; the sample alone in files without chunks.
  open var currentChunkInfo: AVSampleCursorChunkInfo { chunk.info }

  /// The bytes of the chunk in its file; of a chunk that does not lie there as it is, an offset of -1.
  open var currentChunkStorageRange: AVSampleCursorStorageRange {
    let (chunk, sample) = (chunk, sample)
    let isStored = (try? track.file(of: sample)) != nil
    return AVSampleCursorStorageRange(offset: isStored ? chunk.offset : -1, length: chunk.length)
  }

  /// The position of the sample in its chunk, from 0.
  open var currentSampleIndexInChunk: Int64 { Int64(sample.index - chunk.samples.lowerBound) }

  /// The dependencies of the sample of an audio track on those before it.
  open var currentSampleAudioDependencyInfo: AVSampleCursorAudioDependencyInfo {
    let sample = sample
    return AVSampleCursorAudioDependencyInfo(
      audioSampleIsIndependentlyDecodable: ObjCBool(sample.isSync),
      audioSamplePacketRefreshCount: max(0, -(sample.rollDistance ?? 0)))
  }

  /// The number of samples before it that have to be decoded for it to be right; 0 if the file states none.
  open var samplesRequiredForDecoderRefresh: Int { currentSampleAudioDependencyInfo.audioSamplePacketRefreshCount }

  /// The chunk of the sample, remembered until the cursor has moved out of it.
  private var chunk: SampleChunk {
    let sample = sample
    if let known = lastChunk.withLock({ $0 }), known.samples.contains(sample.index) { return known }
    let found =
      (try? (track as? any TableTrack).flatMap { try SampleChunk(of: sample, in: $0.table) }) ?? SampleChunk(sample)
    lastChunk.withLock { $0 = found }
    return found
  }

  /// Returns the order of two cursors' samples by decoding.
  open func comparePositionInDecodeOrder(withPositionOf cursor: AVSampleCursor) -> ComparisonResult {
    let (own, other) = (sample.index, cursor.sample.index)
    return own < other ? .orderedAscending : own > other ? .orderedDescending : .orderedSame
  }

  /// True if samples that are decoded before another cursor's may be displayed after this one's.
  open func samplesWithEarlierDecodeTimeStampsMayHaveLaterPresentationTimeStamps(
    than cursor: AVSampleCursor
  ) -> Bool { track.isReordered }

  /// True if samples that are decoded after another cursor's may be displayed before this one's.
  open func samplesWithLaterDecodeTimeStampsMayHaveEarlierPresentationTimeStamps(
    than cursor: AVSampleCursor
  ) -> Bool { track.isReordered }
}

/// The sample of a cursor as a start of decoding.
public struct AVSampleCursorSyncInfo: Sendable {
  /// True if decoding may start at the sample.
  public var sampleIsFullSync: ObjCBool
  /// True if decoding may start at the sample, but samples that are displayed before it are lost.
  public var sampleIsPartialSync: ObjCBool
  /// True if no other sample depends on it.
  public var sampleIsDroppable: ObjCBool
}

/// The dependencies of a cursor's sample of audio.
public struct AVSampleCursorAudioDependencyInfo: Sendable {
  /// True if decoding may start at the sample.
  public var audioSampleIsIndependentlyDecodable: ObjCBool
  /// The number of samples before it that have to be decoded for it to be right; 0 if the file states none.
  public var audioSamplePacketRefreshCount: Int
}

/// The dependencies of a cursor's sample.
public struct AVSampleCursorDependencyInfo: Sendable {
  /// True if the file states whether others depend on the sample.
  public var sampleIndicatesWhetherItHasDependentSamples: ObjCBool
  /// True if others depend on the sample.
  public var sampleHasDependentSamples: ObjCBool
  /// True if the file states whether the sample depends on others.
  public var sampleIndicatesWhetherItDependsOnOthers: ObjCBool
  /// True if the sample depends on others.
  public var sampleDependsOnOthers: ObjCBool
  /// True if the file states whether the sample is coded twice.
  public var sampleIndicatesWhetherItHasRedundantCoding: ObjCBool
  /// True if the sample is coded twice.
  public var sampleHasRedundantCoding: ObjCBool
}

/// Bytes in a file.
public struct AVSampleCursorStorageRange: Hashable, Sendable {
  /// The position of the first byte.
  public var offset: Int64
  /// The number of bytes.
  public var length: Int64
}
