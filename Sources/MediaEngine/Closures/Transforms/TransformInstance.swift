internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia

/// The Swift half of a transform's element: reads what arrives, calls the body, lets the output follow.
final class TransformInstance: ElementInstance {
  /// A transform with its types forgotten: opened when the element starts.
  struct Work {
    let open: (TransformOutputStream) -> Session
  }

  /// One run of a transform; used by one thread at a time.
  struct Session {
    let setCaps: (UnsafeMutablePointer<GstCaps>) -> Bool
    let process: (UnsafeMutablePointer<GstBuffer>) throws -> Void
    let finish: () throws -> Void
  }

  private let work: Work
  private let hasTimes: Bool
  private var running: (output: TransformOutputStream, session: Session)?
  private var hasFinished = false

  init(_ work: Work, hasTimes: Bool) {
    self.work = work
    self.hasTimes = hasTimes
  }

  /// Makes the element.
  static func element(_ work: Work, from taken: Caps, to given: Caps, hasTimes: Bool) throws -> Element {
    try GStreamerLibrary.start()
    var methods = ElementMethods.table
    let instance = TransformInstance(work, hasTimes: hasTimes)
    return Element(
      retaining: creel_transform_new(
        nil, taken.caps, given.caps, &methods,
        { instance, event in
          Unmanaged<TransformInstance>.fromOpaque(instance!).takeUnretainedValue().receive(event!) ? 1 : 0
        }, Unmanaged.passRetained(instance).toOpaque()))
  }

  override func start() {
    // The element owns the pad: retained only during the run, to avoid a reference cycle.
    let output = TransformOutputStream(Pad(retaining: creel_transform_output(element)), hasTimes: hasTimes)
    running = (output, work.open(output))
    hasFinished = false
  }

  override func stop() { running = nil }

  override func process(_ buffer: UnsafeMutablePointer<GstBuffer>) throws -> GstFlowReturn {
    guard let session = running?.session else { return GST_FLOW_FLUSHING }
    if hasFinished { return GST_FLOW_EOS }
    do {
      try session.process(buffer)
      return GST_FLOW_OK
    } catch let flowError as FlowError {
      return flowError.flow
    }
  }

  /// Handles an event and takes ownership of it.
  private func receive(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
    guard let (output, session) = running else {
      creel_mini_unref(event)
      return false
    }
    switch event.pointee.type {
    case GST_EVENT_CAPS:
      defer { creel_mini_unref(event) }
      var caps: UnsafeMutablePointer<GstCaps>?
      gst_event_parse_caps(event, &caps)
      guard let caps, session.setCaps(caps) else { return false }
      output.setInput(Caps(retaining: caps))
      return true
    case GST_EVENT_EOS:
      do {
        hasFinished = true
        try session.finish()
      } catch is FlowError {
        // The rest is discarded; the end must still arrive.
      } catch {
        fail(error)
        creel_mini_unref(event)
        return false
      }
      return output.end(event)
    case GST_EVENT_FLUSH_STOP:
      output.flush()
      hasFinished = false
      return output.forward(event)
    default: return output.forward(event)
    }
  }
}
