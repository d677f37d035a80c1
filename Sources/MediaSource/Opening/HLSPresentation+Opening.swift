import CoreMedia
import Foundation
import MovieFile

extension HLSPresentation {
  /// Opens a finished presentation: the first variant, and the audio that belongs to it where that has a playlist of its
  /// own. Segments that are not local files are loaded first. Blocks.
  ///
  /// - Throws: `MediaError` for media that are live, or encrypted in a way that is not read here; the errors of the
  ///   playlists and of the segments; `CancellationError`.
  package func opened(
    _ reception: Reception, _ options: MediaFile.Options = .init(), _ cancellation: ReadingCancellation = .init()
  ) throws -> any MediaContainer {
    func containers(of media: HLSPlaylist.Media) throws -> [any MediaContainer] {
      try runs(of: media, timeout: options.timeout, reception).map { bytes in
        let input = MediaInput(bytes, location: url, options: options, cancellation: cancellation)
        return try OpenedMedia(input).container
      }
    }
    let isCancelled = { @Sendable in reception.isOver() }
    let main = try containers(of: media(timeout: options.timeout, isCancelled: isCancelled))
    guard let sound = audioLocation else {
      if main.count == 1 { return main[0] }
      return try JoinedContainer(Self.runs(main.map { [$0] }), at: url)
    }
    let media = try mediaPlaylist(at: sound, timeout: options.timeout, isCancelled: isCancelled)
    let audio = try containers(of: media)
    guard audio.count == main.count else {
      throw MediaError(
        .unsupported, "its audio has \(audio.count) runs of segments, its video \(main.count)", path: url.absoluteString
      )
    }
    return try JoinedContainer(Self.runs(zip(main, audio).map { [$0, $1] }), at: url)
  }

  /// The location of the audio's playlist, if it has one of its own: that of the default rendition.
  private var audioLocation: URL? {
    guard case .master(let master) = playlist, let group = master.variants.first?.groups["AUDIO"] else { return nil }
    let renditions = master.renditions.filter { $0.kind == .audio && $0.group == group }
    return (renditions.first(where: \.isDefault) ?? renditions.first(where: \.isAutoselected) ?? renditions.first)?.url
  }

  /// Places the containers of runs on one clock.
  ///
  /// - Parameter runs: The containers that are played together, run after run.
  private static func runs(_ runs: [[any MediaContainer]]) throws -> [JoinedContainer.Run] {
    try runs.map { containers in
      let origins = try containers.map { try origin(of: $0) }
      // Media without a clock begin together.
      let first = origins.compactMap(\.self).min() ?? .zero
      return JoinedContainer.Run(
        parts: zip(containers, origins).map { JoinedContainer.Part(container: $0, start: ($1 ?? first) - first) })
    }
  }

  /// Returns the time at which media begin on the clock that all segments share; nil if they do not tell.
  private static func origin(of container: any MediaContainer) throws -> CMTime? {
    switch container {
    case let container as InterleavedContainer: return container.file.origin
    case is MovieContainer: return .zero
    case let container as any InputContainer: return try PackedAudioClock.time(in: container.input.source)
    default: return nil
    }
  }
}

/// The clock of packed audio: a tag in front of the frames (RFC 8216, 3.4).
enum PackedAudioClock {
  private static let owner = Array("com.apple.streaming.transportStreamTimestamp\0".utf8)

  /// Returns the time of the first frame; nil if the file does not begin with it.
  static func time(in source: any ByteSource) throws(MovieError) -> CMTime? {
    let head = try source.bytes(at: 0, count: Int(min(source.size, 512)))
    guard head.starts(with: Array("ID3".utf8)),
      let place = head.indices.first(where: { head[$0...].starts(with: owner) }), place + owner.count + 8 <= head.count
    else { return nil }
    let stamp = head[(place + owner.count)..<(place + owner.count + 8)].reduce(0) { $0 << 8 | UInt64($1) }
    return CMTime(value: Int64(stamp & 0x1_ffff_ffff), timescale: 90_000)
  }
}
