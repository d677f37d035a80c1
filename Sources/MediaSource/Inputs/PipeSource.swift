import MovieFile
package import GStreamer
package import CGStreamer

/// A source element that gives what comes through a pipe, and before that what was read of it already.
package final class PipeSource: ElementInstance {
  private let pipe: PipeReader
  private var beginning: [UInt8]

  package init(_ pipe: PipeReader, beginning: [UInt8] = []) {
    (self.pipe, self.beginning) = (pipe, beginning)
  }

  package override func flow(afterThrowing error: any Error) -> GstFlowReturn? { pipe.reception.flowOfGivingUp }

  package override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    let bytes = beginning.isEmpty ? try pipe.read { isUnlocked } : beginning
    beginning = []
    return bytes.isEmpty ? nil : Buffer(copying: bytes).give()
  }

  package static func element(_ pipe: PipeReader, beginning: [UInt8] = []) throws -> Element {
    try ElementType(kind: .maker, isVideo: false, caps: "ANY").make(PipeSource(pipe, beginning: beginning), name: nil)
  }
}
