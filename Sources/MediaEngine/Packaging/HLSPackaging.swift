import CoreMedia
import MediaGraph
import Synchronization

/// The form of a presentation that a muxer writes instead of a file.
struct HLSPackaging: Sendable {
  /// The duration of a segment; each is longer up to the next key frame.
  var segment: CMTime
  var form: HLSWrite.Form
  /// The identifier of the track of subtitles that players show without being asked to; nil for none.
  var defaultText: UInt32?
  /// The identifiers of the tracks of subtitles for those who show none.
  var forcedTexts: Set<UInt32> = []
  /// The folder to fill.
  let folder = Folder()

  /// The path of a folder that is known when the run begins.
  final class Folder: Sendable {
    private let state = Mutex<String?>(nil)
    var path: String? {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }
  }
}
