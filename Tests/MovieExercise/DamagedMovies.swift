/// The damaged movies that everything which reads movies is tried on, the same ones each time.
public enum DamagedMovies {
  /// The movies are in parts, so that several are tried at once.
  public static let parts = 0..<24

  /// Calls back with each movie of a part, and with the name of the movie that it was.
  public static func forEach(part: Int, _ body: (_ name: String, _ bytes: [UInt8]) throws -> Void) rethrows {
    let seed = SeedMovies.all[part % SeedMovies.all.count]
    var mutation = Mutation(seed: UInt64(part))
    for _ in 0..<850 { try body(seed.name, mutation.damaged(seed.bytes)) }
  }
}
