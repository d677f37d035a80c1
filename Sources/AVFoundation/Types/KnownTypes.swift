import Foundation
import Synchronization

/// The known types: their extensions, MIME types and supertypes.
///
/// Apple's identifiers are in the table, the program's own are declared by it; of other types, shared-mime-info knows extensions and MIME
/// types.
package final class KnownTypes: Sendable {
  package struct Entry: Sendable {
    package var identifier: String
    package var extensions: [String] = []
    package var mimeTypes: [String] = []
    package var supertypes: [String] = []
  }

  package static let shared = KnownTypes()

  private let entries: [String: Entry]
  private let byExtension: [String: String]
  private let byMIMEType: [String: String]
  private let declared = Mutex<[String: Entry]>([:])

  private init() {
    var entries: [String: Entry] = [:]
    var (byExtension, byMIMEType) = ([String: String](), [String: String]())
    for line in Self.table.split(separator: "\n") {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      func list(_ index: Int) -> [String] { fields[index].split(separator: ",").map(String.init) }
      let entry = Entry(identifier: fields[0], extensions: list(1), mimeTypes: list(2), supertypes: list(3))
      entries[entry.identifier.lowercased()] = entry
      for name in entry.extensions where byExtension[name] == nil { byExtension[name] = entry.identifier }
      for type in entry.mimeTypes where byMIMEType[type] == nil { byMIMEType[type] = entry.identifier }
    }
    (self.entries, self.byExtension, self.byMIMEType) = (entries, byExtension, byMIMEType)
  }

  /// Makes an identifier known as the program's own; those that are known stay as they are.
  package func declare(_ identifier: String, supertypes: [String]) {
    guard entry(identifier) == nil else { return }
    declared.withLock { $0[identifier.lowercased()] = Entry(identifier: identifier, supertypes: supertypes) }
  }

  /// Returns the entry of an identifier; nil if nothing is known of it.
  package func entry(_ identifier: String) -> Entry? {
    let key = identifier.lowercased()
    if let entry = entries[key] ?? declared.withLock({ $0[key] }) { return entry }
    guard let type = DynamicType(identifier: key) else { return nil }
    var entry = Entry(identifier: key, supertypes: type.supertypes)
    for (tagClass, tag) in type.tags {
      if tagClass == DynamicType.filenameExtension { entry.extensions.append(tag) }
      if tagClass == DynamicType.mimeType { entry.mimeTypes.append(tag) }
    }
    // Shared-mime-info may say more than the identifier.
    if entry.mimeTypes.isEmpty {
      entry.mimeTypes = entry.extensions.compactMap { SharedMIMETypes.shared.type(ofExtension: $0) }
    }
    if entry.extensions.isEmpty {
      entry.extensions = entry.mimeTypes.compactMap { SharedMIMETypes.shared.fileExtension(ofType: $0) }
    }
    let kinds = ["image": "public.image", "video": "public.movie", "audio": "public.audio", "text": "public.text"]
    for type in entry.mimeTypes {
      guard let kind = kinds[type.prefix { $0 != "/" }.lowercased()] else { continue }
      if !entry.supertypes.contains(kind) { entry.supertypes.append(kind) }
    }
    return entry
  }

  /// Returns the declared types that have a tag; the preferred one is the first.
  package func identifiers(of tag: String, tagClass: String) -> [String] {
    let tag = tag.lowercased()
    let isExtension = tagClass == DynamicType.filenameExtension
    guard isExtension || tagClass == DynamicType.mimeType else { return [] }
    var type = isExtension ? byExtension[tag] : byMIMEType[tag]
    // Extensions that the table does not have may be those of a MIME type that it has.
    if type == nil, isExtension, let name = SharedMIMETypes.shared.type(ofExtension: tag) { type = byMIMEType[name] }
    guard let type else { return [] }
    let others = entries.values.filter {
      $0.identifier != type && (isExtension ? $0.extensions : $0.mimeTypes).contains(tag)
    }
    return [type] + others.map(\.identifier).sorted()
  }

  /// Returns all types that an identifier conforms to, without itself.
  package func ancestors(of identifier: String) -> Set<String> {
    var (found, open) = (Set<String>(), entry(identifier)?.supertypes ?? [])
    while let next = open.popLast() {
      if found.insert(next).inserted { open += entry(next)?.supertypes ?? [] }
    }
    return found
  }
}
