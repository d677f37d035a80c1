import MovieFile
package import GStreamer
package import CGStreamer

/// A source element of a pipe's bytes, beginning with those that were already read.
package final class PipeSource: ElementInstance, @unchecked Sendable {
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
