/// The loading work of a property.
struct PropertyLoad<Subject: Sendable>: Sendable {
  typealias Completion = @Sendable (Result<Void, any Error>) -> Void

  /// Returns success if the value is known without reading, the error if it can never be read, else nil.
  let known: @Sendable (Subject) -> Result<Void, any Error>?
  /// True if the load reads all of the file or large tables. Reads headers to find out; blocks.
  let isExpensive: @Sendable (Subject) throws -> Bool
  /// Reads the value and calls the completion at the end or later; may block.
  let load: @Sendable (Subject, @escaping Completion) -> Void

  init(
    known: @escaping @Sendable (Subject) -> Result<Void, any Error>? = { _ in nil },
    isExpensive: @escaping @Sendable (Subject) throws -> Bool = { _ in false },
    begin load: @escaping @Sendable (Subject, @escaping Completion) -> Void
  ) {
    (self.known, self.isExpensive, self.load) = (known, isExpensive, load)
  }

  init(
    known: @escaping @Sendable (Subject) -> Result<Void, any Error>? = { _ in nil },
    isExpensive: @escaping @Sendable (Subject) throws -> Bool = { _ in false },
    load: @escaping @Sendable (Subject) throws -> Void
  ) {
    self.init(known: known, isExpensive: isExpensive, begin: { subject, done in done(Result { try load(subject) }) })
  }

  /// The work of a property that is always loaded.
  static var constant: Self { Self(known: { _ in .success(()) }, load: { _ in }) }
}
