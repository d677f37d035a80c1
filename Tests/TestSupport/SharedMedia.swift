import Foundation
public import Testing

/// Media of other encoders, in a folder beside the package; absent on most machines.
public enum SharedMedia {
  public static let folder = URL(fileURLWithPath: Built.package).deletingLastPathComponent().appending(
    path: "shared/media")

  /// The names of all media; none if the folder is absent.
  public static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { name in !["png", "md"].contains((name as NSString).pathExtension) && name != "hls" }.sorted()
  }()

  /// The movies among them.
  public static let movies = names.filter { $0.hasSuffix(".mp4") || $0.hasSuffix(".3gp") }

  public static func url(_ name: String) -> URL { folder.appending(path: name) }

  public static func path(_ name: String) -> String { url(name).path }
}

extension Trait where Self == ConditionTrait {
  /// Disables a test without the folder of shared media. `.ci/test` knows the comment, and allows for these.
  public static var sharedMedia: Self { .enabled(if: !SharedMedia.names.isEmpty, "there are no shared media") }
}
