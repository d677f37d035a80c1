extension Registry {
  /// The registry of the process, with Reel's own nodes.
  public static let shared = Registry()

  /// Makes a registry with Reel's own nodes.
  public convenience init() { self.init(StandardNodes.all + StandardTemplates.all) }
}
