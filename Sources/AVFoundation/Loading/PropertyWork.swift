/// How the value of a property gets known.
struct PropertyWork<Subject: Sendable>: Sendable {
  /// Whether the value is known without reading anything, or why it never will be.
  let known: @Sendable (Subject) -> Result<Void, any Error>?
  /// Whether all of the file or large tables have to be read for it. Reads headers to find out; blocks.
  let isDear: @Sendable (Subject) throws -> Bool
  /// Reads what there is to read; blocks.
  let load: @Sendable (Subject) throws -> Void

  init(
    known: @escaping @Sendable (Subject) -> Result<Void, any Error>? = { _ in nil },
    isDear: @escaping @Sendable (Subject) throws -> Bool = { _ in false },
    load: @escaping @Sendable (Subject) throws -> Void
  ) {
    (self.known, self.isDear, self.load) = (known, isDear, load)
  }
}
