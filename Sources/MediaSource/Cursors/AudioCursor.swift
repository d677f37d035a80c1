import CoreMedia

/// Decodes the audio of a track in either direction, sample by sample that of a linear decode.
///
///     let cursor = AudioCursor(track, gaps: .silence, format: AudioFormatRequest(sampleFormat: .f32, rate: 48000))
///     while let chunk = try cursor.next() { … }
///
/// Times are on the track's timeline: edits are applied, priming and padding left out. An edit that plays the media faster or slower
/// changes their pitch too, as a tape does (Apple's `AVAudioTimePitchAlgorithm.varispeed`). A cursor blocks, so it never runs on the
/// cooperative pool, and belongs to one thread at a time; the `Cancellation` of a call may be cancelled on any thread.
package final class AudioCursor {
  /// The output of a cursor where edits play nothing.
  package enum Gaps: Sendable {
    /// No chunk; positions show the gap.
    case nothing
    /// Silence: before and between sounds, and up to the end of the timeline where the range has an end.
    case silence
  }

  private let core: AudioReader
  /// The packets that were left out since the file has lost some.
  package let damage = PassedDamage("audio packet")
  private let gaps: Gaps
  private let request: AudioFormatRequest
  private var range: CMTimeRange
  private var direction: CursorDirection
  private var run: ConvertedAudioRun
  /// The parts of the range that are still to come, when it is read backwards; nil until the first is asked for.
  private var backwards: BackwardRanges?
  /// The part that is being decoded, backwards: what follows an error belongs to it still.
  private var part: ConvertedAudioRun?
  private var window: [DecodedAudio] = []

  /// - Parameters:
  ///   - range: The part of the timeline that ``next(_:)`` gives, from the sample nearest to its start up to the one nearest to its end;
  ///     all of it by default.
  ///   - direction: Backwards, chunks come last first; each is as it is heard.
  ///   - format: The wanted format; that of the decoder where it says nothing. Of another rate, the samples of any range are those of
  ///     the whole.
  package init(
    _ track: any CodedTrack, range: CMTimeRange = .wholeTimeline, direction: CursorDirection = .forwards,
    gaps: Gaps = .nothing, format: AudioFormatRequest = AudioFormatRequest()
  ) {
    core = AudioReader(track)
    (self.gaps, request) = (gaps, format)
    (self.range, self.direction) = (range, direction)
    run = ConvertedAudioRun(core, range, isFilled: gaps == .silence, format)
  }

  package var track: any CodedTrack { core.track }

  /// The format of the chunks; the first packet is decoded to know it.
  package func format(_ cancellation: Cancellation = Cancellation()) throws -> DecodedAudioFormat {
    request.format(from: try core.format(cancellation))
  }

  /// The number of samples that the track plays in the wanted rate, empty edits included.
  package func sampleCount(_ cancellation: Cancellation = Cancellation()) throws -> Int64 {
    core.nearest(try core.end(), try format(cancellation).rate)
  }

  /// The end of the track's timeline.
  package func end() throws -> CMTime { try core.end() }

  /// Goes on in another range or direction.
  package func move(to range: CMTimeRange, _ direction: CursorDirection = .forwards) {
    (self.range, self.direction) = (range, direction)
    (window, backwards, part) = ([], nil, nil)
    run = ConvertedAudioRun(core, range, isFilled: gaps == .silence, request)
  }

  /// The next chunk of the range; nil after the last. Packets that cannot be decoded are left out where the file has lost
  /// others, see ``damage``.
  ///
  /// - Throws: `DecoderError` for a packet of a whole file that cannot be decoded; the next call goes on with what follows.
  ///   `CancellationError`.
  package func next(_ cancellation: Cancellation = Cancellation()) throws -> DecodedAudio? {
    var passed: Int??
    while true {
      do {
        return try nextOrDamaged(cancellation)
      } catch let error as DecoderError where passed != .some(error.sample) && damage.passes(error, in: track) {
        // The next call goes on behind it, unless nothing of the track can be decoded: then it begins anew.
        passed = .some(error.sample)
      }
    }
  }

  private func nextOrDamaged(_ cancellation: Cancellation) throws -> DecodedAudio? {
    guard direction == .backwards else { return try run.next(cancellation) }
    if backwards == nil { backwards = BackwardRanges(of: range, until: try core.end()) }
    while part != nil || window.isEmpty {
      if part == nil {
        guard let range = backwards?.next() else { return nil }
        part = ConvertedAudioRun(core, range, isFilled: gaps == .silence, request)
      }
      while let chunk = try part?.next(cancellation) { window.append(chunk) }
      part = nil
    }
    return window.removeLast()
  }
}
