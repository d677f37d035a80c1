/// The meaning of the times that GStreamer's demuxers give for a kind of file, which they don't say.
struct DemuxedTimes: Hashable, Sendable {
  /// True if the clock begins anywhere: times are relative to the first one.
  var beginAnywhere = false
  /// The units a second of the file's times, where demuxers invent finer ones.
  var timescale: Int32?
  /// True if the duration of the last packet of Vorbis is the end of the audio.
  var endInsidePacket = false
  /// True if a packet of MPEG-4 may hold several frames, the later of which have no times.
  var mayLackFrames = false
}
