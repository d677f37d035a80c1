import MediaGraph
import Testing

@Suite struct LocationTests {
  @Test(arguments: [
    ("movie.mp4", "movie.mp4"), ("/a/b.mp4", "/a/b.mp4"), ("a:b.mp4", "a:b.mp4"), ("c:/x.mp4", "c:/x.mp4"),
    ("50%.mp4", "50%.mp4"),
    ("file:///a/b.mp4", "/a/b.mp4"), ("file:/a.mp4", "/a.mp4"), ("file://localhost/a.mp4", "/a.mp4"),
    ("file:///a%20b%C3%A9.mp4", "/a bé.mp4"), ("file:", ""), (":", ":"),
  ])
  func pathsOfLocalFiles(_ text: String, _ path: String) throws {
    #expect(try Location(parsing: text).path == path)
  }

  @Test(arguments: [
    "https://example.org/a.mp4", "data:,x", "file:///a%2", "file:///a%", "file:///a%+5", "file:///a%zz", "file:///a%00",
    "file:///%FF",
  ])
  func whatIsNoLocalFile_hasNoPath(_ text: String) throws {
    #expect(try Location(parsing: text).path == nil)
  }

  @Test func schemes() {
    #expect(Location("HTTPS://x").scheme == "https")
    #expect(Location("é://x").scheme == nil)
    #expect(Location("1a://x").scheme == nil)
    #expect(Location("a b://x").scheme == nil)
  }
}
