internal import CReel
import Foundation

/// The memory of a process that does nothing but run graphs.
package enum ProcessMemory {
  /// Lets new threads use the memory that ended ones have freed. To be called before threads are made.
  ///
  /// The C library's allocator gives threads arenas of their own, eight for each processor. The threads of each decoder are new ones: frames
  /// that were freed by the decoder of the last clip stay in its threads' arenas, while the next one's grow, so that a timeline of 500
  /// clips took a third more memory than one of 50.
  package static func shareAmongThreads() {
    creel_limit_arenas(Int32(clamping: max(2, ProcessInfo.processInfo.activeProcessorCount)))
  }
}
