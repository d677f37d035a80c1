import CoreMedia
import MediaGraph
package import MediaSource

/// The format in which a sink that can only be pulled gives its samples.
enum PulledFormat: Sendable {
  case frames(FrameFormat)
  case audio(AudioFormatRequest)
  case samples
}

// The sinks of `AVAssetReader`: formats are those of Core Video and Core Audio, and samples may be changed by the program.

extension ProgramSink where M == RawVideo {
  /// A sink of frames in a pixel format of Core Video, for graphs that are pulled.
  ///
  /// - Parameter pulled: The pixel format, with its range of values, and the size.
  package init(_ name: String, pulled format: FrameFormat) { self.init(name, .frames(format)) }

  /// The next frame, on a thread that may block; nil after the last.
  ///
  /// - Parameters:
  ///   - isPrivate: True for pixels of the program's own, which it may change.
  ///   - cancellation: Ends the making of this frame; the next call makes it anew.
  /// - Throws: As ``copyNext()``.
  package func copyNext(isPrivate: Bool, _ cancellation: Cancellation = Cancellation()) throws -> CMSampleBuffer? {
    try reader.take(cancellation)?.frame(reader.formats, isPrivate: isPrivate)
  }
}

extension ProgramSink where M == RawAudio {
  /// A sink of interleaved audio, for graphs that are pulled.
  package init(_ name: String, pulled request: AudioFormatRequest) { self.init(name, .audio(request)) }
}

extension ProgramSink {
  /// The next coded sample in decoding order, on a thread that may block; nil after the last.
  ///
  /// - Parameter isPrivate: True for bytes of the program's own, which it may change.
  /// - Throws: As ``copyNext()``.
  package func copyNext<Kind: CodedKind>(isPrivate: Bool) throws -> CMSampleBuffer? where M == Coded<Kind> {
    try reader.take()?.coded(isPrivate: isPrivate)
  }
}

extension ProgramSink where M == Bytes {
  /// A sink of the samples of any track, for graphs that are pulled.
  package init(samples name: String) { self.init(name, .samples) }

  /// The next sample in decoding order, on a thread that may block; nil after the last.
  ///
  /// - Parameter isPrivate: True for bytes of the program's own, which it may change.
  /// - Throws: As ``copyNext()``.
  package func copyNext(isPrivate: Bool) throws -> CMSampleBuffer? { try reader.take()?.coded(isPrivate: isPrivate) }
}
