internal import MediaSource
internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia
import MediaGraph
import MovieFile
import Synchronization

/// The element of a file's copy: when its input has ended, it copies the file on that thread, and sends the bytes.
///
/// Its input brings what the copy says about itself, in `MetadataObject`s.
final class FileCopyInstance: ElementInstance, @unchecked Sendable {
  // Unchecked: what is not behind the lock belongs to the input's thread.

  /// The copy.
  struct Work: Sendable {
    var input: Location
    var format: WritableFormat
    var range: CMTimeRange
    var fastStart: Bool
    /// The metadata of the copy, before that of the input; nil for those of the file.
    var metadata: MuxerMetadata?
    /// True to leave out private metadata of tracks.
    var omitsPrivate = false
  }

  private struct State: Sendable {
    var isCancelled = false
    var notes: [String] = []
    var progress: (position: CMTime, end: CMTime)?
    var reopen: (@Sendable () -> CInt)?
  }

  private let work: Work
  private let state = Mutex(State())
  private let cancellation = ReadingCancellation()
  private var objects: [MetadataObject] = []
  private var isDone = false

  private init(_ work: Work) { self.work = work }

  /// Makes the element, which has one input.
  static func element(_ work: Work, takes caps: String) throws -> (Element, FileCopyInstance) {
    try GStreamerLibrary.start()
    var methods = ElementMethods.table
    var functions = CReelMuxerFunctions(
      chain: { instance, _, buffer in
        Unmanaged<FileCopyInstance>.fromOpaque(instance!).takeUnretainedValue().chain(Buffer(adopting: buffer!))
      },
      chain_list: nil,
      event: { instance, _, event in
        Unmanaged<FileCopyInstance>.fromOpaque(instance!).takeUnretainedValue().receive(Event(adopting: event!))
        return 1
      })
    let instance = FileCopyInstance(work)
    let (given, taken) = (try Caps(MuxerOptions(format: work.format).caps), try Caps(caps))
    let element = Element(
      retaining: creel_muxer_new(nil, given.caps, &methods, &functions, Unmanaged.passRetained(instance).toOpaque()))
    creel_muxer_add_input(element.element, taken.caps)
    return withExtendedLifetime((given, taken)) { (element, instance) }
  }

  /// Notes on what the copy does not have.
  var notes: [String] { state.withLock { $0.notes } }

  /// The progress of the copy, by its bytes; nil before it has begun.
  var progress: (position: CMTime, end: CMTime)? { state.withLock(\.progress) }

  /// Ends the copy where it is, on any thread.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    cancellation.end()
  }

  /// Sets what opens the copy's file again; -1 with `errno` if that fails.
  func setReopening(_ reopen: @escaping @Sendable () -> CInt) { state.withLock { $0.reopen = reopen } }

  override func start() {
    (objects, isDone) = ([], false)
  }

  private func chain(_ buffer: Buffer) -> GstFlowReturn {
    do {
      objects.append(try MetadataObject(buffer))
      return GST_FLOW_OK
    } catch {
      fail(error)
      return GST_FLOW_ERROR
    }
  }

  private func receive(_ event: Event) {
    guard event.event.pointee.type == GST_EVENT_EOS, !isDone else { return }
    isDone = true
    let output = MuxerOutput(Pad(retaining: creel_muxer_output(element)), caps: MuxerOptions(format: work.format).caps)
    do {
      try copy(to: output)
      // The end of the stream says that the file is whole: a copy that was cancelled, or has failed, never sends it.
      output.end()
    } catch {
      // Downstream has said why it takes no more.
      if !isOver, output.flowError == nil { fail(output.placementProblem ?? error) }
    }
  }

  private var isOver: Bool { isUnlocked || state.withLock(\.isCancelled) }

  /// Opens the file.
  ///
  /// - Throws: `Diagnostic` if it cannot be read: that is no failure of the muxer.
  private func opened(_ metadata: MuxerMetadata?) throws -> FileCopy {
    do {
      return try FileCopy(
        work.input, to: work.format, range: work.range, metadata: metadata, omitsPrivate: work.omitsPrivate,
        cancellation: cancellation)
    } catch let error as MediaError where error.family == .reading {
      throw Diagnostic(error)
    } catch let error as MediaFileError {
      throw Diagnostic(cannotRead: work.input.text, error)
    }
  }

  private func copy(to output: MuxerOutput) throws {
    var metadata = work.metadata
    metadata?.add(objects)
    let copy = try opened(metadata)
    let notes = copy.notes
    state.withLock { $0.notes = notes }
    let layout = work.fastStart ? try copy.headersFirst() : .headersLast
    let sink = try output.open(
      reopen: state.withLock(\.reopen), MuxerOptions(format: work.format, layout: layout), whenReadable: {})
    guard let sink = sink as? any RandomAccessByteSink else {
      throw MovieError(.notStorable, "\(work.format.name) goes into a file")
    }
    let end = copy.duration
    let later = try copy.write(to: sink, layout: layout) { done, all in
      if isOver { throw CancellationError() }
      // In thousandths: products of bytes and times would overflow.
      let share = all > 0 ? Int32(clamping: done / max(all / 1000, 1)) : 1000
      let position = CMTimeMultiplyByRatio(end, multiplier: min(share, 1000), divisor: 1000)
      state.withLock { $0.progress = (position, end) }
    }
    state.withLock { $0.notes += later }
    try output.finish()
  }
}
