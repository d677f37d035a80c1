/// How the value of a property gets known.
struct PropertyWork<Subject: Sendable>: Sendable {
  typealias Completion = @Sendable (Result<Void, any Error>) -> Void

  /// Whether the value is known without reading anything, or why it never will be.
  let known: @Sendable (Subject) -> Result<Void, any Error>?
  /// Whether all of the file or large tables have to be read for it. Reads headers to find out; blocks.
  let isDear: @Sendable (Subject) throws -> Bool
  /// Reads what there is to read, and says so at its end or later; may block.
  let load: @Sendable (Subject, @escaping Completion) -> Void

  init(
    known: @escaping @Sendable (Subject) -> Result<Void, any Error>? = { _ in nil },
    isDear: @escaping @Sendable (Subject) throws -> Bool = { _ in false },
    begin load: @escaping @Sendable (Subject, @escaping Completion) -> Void
  ) {
    (self.known, self.isDear, self.load) = (known, isDear, load)
  }

  init(
    known: @escaping @Sendable (Subject) -> Result<Void, any Error>? = { _ in nil },
    isDear: @escaping @Sendable (Subject) throws -> Bool = { _ in false },
    load: @escaping @Sendable (Subject) throws -> Void
  ) {
    self.init(known: known, isDear: isDear, begin: { subject, done in done(Result { try load(subject) }) })
  }

  /// Of a property that is there from the beginning.
  static var constant: Self { Self(known: { _ in .success(()) }, load: { _ in }) }
}
