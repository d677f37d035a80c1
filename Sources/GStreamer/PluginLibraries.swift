internal import CReel
import Dispatch
import Glibc
import Synchronization

/// The libraries of elements' plugins, which take longer to load than all else that a short run does.
package enum PluginLibraries {
  private static let queue = DispatchQueue(label: "reel.libraries", qos: .userInitiated)
  private static let begun = Mutex<Set<[String]>>([])

  /// A library that is opened while the process ends would have those that it needs, which are taken down already, begin anew.
  private static let endsWithProcess = atexit {
    creel_stop_opening_libraries()
    // A forked process has none of the threads of its parent.
    if getpid() == process { queue.sync {} }
  }
  private static let process = getpid()

  /// Opens the libraries of elements that are made soon, on a thread of their own; returns at once.
  ///
  /// It pays where other work than loading is done meanwhile: the loader opens one library at a time. Making such an element meanwhile
  /// waits for what is still missing.
  ///
  /// - Parameter choices: The factories of each element, the best first; the first that is installed counts.
  package static func openAhead(_ choices: [[String]]) {
    let new = begun.withLock { begun in choices.filter { begun.insert($0).inserted } }
    guard !new.isEmpty else { return }
    _ = (process, endsWithProcess)
    queue.async {
      for choice in new {
        // An element that cannot be found is an error where it is made.
        guard let factory = choice.first(where: ElementFactory.isInstalled) else { continue }
        creel_open_libraries_of(factory)
      }
    }
  }
}
