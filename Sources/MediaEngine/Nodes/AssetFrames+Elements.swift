internal import MediaSource
internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia
import Foundation
import MediaGraph
import MovieFile

extension AssetFrames: OpeningNode {
  var elements: [ElementChoice] { [] }
  var inputFiles: [Location] { [url] }

  func problems(_ node: GraphNode, inputs: [InputSource]) throws -> [Diagnostic] {
    let place = node.range(ofArgument: "times")
    if times.isEmpty { return [Diagnostic("'\(node.name)' has no times", at: place, help: "write times: [1.5s, 3s]")] }
    return times.enumerated().filter { $0.element.time() == nil }.prefix(1).map { index, time in
      Diagnostic(
        "'\(time.text)' is no time in seconds", at: node.range(ofArgument: "times", at: [.item(index)]),
        help: MediaTime.examples)
    }
  }

  /// Checks the requested times by a movie's tables, before anything is written. Remote files are checked when the run
  /// begins.
  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    let place = node.range(ofArgument: "url")
    if let problem = InputFile.problem(url, at: place) ?? TruncatedFile.problem(url, at: place) { return [problem] }
    // Times in frames are an error of the parameters.
    guard let path = url.path, times.allSatisfy({ $0.time() != nil }) else { return [] }
    if InputFile.isPipe(path) {
      return [
        Diagnostic(
          "cannot read '\(path)'", kind: .input, at: place,
          cause: "it is a pipe, and pictures are taken from any place",
          help: "write what comes to a file")
      ]
    }
    do {
      let file = MediaFile(url: url)
      guard try file.movie() != nil else { return [] }
      try check(opened(of: file, node), of: node)
      return []
    } catch let problem as Diagnostic {
      return [problem]
    } catch var error as MediaError {
      error.path = name
      return [Diagnostic(error, at: place)]
    } catch {
      return [Diagnostic("cannot read '\(path)'", kind: .input, at: place, underlying: error)]
    }
  }

  /// Throws an error if a requested time has no frame.
  private func check(_ opened: OpenedImageTrack, of node: GraphNode) throws {
    let search = try FrameSearch(opened.track.track)
    for request in requests {
      do {
        _ = try search.choose(request, held: nil)
      } catch let error as DecoderError where error.code == .noSample {
        throw Diagnostic(
          noFrameAt: request.time, of: name, in: search.timeline, at: node.range(ofArgument: "times"))
      }
    }
  }

  private var name: String { url.path ?? url.text }

  private var requests: [ImageRequest] {
    func tolerance(_ time: MediaTime?) -> CMTime { time.map { $0.time() ?? .zero } ?? .positiveInfinity }
    return times.map {
      ImageRequest(
        $0.time() ?? .invalid, toleranceBefore: tolerance(toleranceBefore), toleranceAfter: tolerance(toleranceAfter))
    }
  }

  /// Returns the video track.
  private func opened(of file: MediaFile, _ node: GraphNode) throws -> OpenedImageTrack {
    let place = node.range(ofArgument: "url")
    var tracks = try file.tracks()
    if tracks.isEmpty { tracks = try file.container().playedTracks() }
    let known = AssetTrack.all(tracks, of: nil)
    let chosen = try AssetTrack.choose(videoTracks, from: known, kind: .video, in: name).first?.id
    guard let track = tracks.first(where: { Int($0.attributes.id) == chosen && $0.attributes.mediaType == "vide" })
    else {
      let which = [.first, .all].contains(videoTracks.rule) ? "video track" : "video track with \(videoTracks.text)"
      throw Diagnostic("'\(name)' has no \(which)", kind: .input, at: place)
    }
    let media = try track.mediaTrack()
    guard media.isVideo else {
      throw Diagnostic("'\(name)' does not say the format of its pictures", kind: .input, at: place)
    }
    media.track.loadDecoderAhead()
    return OpenedImageTrack(track: media, transform: track.attributes.transform, requests: requests, name: name)
  }

  func open(_ bin: NodeBin, ready: @escaping @Sendable (Opened) -> Void) throws {
    let (file, node) = (MediaFile(url: url), bin.node)
    @Sendable func told(_ found: Result<OpenedImageTrack, any Error>) -> Opened {
      found.map { $0 as any OpenedSource }
        .mapError { Diagnostic(cannotRead: name, $0, at: node.range(ofArgument: "url")) }
    }
    if let path = url.path, !HLSPlaylist.isPlaylist(path: path) {
      return ready(told(Result { try opened(of: file, node) }))
    }
    bin.reception.whenOver { file.cancel() }
    bin.look {
      let place = node.range(ofArgument: "url")
      if let problem = TruncatedFile.problem(try file.bytes(), name, at: place) { throw problem }
      let opened = try opened(of: file, node)
      if try file.movie() != nil { try check(opened, of: node) }
      return opened
    } then: { _, found in
      ready(told(found))
    }
  }

  func tracks(for outputs: [OutputKey], from tracks: [AssetTrack]) -> [OutputKey: AssetTrack] {
    Dictionary(uniqueKeysWithValues: zip(outputs, tracks))
  }

  func missing(_ output: OutputKey, of node: GraphNode) -> TrackPruning.Missing {
    TrackPruning.Missing(node: node.name, key: output, what: "pictures", isExplicit: true)
  }
}

