/// The node types built into Reel.
enum StandardNodes {
  static let all: [any Node.Type] = [
    AssetRead.self, AssetCopy.self, AssetFrames.self, MovieRead.self, FileRead.self, TestVideo.self, TestAudio.self,
    CaptureVideo.self, CaptureScreen.self, CaptureAudio.self,
    VideoDecode.self, AudioDecode.self,
    VideoScale.self, VideoPixelAspect.self, VideoColorConvert.self, VideoCrop.self, VideoOrient.self, VideoRate.self,
    VideoConvert.self, VideoGrade.self,
    VideoComposite.self, VideoText.self, VideoTile.self,
    AudioConvert.self, AudioVolume.self, AudioTempo.self, AudioMix.self, AudioLevel.self, AudioLoudness.self,
    MetadataLines.self, TextRead.self,
    TimelineNode.self, TimelineCopy.self,
    ImageRead.self, ImageRender.self, ImageWrite.self, ImageEncodePNG.self, ImageEncodeJPEG.self,
    VideoEncodeH264.self, VideoEncodeHEVC.self, VideoEncodeVP8.self, VideoEncodeVP9.self, VideoEncodeAV1.self,
    VideoEncodeProRes.self, VideoEncodeMJPEG.self,
    AudioEncodeAAC.self, AudioEncodeOpus.self, AudioEncodeVorbis.self, AudioEncodeMP3.self, AudioEncodeFLAC.self,
    AudioEncodeALAC.self, AudioEncodePCM.self, AudioEncodeAMR.self,
    MuxMP4.self, MuxMOV.self, MuxM4A.self, Mux3GP.self, MuxMKV.self, MuxWebM.self, MuxTS.self, MuxOgg.self,
    MuxWAV.self, MuxAIFF.self, MuxAIFC.self, MuxCAF.self, MuxAMR.self, MuxMP3.self,
    MuxFLAC.self,
    FileWrite.self, HLSWrite.self, DisplayVideo.self, Speaker.self, Null.self, GstElement.self,
  ]
}
