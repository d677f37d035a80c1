internal import GStreamer
import MovieFile

/// A decoder of video that is fed one sample after the other.
///
/// Belongs to one thread at a time.
protocol SampleDecoder: AnyObject {
  /// Decodes a sample; the buffer is given away.
  ///
  /// - Parameter stamp: A number that is larger for what is shown later; none twice without a restart between.
  /// - Returns: False when the decoder refused to go on; ``complaint`` may say why.
  func push(_ buffer: Buffer, stamp: Int, isSync: Bool) -> Bool
  /// Makes the decoder give all that it holds. Nothing can be pushed before the next restart.
  func drain()
  /// Forgets all that the decoder holds; the next sample is a beginning.
  func restart()
  /// Returns the decoder's output since the last call, in its order.
  func takeOutputs() -> [DecoderSession.Output]
  /// The decoder's message about its failure, given once; nil if there is none.
  var complaint: String? { get }
}

extension DecoderSession: SampleDecoder {}

enum SampleDecoding {
  /// Opens the decoder of a format of video.
  ///
  /// - Throws: `DecoderError` as `DecoderSession` does.
  static func decoder(of format: CodedFormat, threads: Int) throws -> any SampleDecoder {
    format.codec == .gif ? GIFSession(format) : try DecoderSession(format, threads: threads)
  }
}
