import MovieFile
package import GStreamer
package import CGStreamer

/// A source element that gives what comes through a pipe, and before that what was read of it already.
package final class PipeSource: ElementInstance {
  private let pipe: PipeReader
  private var firstBytes: [UInt8]

  package init(_ pipe: PipeReader, firstBytes: [UInt8] = []) {
    (self.pipe, self.firstBytes) = (pipe, firstBytes)
  }

  package override func flow(afterThrowing error: any Error) -> GstFlowReturn? { pipe.reception.flowAfterCancellation }

  package override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    let bytes = firstBytes.isEmpty ? try pipe.read { isUnlocked } : firstBytes
    firstBytes = []
    return bytes.isEmpty ? nil : Buffer(copying: bytes).give()
  }

  package static func element(_ pipe: PipeReader, firstBytes: [UInt8] = []) throws -> Element {
    try ElementType(kind: .maker, isVideo: false, caps: "ANY").make(PipeSource(pipe, firstBytes: firstBytes), name: nil)
  }
}
