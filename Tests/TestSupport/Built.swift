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
}
