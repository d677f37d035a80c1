public import CGStreamer
package import CReel
import Synchronization

/// The Swift part of an element whose GObject methods call Swift; one for each element, freed with it.
///
///     GObject method (C) ─▶ ElementMethods ─▶ ElementInstance ─▶ the user's closure
///
/// GStreamer calls `setCaps`, `process` and `make` on one streaming thread at a time, `start` and `stop` while none runs: state
/// that only those touch needs no lock. Open, because a `package` class has no subclasses in other modules; no product offers it.
open class ElementInstance {
  /// The element, which owns this instance: valid as long as `self`.
  public final private(set) var element: UnsafeMutablePointer<GstElement>!
  private let thrown = Mutex<(any Error)?>(nil)
  private let unlocked = Atomic(false)

  public init() {}

  /// Called once, before anything else.
  open func attached() {}
  open func start() throws {}
  /// Ends the waiting of the streaming thread, or lets it wait again; on any thread.
  open func setUnlocked(_ isUnlocked: Bool) {}
  open func stop() {}
  /// Receives the negotiated format; returns `false` to refuse it.
  open func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool { true }
  /// Takes ownership of caps and returns caps with preferred values for ranges; `nil` if it is too early to decide.
  open func fixate(_ caps: UnsafeMutablePointer<GstCaps>) -> UnsafeMutablePointer<GstCaps>? { caps }
  /// Receives the allocation query of a source, after each change downstream; not for caps that the source sets itself.
  open func allocation(_ query: UnsafeMutablePointer<GstQuery>) {}
  open func process(_ buffer: UnsafeMutablePointer<GstBuffer>) throws -> GstFlowReturn { GST_FLOW_NOT_SUPPORTED }
  /// Returns the next buffer, owned by the caller; `nil` at the end of the stream.
  open func make() throws -> UnsafeMutablePointer<GstBuffer>? { nil }

  /// True if a source can seek.
  open var isSeekable: Bool { false }
  /// Returns a time near the requested one whose frame can be decoded alone; called while buffers may still be made.
  open func snap(_ time: ClockTime, _ precision: SeekPrecision) -> ClockTime { time }
  /// Continues at another position; called while no buffer is made, also before the first one.
  open func seek(to segment: SeekSegment) {}

  /// Takes ownership of a buffer and returns the part of it within the pad's segment; called with the pad's lock held.
  open func clip(
    _ buffer: UnsafeMutablePointer<GstBuffer>, at pad: UnsafeMutablePointer<GstAggregatorPad>
  ) -> UnsafeMutablePointer<GstBuffer>? { buffer }
  /// Processes the buffers of all inputs; `isLate` is true if inputs have none although they should.
  open func mix(isLate: Bool) throws -> GstFlowReturn { GST_FLOW_NOT_SUPPORTED }

  /// Returns the flow for an error that is no failure of the element, such as that of a cancelled wait; `nil` for
  /// failures.
  open func flow(afterThrowing error: any Error) -> GstFlowReturn? { nil }

  /// Called at the end of the stream, before it takes effect in sinks.
  open func finish() throws {}

  /// A Boolean value that indicates whether a sink of bytes writes at the positions that segments name; nil for all other sinks.
  open var writesAnywhere: Bool? { nil }
  /// Makes a sink of bytes go on at a position; on the streaming thread.
  open func setPosition(_ position: Int64) throws {}

  /// True if the source has submitted several buffers.
  fileprivate final var hasSubmitted = false

