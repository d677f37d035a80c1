import CoreAudioTypes
import Foundation

extension CMFormatDescription {
  /// Creates the description of video from the boxes that a movie's sample entry would hold, so that a codec has one
  /// description whatever container it comes from.
  ///
  /// - Parameters:
  ///   - configuration: Boxes of the decoder, such as 'avcC', which become atoms of the description.
  ///   - appearance: Boxes that describe the frames: 'pasp', 'clap', 'colr', 'fiel', 'mdcv', 'clli'.
  ///   - depth: The bits of a pixel; nil if they are not stated.
  /// - Throws: `unsupported` for sizes that no description has.
  static func video(
    _ codec: BoxType, width: Int, height: Int, configuration: [RawBox] = [], appearance: [RawBox] = [],
    depth: Int? = nil
  ) throws(MovieError) -> CMFormatDescription {
    var extensions = CMFormatDescription.Extensions()
    let atoms = NSMutableDictionary()
    for box in configuration { atoms[box.type.text as NSString] = NSData(bytes: box.payload) }
    extensions.addAtoms(atoms)
    for box in appearance { extensions.addVideoBox(box.type, box.payload) }
    if let depth, depth > 0 { extensions[.depth] = .number(depth) }
    do {
      return try CMFormatDescription(
        videoCodecType: .init(rawValue: codec.rawValue), width: width, height: height, extensions: extensions
      ).addingVideoSignal()
    } catch {
      throw MovieError(.unsupported, "video of \(width) x \(height) pixels cannot be described: \(error)")
    }
  }

  /// Creates the description of audio from the fields and boxes that a movie's sample entry would hold.
  ///
  /// - Parameter boxes: Boxes of the decoder, such as 'esds', 'dOps', 'dac3', 'chan'; full boxes with version and flags.
  /// - Throws: `unsupported` for numbers that no description has.
  static func audio(
    _ codec: BoxType, _ fields: AudioSampleFields, boxes: [RawBox] = []
  ) throws(MovieError) -> CMFormatDescription {
    guard fields.sampleRate.isFinite, (1...100_000_000).contains(fields.sampleRate),
      (1...65_536).contains(fields.channels)
    else { throw MovieError(.unsupported, "audio has \(fields.channels) channels at \(fields.sampleRate) Hz") }
    let format = AudioSampleEntryFormat(codec: codec, fields: fields) { type in
      boxes.first { $0.type == type }?.payload
    }
    return try format.formatDescription(file: nil)
  }
}

extension RawBox {
  /// Creates the 'dOps' box of an identification header of Opus; nil for other bytes.
  init?(opusHeader header: [UInt8]) {
    guard let contents = OpusHeader.box(header) else { return nil }
    self.init("dOps", contents)
  }
}
