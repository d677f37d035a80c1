internal import GStreamer
internal import CGStreamer

/// A source element that gives what comes through a pipe, and before that what was read of it already.
final class PipeSource: ElementInstance, @unchecked Sendable {
  private let pipe: PipeReader
  private var beginning: [UInt8]

  init(_ pipe: PipeReader, beginning: [UInt8] = []) {
    (self.pipe, self.beginning) = (pipe, beginning)
  }

  override func flow(afterThrowing error: any Error) -> GstFlowReturn? { pipe.reception.flowOfGivingUp }

  override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    let bytes = beginning.isEmpty ? try pipe.read { isUnlocked } : beginning
    beginning = []
    return bytes.isEmpty ? nil : Buffer(copying: bytes).give()
  }

  static func element(_ pipe: PipeReader, beginning: [UInt8] = []) throws -> Element {
    try ElementType(kind: .maker, isVideo: false, caps: "ANY").make(PipeSource(pipe, beginning: beginning), name: nil)
  }
}
