// Labels of single channels, with the values of Apple's SDK.

/// The label of a channel's position.
public typealias AudioChannelLabel = UInt32

/// A channel of unknown position.
public let kAudioChannelLabel_Unknown: AudioChannelLabel = 0xFFFF_FFFF
/// A channel without a signal.
public let kAudioChannelLabel_Unused: AudioChannelLabel = 0
/// A channel positioned by coordinates.
public let kAudioChannelLabel_UseCoordinates: AudioChannelLabel = 100
/// Left.
public let kAudioChannelLabel_Left: AudioChannelLabel = 1
/// Right.
public let kAudioChannelLabel_Right: AudioChannelLabel = 2
/// Center.
public let kAudioChannelLabel_Center: AudioChannelLabel = 3
/// Low-frequency effects.
public let kAudioChannelLabel_LFEScreen: AudioChannelLabel = 4
/// Left surround.
public let kAudioChannelLabel_LeftSurround: AudioChannelLabel = 5
/// Right surround.
public let kAudioChannelLabel_RightSurround: AudioChannelLabel = 6
/// Left center.
public let kAudioChannelLabel_LeftCenter: AudioChannelLabel = 7
/// Right center.
public let kAudioChannelLabel_RightCenter: AudioChannelLabel = 8
/// Rear centre.
public let kAudioChannelLabel_CenterSurround: AudioChannelLabel = 9
/// Left surround direct.
public let kAudioChannelLabel_LeftSurroundDirect: AudioChannelLabel = 10
/// Right surround direct.
public let kAudioChannelLabel_RightSurroundDirect: AudioChannelLabel = 11
/// Top center surround.
public let kAudioChannelLabel_TopCenterSurround: AudioChannelLabel = 12
/// Vertical height left.
public let kAudioChannelLabel_VerticalHeightLeft: AudioChannelLabel = 13
/// Vertical height center.
public let kAudioChannelLabel_VerticalHeightCenter: AudioChannelLabel = 14
/// Vertical height right.
public let kAudioChannelLabel_VerticalHeightRight: AudioChannelLabel = 15
/// Top back left.
public let kAudioChannelLabel_TopBackLeft: AudioChannelLabel = 16
/// Top back center.
public let kAudioChannelLabel_TopBackCenter: AudioChannelLabel = 17
/// Top back right.
public let kAudioChannelLabel_TopBackRight: AudioChannelLabel = 18
/// Rear surround left.
public let kAudioChannelLabel_RearSurroundLeft: AudioChannelLabel = 33
/// Rear surround right.
public let kAudioChannelLabel_RearSurroundRight: AudioChannelLabel = 34
/// Left wide.
public let kAudioChannelLabel_LeftWide: AudioChannelLabel = 35
/// Right wide.
public let kAudioChannelLabel_RightWide: AudioChannelLabel = 36
/// Second low-frequency effects.
public let kAudioChannelLabel_LFE2: AudioChannelLabel = 37
/// Matrix-encoded left.
public let kAudioChannelLabel_LeftTotal: AudioChannelLabel = 38
/// Matrix-encoded right.
public let kAudioChannelLabel_RightTotal: AudioChannelLabel = 39
/// For the hearing impaired.
public let kAudioChannelLabel_HearingImpaired: AudioChannelLabel = 40
/// For the visually impaired.
public let kAudioChannelLabel_Narration: AudioChannelLabel = 41
/// Mono.
public let kAudioChannelLabel_Mono: AudioChannelLabel = 42
/// Dialog centric mix.
public let kAudioChannelLabel_DialogCentricMix: AudioChannelLabel = 43
/// Center surround direct.
public let kAudioChannelLabel_CenterSurroundDirect: AudioChannelLabel = 44
/// Haptic.
public let kAudioChannelLabel_Haptic: AudioChannelLabel = 45
/// Left top front.
public let kAudioChannelLabel_LeftTopFront: AudioChannelLabel = 13
/// Center top front.
public let kAudioChannelLabel_CenterTopFront: AudioChannelLabel = 14
/// Right top front.
public let kAudioChannelLabel_RightTopFront: AudioChannelLabel = 15
/// Left top middle.
public let kAudioChannelLabel_LeftTopMiddle: AudioChannelLabel = 49
/// Center top middle.
public let kAudioChannelLabel_CenterTopMiddle: AudioChannelLabel = 12
/// Right top middle.
public let kAudioChannelLabel_RightTopMiddle: AudioChannelLabel = 51
/// Left top rear.
public let kAudioChannelLabel_LeftTopRear: AudioChannelLabel = 52
/// Center top rear.
public let kAudioChannelLabel_CenterTopRear: AudioChannelLabel = 53
/// Right top rear.
public let kAudioChannelLabel_RightTopRear: AudioChannelLabel = 54
/// Left side surround.
public let kAudioChannelLabel_LeftSideSurround: AudioChannelLabel = 55
/// Right side surround.
public let kAudioChannelLabel_RightSideSurround: AudioChannelLabel = 56
/// Left bottom.
public let kAudioChannelLabel_LeftBottom: AudioChannelLabel = 57
/// Right bottom.
public let kAudioChannelLabel_RightBottom: AudioChannelLabel = 58
/// Center bottom.
public let kAudioChannelLabel_CenterBottom: AudioChannelLabel = 59
/// Left top surround.
public let kAudioChannelLabel_LeftTopSurround: AudioChannelLabel = 60
/// Right top surround.
public let kAudioChannelLabel_RightTopSurround: AudioChannelLabel = 61
/// Third low-frequency effects.
public let kAudioChannelLabel_LFE3: AudioChannelLabel = 62
/// Ambisonic w.
public let kAudioChannelLabel_Ambisonic_W: AudioChannelLabel = 200
/// Ambisonic x.
public let kAudioChannelLabel_Ambisonic_X: AudioChannelLabel = 201
/// Ambisonic y.
public let kAudioChannelLabel_Ambisonic_Y: AudioChannelLabel = 202
/// Ambisonic z.
public let kAudioChannelLabel_Ambisonic_Z: AudioChannelLabel = 203
/// Ms mid.
public let kAudioChannelLabel_MS_Mid: AudioChannelLabel = 204
/// Ms side.
public let kAudioChannelLabel_MS_Side: AudioChannelLabel = 205
/// Xy x.
public let kAudioChannelLabel_XY_X: AudioChannelLabel = 206
/// Xy y.
public let kAudioChannelLabel_XY_Y: AudioChannelLabel = 207
/// Binaural left.
public let kAudioChannelLabel_BinauralLeft: AudioChannelLabel = 208
/// Binaural right.
public let kAudioChannelLabel_BinauralRight: AudioChannelLabel = 209
/// Headphones left.
public let kAudioChannelLabel_HeadphonesLeft: AudioChannelLabel = 301
/// Headphones right.
public let kAudioChannelLabel_HeadphonesRight: AudioChannelLabel = 302
/// Click track.
public let kAudioChannelLabel_ClickTrack: AudioChannelLabel = 304
/// Foreign language.
public let kAudioChannelLabel_ForeignLanguage: AudioChannelLabel = 305
/// A channel without a position.
public let kAudioChannelLabel_Discrete: AudioChannelLabel = 400
/// Discrete channel 0.
public let kAudioChannelLabel_Discrete_0: AudioChannelLabel = 1 << 16 | 0
/// Discrete channel 1.
public let kAudioChannelLabel_Discrete_1: AudioChannelLabel = 1 << 16 | 1
/// Discrete channel 2.
public let kAudioChannelLabel_Discrete_2: AudioChannelLabel = 1 << 16 | 2
/// Discrete channel 3.
public let kAudioChannelLabel_Discrete_3: AudioChannelLabel = 1 << 16 | 3
/// Discrete channel 4.
public let kAudioChannelLabel_Discrete_4: AudioChannelLabel = 1 << 16 | 4
/// Discrete channel 5.
public let kAudioChannelLabel_Discrete_5: AudioChannelLabel = 1 << 16 | 5
/// Discrete channel 6.
public let kAudioChannelLabel_Discrete_6: AudioChannelLabel = 1 << 16 | 6
/// Discrete channel 7.
public let kAudioChannelLabel_Discrete_7: AudioChannelLabel = 1 << 16 | 7