/// The video track, its transform, and the requested times.
private struct OpenedImageTrack: OpenedSource {
  let track: MediaTrack
  let transform: CGAffineTransform
  let requests: [ImageRequest]
  let name: String

  /// One track is all that it gives.
  var tracks: [AssetTrack] { [AssetTrack(kind: .video, id: 1)] }

  func build(_ bin: NodeBin) throws {
    let type = ElementType(kind: .maker, isVideo: false, caps: "ANY")
    let images = ImageSource(track.track, requests, transform, name)
    images.reception = bin.reception
    let source = try type.make(images, name: nil)
    try bin.adopt(source, factory: "movie")
    bin.hold(source)
    bin.note(images.notes)
    try bin.exposeOutput(source.pad("src"))
  }
}

extension Diagnostic {
  /// Creates the error of a requested time at which a file shows no frame.
  fileprivate init(noFrameAt time: CMTime, of name: String, in timeline: EditedTimeline, at range: SourceRange? = nil) {
    let begin = timeline.pieces.first { $0.mediaStart != nil }?.start ?? .zero
    let isBefore = time < begin
    self.init(
      "'\(name)' has no picture at \(time.clockText)", kind: .input, at: range,
      notes: [
        isBefore ? "its pictures begin at \(begin.clockText)" : "its pictures end at \(timeline.end.clockText)"
      ],
      help: "ask for a time \(isBefore ? "from then on" : "before that"), or allow a tolerance")
  }
}

extension MediaFile {
  convenience init(url: Location) {
    self.init(url.path.map { URL(fileURLWithPath: $0) } ?? URL(string: url.text) ?? URL(fileURLWithPath: url.text))
  }
}

/// The frames that answer some requests. Each says which part of it is clean, and how it is turned.
private final class ImageSource: TrackSource {
  private let track: any CodedTrack
  private let requests: [ImageRequest]
  private let scheduler: ImageScheduler
  private let transform: CGAffineTransform
  private let name: String

  init(_ track: any CodedTrack, _ requests: [ImageRequest], _ transform: CGAffineTransform, _ name: String) {
    (self.track, self.requests) = (track, requests)
    scheduler = ImageScheduler(track, requests)
    self.transform = transform
    self.name = name
  }

  override var end: CMTime { requests.map(\.time).max() ?? .zero }
  override var notes: @Sendable () -> [String] { { [scheduler, name] in scheduler.notes(about: name) } }

  override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    guard let answer = try scheduler.next() else { return nil }
    let frame: ImageScheduler.Frame
    do {
      frame = try answer.frame.get()
    } catch let error as DecoderError where error.code == .noSample {
      // Of files without tables, it is not known before.
      throw Diagnostic(
        noFrameAt: requests[answer.request].time, of: name, in: try FrameSearch(track).timeline)
    } catch {
      let problem = MediaError(error, during: .decoding)
      throw Diagnostic(
        "'\(name)' gives no picture", kind: problem.missingElements.isEmpty ? .failure : .unavailable,
        underlying: error, help: problem.installation)
    }
    let (decoded, caps) = (frame.decoded, frame.decoded.caps)
    setFormat(caps)
    // The decoder may still use the memory; a writer gets a copy then.
    let buffer = Buffer(adopting: gst_buffer_copy(decoded.buffer.buffer))
    buffer.presentationTime = ClockTime(frame.choice.actual)
    buffer.decodeTime = nil
    buffer.duration = .stamp(frame.choice.shown.end - frame.choice.actual)
    if let size = caps.first.flatMap({ caps in zip(caps["width"]?.int, caps["height"]?.int) }),
      let clean = frame.description?.cleanAperture(width: size.0, height: size.1),
      let area = ImageGeometry.pixels(of: clean, size.0, size.1)
    {
      creel_buffer_add_crop(buffer.buffer, guint(area.x), guint(area.y), guint(area.width), guint(area.height))
    }
    if !transform.isIdentity { buffer.addTransform(transform) }
    return buffer.give()
  }

  private func zip(_ width: Int?, _ height: Int?) -> (Int, Int)? {
    if let width, let height { (width, height) } else { nil }
  }
}

extension Buffer {
  /// Adds the frame's transform as GStreamer's metadata: in coordinates whose y grows upwards, without translation.
  func addTransform(_ transform: CGAffineTransform) {
    guard let meta = gst_buffer_add_video_affine_transformation_meta(buffer) else { return }
    var entries: [gfloat] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    (entries[0], entries[1]) = (gfloat(transform.a), gfloat(-transform.b))
    (entries[4], entries[5]) = (gfloat(-transform.c), gfloat(transform.d))
    Swift.withUnsafeMutableBytes(of: &meta.pointee.matrix) { $0.copyBytes(from: entries.withUnsafeBytes { Array($0) }) }
  }

  /// The frame's transform.
  var transform: CGAffineTransform {
    guard let meta = gst_buffer_get_meta(buffer, gst_video_affine_transformation_meta_api_get_type()) else {
      return .identity
    }
    let affine = UnsafeMutableRawPointer(meta).assumingMemoryBound(to: GstVideoAffineTransformationMeta.self)
    let entries = Swift.withUnsafeBytes(of: affine.pointee.matrix) {
      $0.bindMemory(to: gfloat.self).map { CGFloat($0) }
    }
    return CGAffineTransform(a: entries[0], b: -entries[1], c: -entries[4], d: entries[5], tx: 0, ty: 0)
  }
}
