// The names of presets, as programs on Apple's systems spell them; `ExportPresetRow` says what each makes.

/// H.264 and AAC for messages: within 224 × 168 pixels.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// H.264 and AAC for the web: within 568 × 426 pixels.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// H.264 and AAC at the size of the source.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// HEVC and AAC at the size of the source.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// HEVC with alpha; not made here: an export fails and says so.
public let AVAssetExportPresetHEVCHighestQualityWithAlpha = "AVAssetExportPresetHEVCHighestQualityWithAlpha"

/// H.264 and AAC within 640 × 480 pixels.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// H.264 and AAC within 960 × 540 pixels.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// H.264 and AAC within 1280 × 720 pixels.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// H.264 and AAC within 1920 × 1080 pixels.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// H.264 and AAC within 3840 × 2160 pixels.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"

/// HEVC and AAC within 1920 × 1080 pixels.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// HEVC with alpha; not made here: an export fails and says so.
public let AVAssetExportPresetHEVC1920x1080WithAlpha = "AVAssetExportPresetHEVC1920x1080WithAlpha"
/// HEVC and AAC within 3840 × 2160 pixels.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// HEVC with alpha; not made here: an export fails and says so.
public let AVAssetExportPresetHEVC3840x2160WithAlpha = "AVAssetExportPresetHEVC3840x2160WithAlpha"

/// AAC alone, in an M4A file with what players need to play it without gaps.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"
/// ProRes 422 and linear PCM at the size of the source.
public let AVAssetExportPresetAppleProRes422LPCM = "AVAssetExportPresetAppleProRes422LPCM"
/// ProRes 4444, which keeps alpha, and linear PCM at the size of the source.
public let AVAssetExportPresetAppleProRes4444LPCM = "AVAssetExportPresetAppleProRes4444LPCM"

/// The first video track and the audio as they are stored, but for the frames at cuts and the spans that have to be drawn, which are
/// encoded alike: exact also in players that ignore edit lists. In neither of the lists of presets. An addition of this module.
public let AVAssetExportPresetSmartRendering = "AVAssetExportPresetSmartRendering"

/// All tracks as they are stored. In neither of the lists of presets.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
