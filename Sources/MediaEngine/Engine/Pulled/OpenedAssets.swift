package import MediaGraph
package import MediaSource
import CoreMedia

/// The files that a program has opened before it pulls a graph, by the locations that the graph's sources name.
package struct OpenedAssets: Sendable {
  private var files: [String: MediaFile] = [:]

  package init() {}

  /// Notes the file at a location.
  package mutating func insert(_ file: MediaFile, at location: Location) { files[location.text] = file }

  /// Returns the file at a location; nil if the program has not opened it.
  package func file(at location: Location) -> MediaFile? { files[location.text] }
}
