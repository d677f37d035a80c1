import CGStreamer
import Testing

@testable import GStreamer

@Suite struct TagsTests {
  @Test func pictures_areLeftOut() throws {
    try GStreamerLibrary.start()
    let list = try #require(gst_tag_list_new_from_string("taglist, title=(string)A, track-number=(uint)3"))
    var value = GValue()
    g_value_init(&value, gst_sample_get_type())
    g_value_take_boxed(&value, UnsafeRawPointer(try #require(gst_sample_new(nil, nil, nil, nil))))
    defer { g_value_unset(&value) }
    gst_tag_list_add_value(list, GST_TAG_MERGE_APPEND, "image", &value)
    #expect(Tags(adopting: list).values == ["title": [.string("A")], "track-number": [.int(3)]])
  }
}
