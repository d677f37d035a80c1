import MediaGraph

extension TemporaryFolder {
  func location(_ name: String) -> Location { Location(file(name)) }
}