  /// Gives several buffers together, of a source that is making one and returns none then; belongs to the streaming thread.
  package final func submit(_ buffers: [Buffer]) {
    let list = gst_buffer_list_new_sized(guint(buffers.count))!
    for buffer in buffers { gst_buffer_list_insert(list, -1, buffer.give()) }
    gst_base_src_submit_buffer_list(
      UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBaseSrc.self), list)
    hasSubmitted = true
  }

  /// True if the streaming thread must not wait.
  package final var isUnlocked: Bool { unlocked.load(ordering: .acquiring) }

  /// The error that ended the stream.
  package final var error: (any Error)? { thrown.withLock { $0 } }

  /// Returns the Swift error behind a message of this object, if it is an element of this class hierarchy that threw
  /// one.
  package static func error(thrownBy object: UnsafeMutableRawPointer) -> (any Error)? {
    guard
      let instance = creel_element_instance(object) ?? creel_transform_instance(object) ?? creel_muxer_instance(object)
    else { return nil }
    return Unmanaged<ElementInstance>.fromOpaque(instance).takeUnretainedValue().error
  }

  fileprivate final func attach(_ element: UnsafeMutablePointer<GstElement>) {
    self.element = element
    attached()
  }

  fileprivate final func forgetError() { thrown.withLock { $0 = nil } }

  /// Does what has no flow to return.
  /// - Returns: 0 if it failed; the bus has the error then.
  fileprivate final func succeeds(_ body: () throws -> Void) -> gboolean {
    do {
      try body()
      return 1
    } catch {
      fail(error)
      return 0
    }
  }

  fileprivate final func unlock(_ flag: Bool) {
    unlocked.store(flag, ordering: .releasing)
    setUnlocked(flag)
  }

  fileprivate final func flow(_ body: () throws -> GstFlowReturn) -> GstFlowReturn {
    // Swift code cannot be interrupted, but its start can be prevented.
    if isUnlocked { return GST_FLOW_FLUSHING }
    do {
      return try body()
    } catch {
      if isUnlocked, error is CancellationError { return GST_FLOW_FLUSHING }
      if let flow = flow(afterThrowing: error) { return flow }
      fail(error)
      return GST_FLOW_ERROR
    }
  }

  /// Stores the error for the reader of the message on the bus.
  package final func fail(_ error: any Error) {
    thrown.withLock { $0 = error }
    // The text and the detail are passed with ownership.
    gst_element_message_full(
      element, GST_MESSAGE_ERROR, gst_stream_error_quark(), gint(GST_STREAM_ERROR_FAILED.rawValue),
      g_strdup("\(error)"), g_strdup("thrown by a Swift closure: \(String(reflecting: type(of: error)))"),
      #fileID, #function, #line)
  }
}

/// The C functions of all element types.
package enum ElementMethods {
  package static let table = CReelMethods(
    create: { factory in
      let make = Unmanaged<Box<@Sendable () -> ElementInstance>>.fromOpaque(factory!).takeUnretainedValue().value
      return Unmanaged.passRetained(make()).toOpaque()
    },
    attached: { instance($0).attach($1!) },
    destroy: { Unmanaged<ElementInstance>.fromOpaque($0!).release() },
    start: {
      let instance = instance($0)
      instance.forgetError()
      return instance.succeeds { try instance.start() }
    },
    stop: { instance($0).stop() },
    set_caps: { instance($0).setCaps($1!) ? 1 : 0 },
    fixate: { instance($0).fixate($1!) },
    unlock: { instance($0).unlock($1 != 0) },
    allocation: { instance($0).allocation($1!) },
    process: { pointer, buffer in
      let instance = instance(pointer)
      return instance.flow { try instance.process(buffer!) }
    },
    make: { pointer, buffer in
      let instance = instance(pointer)
      return instance.flow {
        if let made = try instance.make() {
          buffer!.pointee = made
        } else {
          guard instance.hasSubmitted else { return GST_FLOW_EOS }
          instance.hasSubmitted = false
        }
        return GST_FLOW_OK
      }
    },
    mix: { pointer, isLate in
      let instance = instance(pointer)
      return instance.flow { try instance.mix(isLate: isLate != 0) }
    },
    clip: { instance($0).clip($2!, at: $1!) },
    is_seekable: { instance($0).isSeekable ? 1 : 0 },
    snap: { pointer, time, flags in
      instance(pointer).snap(ClockTime(nanoseconds: time), SeekPrecision(flags)).nanoseconds
    },
    seek: { pointer, segment in
      instance(pointer).seek(to: SeekSegment(segment!.pointee))
      return 1
    },
    finish: { pointer in
      let instance = instance(pointer)
      return instance.succeeds { try instance.finish() }
    },
    writes_anywhere: { instance($0).writesAnywhere.map { $0 ? 1 : 0 } ?? -1 },
    set_position: { pointer, position in
      let instance = instance(pointer)
      return instance.succeeds { try instance.setPosition(Int64(clamping: position)) }
    })

  private static func instance(_ pointer: UnsafeMutableRawPointer?) -> ElementInstance {
    Unmanaged.fromOpaque(pointer!).takeUnretainedValue()
  }
}
