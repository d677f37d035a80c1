package import MediaGraph
package import MediaSource
import CoreMedia

/// The parts of a run that its graph does not hold: files that a program has opened, by the locations that the graph's sources name, its
/// closures that process audio, by the names that timelines give them, and the passes of encoders, by the names of their nodes.
package struct OpenedAssets: Sendable {
  private var files: [String: MediaFile] = [:]
  private var taps: [String: AudioTap] = [:]
  /// The passes that encoders make in the run; an encoder without one makes all of its passes by itself.
  package var passes: [String: EncoderPass] = [:]
  /// Breaks off the reading of all files that are opened for the graph: the program opens its own with it too.
  package let cancellation = ReadingCancellation()

  package init() {}

  /// Notes the file at a location.
  package mutating func insert(_ file: MediaFile, at location: Location) { files[location.text] = file }

  /// Returns the file at a location; nil if the program has not opened it.
  package func file(at location: Location) -> MediaFile? { files[location.text] }

  /// Notes the closure with a name.
  package mutating func insert(_ tap: @escaping AudioTap, named name: String) { taps[name] = tap }

  /// Returns the closure with a name; nil if the program has none.
  package func tap(named name: String) -> AudioTap? { taps[name] }
}

/// A closure of the program that hears audio before its volume, and may change its samples. Called on the thread that pulls the audio.
package typealias AudioTap = @Sendable (inout TappedAudio) throws -> Void

/// A block of audio on its way through an `AudioTap`.
package struct TappedAudio: Sendable {
  /// Interleaved 32-bit floats.
  package let format: DecodedAudioFormat
  /// The number of the first sample on the timeline.
  package let position: Int64
  /// True if the block before it ended where this one begins; false for the first one, and after a jump.
  package let isContinuous: Bool
  /// True if the reading ends where this one does.
  package let isLast: Bool
  /// As many when the closure returns as before.
  package var samples: [Float]

  package init(
    _ samples: [Float], _ format: DecodedAudioFormat, at position: Int64, isContinuous: Bool, isLast: Bool
  ) {
    (self.samples, self.format, self.position) = (samples, format, position)
    (self.isContinuous, self.isLast) = (isContinuous, isLast)
  }
}
