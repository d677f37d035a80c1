import Foundation

// Apple's systems post these for a fragmented asset while its minder looks for new fragments. Assets here have the
// fragments that their files have when they are opened, so none is posted.

extension NSNotification.Name {
  /// The duration of a fragmented asset has changed; never posted here.
  public static let AVAssetDurationDidChange = NSNotification.Name("AVAssetDurationDidChangeNotification")
  /// A fragmented asset has got its first fragment, or further ones; never posted here.
  public static let AVAssetContainsFragmentsDidChange = NSNotification.Name(
    "AVAssetContainsFragmentsDidChangeNotification")
  /// The file of a fragmented asset is in one piece now; never posted here.
  public static let AVAssetWasDefragmented = NSNotification.Name("AVAssetWasDefragmentedNotification")
  /// The chapters of an asset have changed; never posted here.
  public static let AVAssetChapterMetadataGroupsDidChange = NSNotification.Name(
    "AVAssetChapterMetadataGroupsDidChangeNotification")
  /// The media selection groups of an asset have changed; never posted here.
  public static let AVAssetMediaSelectionGroupsDidChange = NSNotification.Name(
    "AVAssetMediaSelectionGroupsDidChangeNotification")
}
