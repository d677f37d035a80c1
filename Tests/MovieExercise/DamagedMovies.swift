/// The damaged movies for all readers of movies, the same ones in every run.
public enum DamagedMovies {
  /// The movies are in parts, so that several are tested concurrently.
  public static let parts = 0..<24

  /// Calls the closure with the first movies of a part, 850 at most, and the name of their undamaged original.
  public static func forEach(
    part: Int, first count: Int, _ body: (_ name: String, _ bytes: [UInt8]) throws -> Void
  ) rethrows {
    let seed = SeedMovies.all[part % SeedMovies.all.count]
    var mutation = Mutation(seed: UInt64(part))
    for _ in 0..<min(count, 850) { try body(seed.name, mutation.damaged(seed.bytes)) }
  }
}
