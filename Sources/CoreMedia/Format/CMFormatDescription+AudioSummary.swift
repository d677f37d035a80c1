import CoreAudioTypes
import CoreGraphics
import Foundation

extension CMFormatDescription {
  /// Creates a description of linear PCM that can hold several audio streams when decoded and mixed: packed 32-bit
  /// floating point at the highest sample rate, with the channels and layout of the stream that has the most.
  ///
  /// - Throws: `invalidParameter` without descriptions, for a description other than audio, or if the frame size for
  ///   that number of channels exceeds 32 bits.
  convenience init(summarizing descriptions: [CMAudioFormatDescription]) throws {
    let formats = descriptions.compactMap(\.audioFormat)
    guard let first = formats.first, formats.count == descriptions.count else { throw Error.invalidParameter }
    var widest = first
    for format in formats.dropFirst() {
      let (channels, most) = (format.streamDescription.mChannelsPerFrame, widest.streamDescription.mChannelsPerFrame)
      // Of equals, one that names the places of its channels.
      if channels > most || (channels == most && widest.layout == nil) { widest = format }
    }
    let channels = widest.streamDescription.mChannelsPerFrame
    let (bytes, overflow) = channels.multipliedReportingOverflow(by: 4)
    guard !overflow else { throw Error.invalidParameter }
    let rates = formats.map(\.streamDescription.mSampleRate).filter(\.isFinite)
    self.init(
      mediaType: kCMMediaType_Audio, subType: kAudioFormatLinearPCM,
      detail: .audio(
        AudioFormat(
          streamDescription: AudioStreamBasicDescription(
            mSampleRate: rates.max() ?? 0, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked, mBytesPerPacket: bytes, mFramesPerPacket: 1,
            mBytesPerFrame: bytes, mChannelsPerFrame: channels, mBitsPerChannel: 32, mReserved: 0),
          layout: widest.layout, magicCookie: nil)),
      extensions: nil)
  }
}

/// Creates a description of linear PCM that can hold several audio streams when decoded and mixed.
///
/// The format is packed 32-bit floating point in this machine's byte order, the highest of the sample rates, the
/// largest of the numbers of channels, and the channel layout of that stream. Fails with
/// `kCMFormatDescriptionError_InvalidParameter` for an empty array, or one with elements other than audio format
/// descriptions.
///
/// - Parameter flags: Reserved; 0.
@discardableResult
public func CMAudioFormatDescriptionCreateSummary(
  allocator: CFAllocator?, formatDescriptionArray: CFArray, flags: UInt32,
  formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
  store(at: formatDescriptionOut, orElse: kCMFormatDescriptionError_AllocationFailed) {
    guard let descriptions = formatDescriptionArray as? [CMAudioFormatDescription] else {
      throw CMFormatDescription.Error.invalidParameter
    }
    return try CMFormatDescription(summarizing: descriptions)
  }
}
