/// The node types that Reel brings along.
enum StandardNodes {
  static let all: [any Node.Type] = [
    AssetRead.self, FileRead.self, TestVideo.self, TestAudio.self,
    VideoDecode.self, AudioDecode.self,
    VideoScale.self, VideoCrop.self, VideoOrient.self, VideoRate.self, VideoConvert.self, VideoGrade.self,
    VideoComposite.self,
    AudioConvert.self, AudioVolume.self, AudioTempo.self, AudioMix.self, AudioLevel.self,
    MetadataLines.self,
    VideoEncodeH264.self, AudioEncodeAAC.self,
    MuxMP4.self, MuxMKV.self,
    FileWrite.self, Null.self, GstElement.self,
  ]
}
