import Foundation

/// Places of the package under test.
public enum Built {
  /// The `reel` command beside the test bundle.
  public static let reel: String = {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("reel").path
  }()

  /// The folder of the package.
  public static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The folder of media of other encoders, beside the package; absent on most machines.
  public static let sharedMedia = URL(fileURLWithPath: package).deletingLastPathComponent().path + "/shared/media"
}
