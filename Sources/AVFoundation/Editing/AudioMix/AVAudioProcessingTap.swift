internal import MediaEngine
internal import MediaSource

/// A closure that hears the audio of one track on its way into a mix, and may change its samples: for meters, equalizers, ducking.
///
///     let parameters = AVMutableAudioMixInputParameters(track: track)
///     parameters.processingTap = AVAudioProcessingTap { block in
///       for index in block.samples.indices { block.samples[index] *= 0.5 }
///     }
///
/// It gets the track's own audio, in the rate and the channels of the mix, as edits place it: silence in gaps, no volume yet. The
/// parameters' volume applies to what it leaves. All of the audio goes through it once, block by block in the order of time, also
/// where the volume is 0; blocks last about 0.1 s.
///
/// Calls come one at a time, on the thread that asks the output for the samples, or on the output's own queue where samples are read
/// ahead: not on a thread that may never wait. A tap that several outputs use is called for each of them, and may be called by several
/// threads at once then. An error ends the reading with `AVError.unknown`, which has the error underneath.
///
/// An addition to Apple's interface, beside `MTAudioProcessingTap`.
public struct AVAudioProcessingTap: Sendable {
  /// A part of a track's audio.
  public struct Block: Sendable {
    /// The ID of the track in the asset that is read.
    public let trackID: CMPersistentTrackID
    /// The place in the asset, to the sample: its times count samples.
    public let timeRange: CMTimeRange
    /// Interleaved 32-bit floats in the machine's byte order, at the rate and with the channels of the mix.
    public let streamDescription: AudioStreamBasicDescription
    /// True if the block begins where the one before ended; false for the first one, and where reading goes on elsewhere: filters start
    /// anew there.
    public let isContinuous: Bool
    /// True if the reading ends with the block.
    public let isLast: Bool
    /// One value for each channel, sample after sample; full scale is -1 to 1, and more is allowed. Their number must stay.
    public var samples: [Float]
  }

  private let process: @Sendable (inout Block) throws -> Void

  /// Creates a tap.
  ///
  /// - Parameter process: Hears a block, and changes its samples in place.
  public init(_ process: @escaping @Sendable (inout Block) throws -> Void) { self.process = process }

  /// The tap of a track, as the engine calls it.
  func audioTap(of trackID: CMPersistentTrackID) -> AudioTap {
    let process = process
    return { audio in
      let format = audio.format
      guard let stream = try format.formatDescription().audioStreamBasicDescription else {
        throw AVError(.unknown, reason: "the mix of track \(trackID) has no format")
      }
      let rate = CMTimeScale(clamping: format.rate)
      let count = Int64(audio.samples.count / max(1, format.channels))
      var block = Block(
        trackID: trackID,
        timeRange: CMTimeRange(
          start: CMTime(value: audio.position, timescale: rate), duration: CMTime(value: count, timescale: rate)),
        streamDescription: stream, isContinuous: audio.isContinuous, isLast: audio.isLast,
        samples: audio.samples.take())
      try process(&block)
      audio.samples = block.samples
    }
  }
}

extension [Float] {
  /// Hands the elements over, so that changing them copies nothing.
  fileprivate mutating func take() -> [Float] {
    defer { self = [] }
    return self
  }
}
