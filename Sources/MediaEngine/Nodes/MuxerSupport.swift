internal import GStreamer
package import MediaSource
package import MovieFile
package import CoreMedia
package import MediaGraph

/// The media that files can hold.
package enum MuxerSupport {
  /// True if the files of a muxer hold what an encoder gives, under a brand if they have one.
  package static func holds(_ encoder: any Node, in muxer: any Node.Type, brand: MuxMP4.Brand? = nil) -> Bool {
    guard let encoder = encoder as? any EncodingNode, let muxer = muxer as? any MuxingNode.Type else { return false }
    guard (try? muxer.holds(encoder.codedCaps)) ?? false else { return false }
    // Apple's video files hold less than other MP4 files.
    return brand != .m4v
      || MovieCoding.all.contains { $0.codec == encoder.codec && $0.unsupportedReason(in: .m4v) == nil }
  }

  /// True if an encoder is installed.
  package static func isInstalled(_ encoder: any Node) -> Bool {
    guard let encoder = encoder as? any ElementNode else { return false }
    return encoder.elements.allSatisfy { choice in
      choice.candidates.contains { ElementFactory.isInstalled($0.factory) }
    }
  }

  /// Returns the reason why an encoder does not take frames of a size, as a sentence without its subject; nil if it does.
  package static func refusal(of size: PixelSize, by encoder: any Node) -> String? {
    (encoder as? any VideoEncodingNode)?.refusal(of: size)
  }

  /// True if the files of a muxer hold samples of a format as they are.
  package static func holds(_ format: CMFormatDescription, in muxer: any Node.Type) -> Bool {
    guard let muxer = muxer as? any MuxingNode.Type, let coded = try? CodedFormat(format) else { return false }
    // Elements before GStreamer's muxers bring streams into the form of their files.
    let hasForm = coded.codec == .pcm || muxer is any NativeMuxingNode.Type
    return (try? muxer.holds(hasForm ? coded.caps.text : coded.codec.muxedCaps)) ?? false
  }

  /// True if the files of a muxer hold samples of a format as they are, also under the brand that it gives them.
  package static func holds(_ format: CMFormatDescription, in muxer: any Node) -> Bool {
    guard holds(format, in: type(of: muxer)) else { return false }
    guard let native = muxer as? any NativeMuxingNode, case .movie(let movie) = native.format,
      let codec = try? CodedFormat(format).codec
    else { return true }
    return MovieCoding.all.contains { $0.codec == codec && $0.unsupportedReason(in: movie) == nil }
  }

  /// Returns the name of the first codec that the files of a muxer cannot hold; nil if they hold all of them.
  ///
  /// The form of the streams does not matter: a muxer's parsers bring them into that of its files.
  package static func codec(missingIn muxer: NodeType, of formats: [CodedFormat], and encoded: Codec?) -> String? {
    guard let muxer = Muxers.all.first(where: { $0.nodeType == muxer.name }) else { return nil }
    func holds(_ caps: String) -> Bool { (try? muxer.holds(caps)) ?? false }
    let codecs = formats.filter { $0.codec == .pcm ? !holds($0.caps.text) : !holds($0.codec.muxedCaps) }.map(\.codec)
    return (codecs.first ?? encoded.flatMap { holds($0.muxedCaps) ? nil : $0 })?.title
  }

  /// Returns the reason why an encoder does not take audio of a sample rate, as a sentence; nil if it does.
  package static func refusal(ofSampleRate rate: Int, by encoder: any Node) -> String? {
    (encoder as? any AudioEncodingNode)?.refusal(ofSampleRate: rate)
  }

  /// Returns the reason why the files of a muxer cannot hold the properties of a track, under the brand that it gives
  /// them; nil if they can.
  package static func refusal(of settings: TrackSettings, in muxer: any Node) -> String? {
    if let native = muxer as? any NativeMuxingNode { return settings.unsupportedReason(in: native.format) }
    guard let muxer = type(of: muxer) as? any MuxingNode.Type else { return nil }
    return settings.unsupportedReason(inFilesCalled: muxer.containerName, isMatroska: false)
  }

  /// True if an encoder keeps channels for the speakers that they are for, or for the usual ones of their number.
  ///
  /// - Parameter mask: GStreamer's mask of the speakers; nil for any.
  package static func keeps(channels: Int, mask: UInt64?, _ encoder: any Node) -> Bool {
    guard channels > 2, let encoder = encoder as? any AudioEncodingNode, encoder.codec != .pcm else { return true }
    guard let factory = encoder.installedEncoder else { return true }
    // GStreamer's encoders take no more channels than the streams that they give may have, whatever their input's template says.
    if let coded = try? Caps("\(encoder.codedCaps),channels=\(channels)"),
      !factory.padTemplates.contains(where: { $0.direction == .source && $0.caps.canIntersect(coded) })
    {
      return false
    }
    let masks = encoder.masks(of: factory.name)
    if !masks.isEmpty {
      guard let mask else { return masks.contains { $0.nonzeroBitCount == channels } }
      return masks.contains { $0 == mask || AudioFormatRequest.hasSameSpeakers($0, mask) }
    }
    // Streams name speakers that an encoder knows nothing of.
    var text = "audio/x-raw,channels=\(channels)"
    if case .fixed = encoder.naming, let mask { text += ",channel-mask=(bitmask)0x\(String(mask, radix: 16))" }
    guard let caps = try? Caps(text) else { return true }
    return factory.padTemplates.contains { $0.direction == .sink && $0.caps.canIntersect(caps) }
  }

  /// Returns the names of what a file says about itself, for a note on one that does not say it; nil for none.
  ///
  /// - Parameter hasTags: True if the other file says its tags, and only chapters are missing.
  package static func metadata(missingOf file: MediaFile, hasTags: Bool = false) -> String? {
    guard let names = try? MuxerMetadata.names(of: file) else { return nil }
    let missing = (hasTags ? [] : names.tags) + (names.hasChapters ? ["chapters"] : [])
    return missing.isEmpty ? nil : MuxerMetadata.list(missing)
  }

  /// Returns the reason why a file cannot be written; nil if nothing is in the way. Nothing is written.
  package static func problem(writingTo path: String) -> Diagnostic? {
    OutputFile(Location(path), overwrite: false).problem(at: nil)
  }
}

extension Codec {
  /// The caps that tell the codec to a muxer, whatever the form of the stream.
  var muxedCaps: String { MovieCoding.all.first { $0.codec == self }?.name ?? capsName }
}
