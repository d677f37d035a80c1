internal import CGStreamer
internal import CReel
import Synchronization

/// A GObject class defined by this module, registered for the lifetime of the process.
package struct ElementType: Hashable, Sendable {
  package enum Kind: Sendable {
    /// Changes buffers in place.
    case effect
    /// Fills buffers from a pool.
    case source
    /// Allocates its own buffers.
    case maker
    case sink
    /// Composes a frame of several.
    case compositor
    /// Mixes several audio streams.
    case mixer
  }

  package var kind: Kind
  package var isVideo: Bool
  /// The caps of its pads, as text.
  package var caps: String

  package init(kind: Kind, isVideo: Bool, caps: String) {
    (self.kind, self.isVideo, self.caps) = (kind, isVideo, caps)
  }

  /// Makes an element with the given instance. The GObject class is shared by all elements of an equal type.
  package func make(_ instance: ElementInstance, name: String?) throws(GStreamerError) -> Element {
    try GStreamerLibrary.start()
    let type = try registered()
    return Element(retaining: creel_element_new(type, name, Unmanaged.passRetained(instance).toOpaque()))
  }

  /// Registers the type under a name for ``Element/make(_:name:)`` and launch lines; each element gets an instance from
  /// `make`.
  ///
  /// A name that is in use is reassigned to the new type. The registration, including `make`, lasts as long as the
  /// process.
  package func register(
    as factoryName: String, _ make: @escaping @Sendable () -> ElementInstance
  ) throws(GStreamerError) {
    try GStreamerLibrary.start()
    let type = try newType(factory: Unmanaged.passRetained(Box(make)).toOpaque())
    guard gst_element_register(nil, factoryName, 0, type) != 0 else { throw .notRegistered(factoryName) }
  }

  private static let types = Mutex<[ElementType: GType]>([:])
  private static let count = Atomic(0)

  private func registered() throws(GStreamerError) -> GType {
    if let type = Self.types.withLock({ $0[self] }) { return type }
    let made = try newType(factory: nil)
    // If two threads register it concurrently, one wins; the other's type stays unused.
    return Self.types.withLock { types in
      if let type = types[self] { return type }
      types[self] = made
      return made
    }
  }

  private func newType(factory: UnsafeMutableRawPointer?) throws(GStreamerError) -> GType {
    let number = Self.count.add(1, ordering: .relaxed).newValue
    let name = "Reel" + (isVideo ? "Video" : "") + label + "\(number)"
    let caps = try Caps(caps)
    let type = name.withCString { name in
      label.withCString { label in
        var description = CReelClass(
          type_name: name, title: label, classification: label, description: label,
          caps: caps.caps, video: isVideo ? 1 : 0, methods: ElementMethods.table, factory: factory)
        return creel_type(cKind, &description)
      }
    }
    if type == 0 { throw .notRegistered(name) }
    return type
  }

  private var label: String {
    switch kind {
    case .effect: "Effect"
    case .source, .maker: "Source"
    case .sink: "Sink"
    case .compositor: "Compositor"
    case .mixer: "Mixer"
    }
  }

  private var cKind: CReelKind {
    switch kind {
    case .effect: CREEL_EFFECT
    case .source: CREEL_SOURCE
    case .maker: CREEL_MAKER
    case .sink: CREEL_SINK
    case .compositor: CREEL_COMPOSITOR
    case .mixer: CREEL_MIXER
    }
  }
}
