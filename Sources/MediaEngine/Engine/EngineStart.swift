import Dispatch
internal import GStreamer

/// The start of the engine, which takes as long as reading and checking a description.
public enum EngineStart {
  /// Starts the engine on another thread while `body` runs on this one; returns when both are done.
  ///
  /// It also waits if `body` throws: a process that exits while its libraries start may crash. An engine that cannot start
  /// says why to each call that needs it.
  public static func beside<Value>(_ body: () throws -> Value) rethrows -> Value {
    let group = DispatchGroup()
    DispatchQueue.global(qos: .userInitiated).async(group: group) { try? GStreamerLibrary.start() }
    defer { group.wait() }
    return try body()
  }
}
