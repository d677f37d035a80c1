// Written by constants.py.

import AVFoundation
import CoreMedia

extension ConstantValues {
  mutating func readFormatDescriptionMembers() {
    module = "CoreMedia"
    add("CMFormatDescription.EqualityMask.all", CMFormatDescription.EqualityMask.all)
    add("CMFormatDescription.EqualityMask.channelLayout", CMFormatDescription.EqualityMask.channelLayout)
    add("CMFormatDescription.EqualityMask.extensions", CMFormatDescription.EqualityMask.extensions)
    add("CMFormatDescription.EqualityMask.magicCookie", CMFormatDescription.EqualityMask.magicCookie)
    add(
      "CMFormatDescription.EqualityMask.streamBasicDescription", CMFormatDescription.EqualityMask.streamBasicDescription
    )
    add("CMFormatDescription.Error.allocationFailed", CMFormatDescription.Error.allocationFailed)
    add("CMFormatDescription.Error.invalidParameter", CMFormatDescription.Error.invalidParameter)
    add("CMFormatDescription.Error.valueNotAvailable", CMFormatDescription.Error.valueNotAvailable)
    add("CMFormatDescription.Extensions.Key.alphaChannelMode", CMFormatDescription.Extensions.Key.alphaChannelMode)
    add(
      "CMFormatDescription.Extensions.Key.alternativeTransferCharacteristics",
      CMFormatDescription.Extensions.Key.alternativeTransferCharacteristics)
    add("CMFormatDescription.Extensions.Key.auxiliaryTypeInfo", CMFormatDescription.Extensions.Key.auxiliaryTypeInfo)
    add("CMFormatDescription.Extensions.Key.backgroundColor", CMFormatDescription.Extensions.Key.backgroundColor)
    add("CMFormatDescription.Extensions.Key.bitsPerComponent", CMFormatDescription.Extensions.Key.bitsPerComponent)
    add("CMFormatDescription.Extensions.Key.bytesPerRow", CMFormatDescription.Extensions.Key.bytesPerRow)
    add(
      "CMFormatDescription.Extensions.Key.chromaLocationBottomField",
      CMFormatDescription.Extensions.Key.chromaLocationBottomField)
    add(
      "CMFormatDescription.Extensions.Key.chromaLocationTopField",
      CMFormatDescription.Extensions.Key.chromaLocationTopField)
    add("CMFormatDescription.Extensions.Key.cleanAperture", CMFormatDescription.Extensions.Key.cleanAperture)
    add("CMFormatDescription.Extensions.Key.colorPrimaries", CMFormatDescription.Extensions.Key.colorPrimaries)
    add(
      "CMFormatDescription.Extensions.Key.conformsToMPEG2VideoProfile",
      CMFormatDescription.Extensions.Key.conformsToMPEG2VideoProfile)
    add(
      "CMFormatDescription.Extensions.Key.containsAlphaChannel", CMFormatDescription.Extensions.Key.containsAlphaChannel
    )
    add(
      "CMFormatDescription.Extensions.Key.contentLightLevelInfo",
      CMFormatDescription.Extensions.Key.contentLightLevelInfo)
    add("CMFormatDescription.Extensions.Key.defaultFontName", CMFormatDescription.Extensions.Key.defaultFontName)
    add("CMFormatDescription.Extensions.Key.defaultStyle", CMFormatDescription.Extensions.Key.defaultStyle)
    add("CMFormatDescription.Extensions.Key.defaultTextBox", CMFormatDescription.Extensions.Key.defaultTextBox)
    add("CMFormatDescription.Extensions.Key.depth", CMFormatDescription.Extensions.Key.depth)
    add("CMFormatDescription.Extensions.Key.displayFlags", CMFormatDescription.Extensions.Key.displayFlags)
    add("CMFormatDescription.Extensions.Key.fieldCount", CMFormatDescription.Extensions.Key.fieldCount)
    add("CMFormatDescription.Extensions.Key.fieldDetail", CMFormatDescription.Extensions.Key.fieldDetail)
    add("CMFormatDescription.Extensions.Key.fontTable", CMFormatDescription.Extensions.Key.fontTable)
    add("CMFormatDescription.Extensions.Key.formatName", CMFormatDescription.Extensions.Key.formatName)
    add("CMFormatDescription.Extensions.Key.fullRangeVideo", CMFormatDescription.Extensions.Key.fullRangeVideo)
    add("CMFormatDescription.Extensions.Key.gammaLevel", CMFormatDescription.Extensions.Key.gammaLevel)
    add(
      "CMFormatDescription.Extensions.Key.horizontalFieldOfView",
      CMFormatDescription.Extensions.Key.horizontalFieldOfView)
    add(
      "CMFormatDescription.Extensions.Key.horizontalJustification",
      CMFormatDescription.Extensions.Key.horizontalJustification)
    add("CMFormatDescription.Extensions.Key.iccProfile", CMFormatDescription.Extensions.Key.iccProfile)
    add(
      "CMFormatDescription.Extensions.Key.masteringDisplayColorVolume",
      CMFormatDescription.Extensions.Key.masteringDisplayColorVolume)
    add("CMFormatDescription.Extensions.Key.metadataKeyTable", CMFormatDescription.Extensions.Key.metadataKeyTable)
    add(
      "CMFormatDescription.Extensions.Key.originalCompressionSettings",
      CMFormatDescription.Extensions.Key.originalCompressionSettings)
    add("CMFormatDescription.Extensions.Key.pixelAspectRatio", CMFormatDescription.Extensions.Key.pixelAspectRatio)
    add("CMFormatDescription.Extensions.Key.revisionLevel", CMFormatDescription.Extensions.Key.revisionLevel)
    add(
      "CMFormatDescription.Extensions.Key.sampleDescriptionExtensionAtoms",
      CMFormatDescription.Extensions.Key.sampleDescriptionExtensionAtoms)
    add(
      "CMFormatDescription.Extensions.Key.sourceReferenceName", CMFormatDescription.Extensions.Key.sourceReferenceName)
    add("CMFormatDescription.Extensions.Key.spatialQuality", CMFormatDescription.Extensions.Key.spatialQuality)
    add("CMFormatDescription.Extensions.Key.temporalQuality", CMFormatDescription.Extensions.Key.temporalQuality)
    add("CMFormatDescription.Extensions.Key.textJustification", CMFormatDescription.Extensions.Key.textJustification)
    add("CMFormatDescription.Extensions.Key.transferFunction", CMFormatDescription.Extensions.Key.transferFunction)
    add("CMFormatDescription.Extensions.Key.vendor", CMFormatDescription.Extensions.Key.vendor)
    add(
      "CMFormatDescription.Extensions.Key.verbatimISOSampleEntry",
      CMFormatDescription.Extensions.Key.verbatimISOSampleEntry)
    add(
      "CMFormatDescription.Extensions.Key.verbatimSampleDescription",
      CMFormatDescription.Extensions.Key.verbatimSampleDescription)
    add("CMFormatDescription.Extensions.Key.version", CMFormatDescription.Extensions.Key.version)
    add(
      "CMFormatDescription.Extensions.Key.verticalJustification",
      CMFormatDescription.Extensions.Key.verticalJustification)
    add("CMFormatDescription.Extensions.Key.yCbCrMatrix", CMFormatDescription.Extensions.Key.yCbCrMatrix)
    add(
      "CMFormatDescription.Extensions.Value.AlphaChannelMode.premultipliedAlpha",
      CMFormatDescription.Extensions.Value.AlphaChannelMode.premultipliedAlpha)
    add(
      "CMFormatDescription.Extensions.Value.AlphaChannelMode.straightAlpha",
      CMFormatDescription.Extensions.Value.AlphaChannelMode.straightAlpha)
    add(
      "CMFormatDescription.Extensions.Value.ChromaLocation.bottom",
      CMFormatDescription.Extensions.Value.ChromaLocation.bottom)
    add(
      "CMFormatDescription.Extensions.Value.ChromaLocation.bottomLeft",
      CMFormatDescription.Extensions.Value.ChromaLocation.bottomLeft)
    add(
      "CMFormatDescription.Extensions.Value.ChromaLocation.center",
      CMFormatDescription.Extensions.Value.ChromaLocation.center)
    add(
      "CMFormatDescription.Extensions.Value.ChromaLocation.dv420",
      CMFormatDescription.Extensions.Value.ChromaLocation.dv420)
    add(
      "CMFormatDescription.Extensions.Value.ChromaLocation.left",
      CMFormatDescription.Extensions.Value.ChromaLocation.left)
    add(
      "CMFormatDescription.Extensions.Value.ChromaLocation.top", CMFormatDescription.Extensions.Value.ChromaLocation.top
    )
    add(
      "CMFormatDescription.Extensions.Value.ChromaLocation.topLeft",
      CMFormatDescription.Extensions.Value.ChromaLocation.topLeft)
    add(
      "CMFormatDescription.Extensions.Value.ColorPrimaries.dci_P3",
      CMFormatDescription.Extensions.Value.ColorPrimaries.dci_P3)
    add(
      "CMFormatDescription.Extensions.Value.ColorPrimaries.ebu_3213",
      CMFormatDescription.Extensions.Value.ColorPrimaries.ebu_3213)
    add(
      "CMFormatDescription.Extensions.Value.ColorPrimaries.itu_R_2020",
      CMFormatDescription.Extensions.Value.ColorPrimaries.itu_R_2020)
    add(
      "CMFormatDescription.Extensions.Value.ColorPrimaries.itu_R_709_2",
      CMFormatDescription.Extensions.Value.ColorPrimaries.itu_R_709_2)
    add(
      "CMFormatDescription.Extensions.Value.ColorPrimaries.p22", CMFormatDescription.Extensions.Value.ColorPrimaries.p22
    )
    add(
      "CMFormatDescription.Extensions.Value.ColorPrimaries.p3_D65",
      CMFormatDescription.Extensions.Value.ColorPrimaries.p3_D65)
    add(
      "CMFormatDescription.Extensions.Value.ColorPrimaries.smpte_C",
      CMFormatDescription.Extensions.Value.ColorPrimaries.smpte_C)
    add(
      "CMFormatDescription.Extensions.Value.FieldDetail.spatialFirstLineEarly",
      CMFormatDescription.Extensions.Value.FieldDetail.spatialFirstLineEarly)
    add(
      "CMFormatDescription.Extensions.Value.FieldDetail.spatialFirstLineLate",
      CMFormatDescription.Extensions.Value.FieldDetail.spatialFirstLineLate)
    add(
      "CMFormatDescription.Extensions.Value.FieldDetail.temporalBottomFirst",
      CMFormatDescription.Extensions.Value.FieldDetail.temporalBottomFirst)
    add(
      "CMFormatDescription.Extensions.Value.FieldDetail.temporalTopFirst",
      CMFormatDescription.Extensions.Value.FieldDetail.temporalTopFirst)
    add(
      "CMFormatDescription.Extensions.Value.TextDisplayFlags.allSubtitlesForced",
      CMFormatDescription.Extensions.Value.TextDisplayFlags.allSubtitlesForced)
    add(
      "CMFormatDescription.Extensions.Value.TextDisplayFlags.continuousKaraoke",
      CMFormatDescription.Extensions.Value.TextDisplayFlags.continuousKaraoke)
    add(
      "CMFormatDescription.Extensions.Value.TextDisplayFlags.fillTextRegion",
      CMFormatDescription.Extensions.Value.TextDisplayFlags.fillTextRegion)
    add(
      "CMFormatDescription.Extensions.Value.TextDisplayFlags.forcedSubtitlesPresent",
      CMFormatDescription.Extensions.Value.TextDisplayFlags.forcedSubtitlesPresent)
    add(
      "CMFormatDescription.Extensions.Value.TextDisplayFlags.obeySubtitleFormatting",
      CMFormatDescription.Extensions.Value.TextDisplayFlags.obeySubtitleFormatting)
    add(
      "CMFormatDescription.Extensions.Value.TextDisplayFlags.scrollDirectionMask",
      CMFormatDescription.Extensions.Value.TextDisplayFlags.scrollDirectionMask)
    add(
      "CMFormatDescription.Extensions.Value.TextDisplayFlags.scrollDirection_bottomToTop",
      CMFormatDescription.Extensions.Value.TextDisplayFlags.scrollDirection_bottomToTop)
    add(
      "CMFormatDescription.Extensions.Value.TextDisplayFlags.scrollDirection_leftToRight",
      CMFormatDescription.Extensions.Value.TextDisplayFlags.scrollDirection_leftToRight)
    add(
      "CMFormatDescription.Extensions.Value.TextDisplayFlags.scrollDirection_rightToLeft",
      CMFormatDescription.Extensions.Value.TextDisplayFlags.scrollDirection_rightToLeft)
    add(
      "CMFormatDescription.Extensions.Value.TextDisplayFlags.scrollDirection_topToBottom",
      CMFormatDescription.Extensions.Value.TextDisplayFlags.scrollDirection_topToBottom)
    add(
      "CMFormatDescription.Extensions.Value.TextDisplayFlags.scrollIn",
      CMFormatDescription.Extensions.Value.TextDisplayFlags.scrollIn)
    add(
      "CMFormatDescription.Extensions.Value.TextDisplayFlags.scrollOut",
      CMFormatDescription.Extensions.Value.TextDisplayFlags.scrollOut)
    add(
      "CMFormatDescription.Extensions.Value.TextDisplayFlags.writeTextVertically",
      CMFormatDescription.Extensions.Value.TextDisplayFlags.writeTextVertically)
    add(
      "CMFormatDescription.Extensions.Value.TextJustification.bottom",
      CMFormatDescription.Extensions.Value.TextJustification.bottom)
    add(
      "CMFormatDescription.Extensions.Value.TextJustification.centered",
      CMFormatDescription.Extensions.Value.TextJustification.centered)
    add(
      "CMFormatDescription.Extensions.Value.TextJustification.left",
      CMFormatDescription.Extensions.Value.TextJustification.left)
    add(
      "CMFormatDescription.Extensions.Value.TextJustification.right",
      CMFormatDescription.Extensions.Value.TextJustification.right)
    add(
      "CMFormatDescription.Extensions.Value.TextJustification.top",
      CMFormatDescription.Extensions.Value.TextJustification.top)
    add(
      "CMFormatDescription.Extensions.Value.TransferFunction.itu_R_2020",
      CMFormatDescription.Extensions.Value.TransferFunction.itu_R_2020)
    add(
      "CMFormatDescription.Extensions.Value.TransferFunction.itu_R_2100_HLG",
      CMFormatDescription.Extensions.Value.TransferFunction.itu_R_2100_HLG)
    add(
      "CMFormatDescription.Extensions.Value.TransferFunction.itu_R_709_2",
      CMFormatDescription.Extensions.Value.TransferFunction.itu_R_709_2)
    add(
      "CMFormatDescription.Extensions.Value.TransferFunction.linear",
      CMFormatDescription.Extensions.Value.TransferFunction.linear)
    add(
      "CMFormatDescription.Extensions.Value.TransferFunction.sRGB",
      CMFormatDescription.Extensions.Value.TransferFunction.sRGB)
    add(
      "CMFormatDescription.Extensions.Value.TransferFunction.smpte_240M_1995",
      CMFormatDescription.Extensions.Value.TransferFunction.smpte_240M_1995)
    add(
      "CMFormatDescription.Extensions.Value.TransferFunction.smpte_ST_2084_PQ",
      CMFormatDescription.Extensions.Value.TransferFunction.smpte_ST_2084_PQ)
    add(
      "CMFormatDescription.Extensions.Value.TransferFunction.smpte_ST_428_1",
      CMFormatDescription.Extensions.Value.TransferFunction.smpte_ST_428_1)
    add(
      "CMFormatDescription.Extensions.Value.TransferFunction.useGamma",
      CMFormatDescription.Extensions.Value.TransferFunction.useGamma)
    add(
      "CMFormatDescription.Extensions.Value.YCbCrMatrix.itu_R_2020",
      CMFormatDescription.Extensions.Value.YCbCrMatrix.itu_R_2020)
    add(
      "CMFormatDescription.Extensions.Value.YCbCrMatrix.itu_R_601_4",
      CMFormatDescription.Extensions.Value.YCbCrMatrix.itu_R_601_4)
    add(
      "CMFormatDescription.Extensions.Value.YCbCrMatrix.itu_R_709_2",
      CMFormatDescription.Extensions.Value.YCbCrMatrix.itu_R_709_2)
    add(
      "CMFormatDescription.Extensions.Value.YCbCrMatrix.smpted_240M_1995",
      CMFormatDescription.Extensions.Value.YCbCrMatrix.smpted_240M_1995)
    add("CMFormatDescription.MediaSubType.aLaw", CMFormatDescription.MediaSubType.aLaw)
    add("CMFormatDescription.MediaSubType.aacAudibleProtected", CMFormatDescription.MediaSubType.aacAudibleProtected)
    add("CMFormatDescription.MediaSubType.aacLCProtected", CMFormatDescription.MediaSubType.aacLCProtected)
    add("CMFormatDescription.MediaSubType.ac3", CMFormatDescription.MediaSubType.ac3)
    add("CMFormatDescription.MediaSubType.aes3", CMFormatDescription.MediaSubType.aes3)
    add("CMFormatDescription.MediaSubType.amr", CMFormatDescription.MediaSubType.amr)
    add("CMFormatDescription.MediaSubType.amr_WB", CMFormatDescription.MediaSubType.amr_WB)
    add("CMFormatDescription.MediaSubType.animation", CMFormatDescription.MediaSubType.animation)
    add("CMFormatDescription.MediaSubType.appleIMA4", CMFormatDescription.MediaSubType.appleIMA4)
    add("CMFormatDescription.MediaSubType.appleLossless", CMFormatDescription.MediaSubType.appleLossless)
    add("CMFormatDescription.MediaSubType.atsc", CMFormatDescription.MediaSubType.atsc)
    add("CMFormatDescription.MediaSubType.audible", CMFormatDescription.MediaSubType.audible)
    add("CMFormatDescription.MediaSubType.av1", CMFormatDescription.MediaSubType.av1)
    add("CMFormatDescription.MediaSubType.boxed", CMFormatDescription.MediaSubType.boxed)
    add("CMFormatDescription.MediaSubType.cea608", CMFormatDescription.MediaSubType.cea608)
    add("CMFormatDescription.MediaSubType.cea708", CMFormatDescription.MediaSubType.cea708)
    add("CMFormatDescription.MediaSubType.cinepak", CMFormatDescription.MediaSubType.cinepak)
    add("CMFormatDescription.MediaSubType.counter32", CMFormatDescription.MediaSubType.counter32)
    add("CMFormatDescription.MediaSubType.counter64", CMFormatDescription.MediaSubType.counter64)
    add("CMFormatDescription.MediaSubType.dv", CMFormatDescription.MediaSubType.dv)
    add("CMFormatDescription.MediaSubType.dvcNTSC", CMFormatDescription.MediaSubType.dvcNTSC)
    add("CMFormatDescription.MediaSubType.dvcPAL", CMFormatDescription.MediaSubType.dvcPAL)
    add("CMFormatDescription.MediaSubType.dvcPROHD1080i50", CMFormatDescription.MediaSubType.dvcPROHD1080i50)
    add("CMFormatDescription.MediaSubType.dvcPROHD1080i60", CMFormatDescription.MediaSubType.dvcPROHD1080i60)
    add("CMFormatDescription.MediaSubType.dvcPROHD1080p25", CMFormatDescription.MediaSubType.dvcPROHD1080p25)
    add("CMFormatDescription.MediaSubType.dvcPROHD1080p30", CMFormatDescription.MediaSubType.dvcPROHD1080p30)
    add("CMFormatDescription.MediaSubType.dvcPROHD720p50", CMFormatDescription.MediaSubType.dvcPROHD720p50)
    add("CMFormatDescription.MediaSubType.dvcPROHD720p60", CMFormatDescription.MediaSubType.dvcPROHD720p60)
    add("CMFormatDescription.MediaSubType.dvcPro50NTSC", CMFormatDescription.MediaSubType.dvcPro50NTSC)
    add("CMFormatDescription.MediaSubType.dvcPro50PAL", CMFormatDescription.MediaSubType.dvcPro50PAL)
    add("CMFormatDescription.MediaSubType.dvcProPAL", CMFormatDescription.MediaSubType.dvcProPAL)
    add("CMFormatDescription.MediaSubType.dviIntelIMA", CMFormatDescription.MediaSubType.dviIntelIMA)
    add("CMFormatDescription.MediaSubType.emsg", CMFormatDescription.MediaSubType.emsg)
    add("CMFormatDescription.MediaSubType.enhancedAC3", CMFormatDescription.MediaSubType.enhancedAC3)
    add("CMFormatDescription.MediaSubType.flac", CMFormatDescription.MediaSubType.flac)
    add("CMFormatDescription.MediaSubType.h263", CMFormatDescription.MediaSubType.h263)
    add("CMFormatDescription.MediaSubType.h264", CMFormatDescription.MediaSubType.h264)
    add("CMFormatDescription.MediaSubType.hevc", CMFormatDescription.MediaSubType.hevc)
    add("CMFormatDescription.MediaSubType.hevcWithAlpha", CMFormatDescription.MediaSubType.hevcWithAlpha)
    add("CMFormatDescription.MediaSubType.iLBC", CMFormatDescription.MediaSubType.iLBC)
    add("CMFormatDescription.MediaSubType.icy", CMFormatDescription.MediaSubType.icy)
    add("CMFormatDescription.MediaSubType.id3", CMFormatDescription.MediaSubType.id3)
    add("CMFormatDescription.MediaSubType.iec60958AC3", CMFormatDescription.MediaSubType.iec60958AC3)
    add("CMFormatDescription.MediaSubType.jpeg", CMFormatDescription.MediaSubType.jpeg)
    add("CMFormatDescription.MediaSubType.jpeg_OpenDML", CMFormatDescription.MediaSubType.jpeg_OpenDML)
    add("CMFormatDescription.MediaSubType.linearPCM", CMFormatDescription.MediaSubType.linearPCM)
    add("CMFormatDescription.MediaSubType.mace3", CMFormatDescription.MediaSubType.mace3)
    add("CMFormatDescription.MediaSubType.mace6", CMFormatDescription.MediaSubType.mace6)
    add("CMFormatDescription.MediaSubType.microsoftGSM", CMFormatDescription.MediaSubType.microsoftGSM)
    add("CMFormatDescription.MediaSubType.midiStream", CMFormatDescription.MediaSubType.midiStream)
    add("CMFormatDescription.MediaSubType.mobile3GPP", CMFormatDescription.MediaSubType.mobile3GPP)
    add("CMFormatDescription.MediaSubType.mpeg1System", CMFormatDescription.MediaSubType.mpeg1System)
    add("CMFormatDescription.MediaSubType.mpeg1Video", CMFormatDescription.MediaSubType.mpeg1Video)
    add("CMFormatDescription.MediaSubType.mpeg2Program", CMFormatDescription.MediaSubType.mpeg2Program)
    add("CMFormatDescription.MediaSubType.mpeg2Transport", CMFormatDescription.MediaSubType.mpeg2Transport)
    add("CMFormatDescription.MediaSubType.mpeg2Video", CMFormatDescription.MediaSubType.mpeg2Video)
    add("CMFormatDescription.MediaSubType.mpeg4AAC", CMFormatDescription.MediaSubType.mpeg4AAC)
    add("CMFormatDescription.MediaSubType.mpeg4AAC_ELD", CMFormatDescription.MediaSubType.mpeg4AAC_ELD)
    add("CMFormatDescription.MediaSubType.mpeg4AAC_ELD_SBR", CMFormatDescription.MediaSubType.mpeg4AAC_ELD_SBR)
    add("CMFormatDescription.MediaSubType.mpeg4AAC_ELD_V2", CMFormatDescription.MediaSubType.mpeg4AAC_ELD_V2)
    add("CMFormatDescription.MediaSubType.mpeg4AAC_HE", CMFormatDescription.MediaSubType.mpeg4AAC_HE)
    add("CMFormatDescription.MediaSubType.mpeg4AAC_HE_V2", CMFormatDescription.MediaSubType.mpeg4AAC_HE_V2)
    add("CMFormatDescription.MediaSubType.mpeg4AAC_LD", CMFormatDescription.MediaSubType.mpeg4AAC_LD)
    add("CMFormatDescription.MediaSubType.mpeg4AAC_Spatial", CMFormatDescription.MediaSubType.mpeg4AAC_Spatial)
    add("CMFormatDescription.MediaSubType.mpeg4CELP", CMFormatDescription.MediaSubType.mpeg4CELP)
    add("CMFormatDescription.MediaSubType.mpeg4HVXC", CMFormatDescription.MediaSubType.mpeg4HVXC)
    add("CMFormatDescription.MediaSubType.mpeg4TwinVQ", CMFormatDescription.MediaSubType.mpeg4TwinVQ)
    add("CMFormatDescription.MediaSubType.mpeg4Video", CMFormatDescription.MediaSubType.mpeg4Video)
    add("CMFormatDescription.MediaSubType.mpegD_USAC", CMFormatDescription.MediaSubType.mpegD_USAC)
    add("CMFormatDescription.MediaSubType.mpegLayer1", CMFormatDescription.MediaSubType.mpegLayer1)
    add("CMFormatDescription.MediaSubType.mpegLayer2", CMFormatDescription.MediaSubType.mpegLayer2)
    add("CMFormatDescription.MediaSubType.mpegLayer3", CMFormatDescription.MediaSubType.mpegLayer3)
    add("CMFormatDescription.MediaSubType.opus", CMFormatDescription.MediaSubType.opus)
    add("CMFormatDescription.MediaSubType.parameterValueStream", CMFormatDescription.MediaSubType.parameterValueStream)
    add("CMFormatDescription.MediaSubType.pixelFormat_16BE555", CMFormatDescription.MediaSubType.pixelFormat_16BE555)
    add("CMFormatDescription.MediaSubType.pixelFormat_16BE565", CMFormatDescription.MediaSubType.pixelFormat_16BE565)
    add("CMFormatDescription.MediaSubType.pixelFormat_16LE555", CMFormatDescription.MediaSubType.pixelFormat_16LE555)
    add("CMFormatDescription.MediaSubType.pixelFormat_16LE5551", CMFormatDescription.MediaSubType.pixelFormat_16LE5551)
    add("CMFormatDescription.MediaSubType.pixelFormat_16LE565", CMFormatDescription.MediaSubType.pixelFormat_16LE565)
    add("CMFormatDescription.MediaSubType.pixelFormat_24RGB", CMFormatDescription.MediaSubType.pixelFormat_24RGB)
    add("CMFormatDescription.MediaSubType.pixelFormat_32ARGB", CMFormatDescription.MediaSubType.pixelFormat_32ARGB)
    add("CMFormatDescription.MediaSubType.pixelFormat_32BGRA", CMFormatDescription.MediaSubType.pixelFormat_32BGRA)
    add(
      "CMFormatDescription.MediaSubType.pixelFormat_422YpCbCr10",
      CMFormatDescription.MediaSubType.pixelFormat_422YpCbCr10)
    add(
      "CMFormatDescription.MediaSubType.pixelFormat_422YpCbCr16",
      CMFormatDescription.MediaSubType.pixelFormat_422YpCbCr16)
    add(
      "CMFormatDescription.MediaSubType.pixelFormat_422YpCbCr8", CMFormatDescription.MediaSubType.pixelFormat_422YpCbCr8
    )
    add(
      "CMFormatDescription.MediaSubType.pixelFormat_422YpCbCr8_yuvs",
      CMFormatDescription.MediaSubType.pixelFormat_422YpCbCr8_yuvs)
    add(
      "CMFormatDescription.MediaSubType.pixelFormat_4444YpCbCrA8",
      CMFormatDescription.MediaSubType.pixelFormat_4444YpCbCrA8)
    add(
      "CMFormatDescription.MediaSubType.pixelFormat_444YpCbCr10",
      CMFormatDescription.MediaSubType.pixelFormat_444YpCbCr10)
    add(
      "CMFormatDescription.MediaSubType.pixelFormat_444YpCbCr8", CMFormatDescription.MediaSubType.pixelFormat_444YpCbCr8
    )
    add(
      "CMFormatDescription.MediaSubType.pixelFormat_8IndexedGray_WhiteIsZero",
      CMFormatDescription.MediaSubType.pixelFormat_8IndexedGray_WhiteIsZero)
    add("CMFormatDescription.MediaSubType.proRes422", CMFormatDescription.MediaSubType.proRes422)
    add("CMFormatDescription.MediaSubType.proRes422HQ", CMFormatDescription.MediaSubType.proRes422HQ)
    add("CMFormatDescription.MediaSubType.proRes422LT", CMFormatDescription.MediaSubType.proRes422LT)
    add("CMFormatDescription.MediaSubType.proRes422Proxy", CMFormatDescription.MediaSubType.proRes422Proxy)
    add("CMFormatDescription.MediaSubType.proRes4444", CMFormatDescription.MediaSubType.proRes4444)
    add("CMFormatDescription.MediaSubType.proRes4444XQ", CMFormatDescription.MediaSubType.proRes4444XQ)
    add("CMFormatDescription.MediaSubType.proResRAW", CMFormatDescription.MediaSubType.proResRAW)
    add("CMFormatDescription.MediaSubType.proResRAWHQ", CMFormatDescription.MediaSubType.proResRAWHQ)
    add("CMFormatDescription.MediaSubType.qDesign", CMFormatDescription.MediaSubType.qDesign)
    add("CMFormatDescription.MediaSubType.qDesign2", CMFormatDescription.MediaSubType.qDesign2)
    add("CMFormatDescription.MediaSubType.qt", CMFormatDescription.MediaSubType.qt)
    add("CMFormatDescription.MediaSubType.qualcomm", CMFormatDescription.MediaSubType.qualcomm)
    add("CMFormatDescription.MediaSubType.sorensonVideo", CMFormatDescription.MediaSubType.sorensonVideo)
    add("CMFormatDescription.MediaSubType.sorensonVideo3", CMFormatDescription.MediaSubType.sorensonVideo3)
    add("CMFormatDescription.MediaSubType.timeCode", CMFormatDescription.MediaSubType.timeCode)
    add("CMFormatDescription.MediaSubType.timeCode32", CMFormatDescription.MediaSubType.timeCode32)
    add("CMFormatDescription.MediaSubType.timeCode64", CMFormatDescription.MediaSubType.timeCode64)
    add("CMFormatDescription.MediaSubType.uLaw", CMFormatDescription.MediaSubType.uLaw)
    add("CMFormatDescription.MediaSubType.vp9", CMFormatDescription.MediaSubType.vp9)
    add("CMFormatDescription.MediaSubType.webVTT", CMFormatDescription.MediaSubType.webVTT)
    add("CMFormatDescription.MediaType.audio", CMFormatDescription.MediaType.audio)
    add("CMFormatDescription.MediaType.closedCaption", CMFormatDescription.MediaType.closedCaption)
    add("CMFormatDescription.MediaType.metadata", CMFormatDescription.MediaType.metadata)
    add("CMFormatDescription.MediaType.muxed", CMFormatDescription.MediaType.muxed)
    add("CMFormatDescription.MediaType.subtitle", CMFormatDescription.MediaType.subtitle)
    add("CMFormatDescription.MediaType.taggedBufferGroup", CMFormatDescription.MediaType.taggedBufferGroup)
    add("CMFormatDescription.MediaType.text", CMFormatDescription.MediaType.text)
    add("CMFormatDescription.MediaType.timeCode", CMFormatDescription.MediaType.timeCode)
    add("CMFormatDescription.MediaType.video", CMFormatDescription.MediaType.video)
    add("CMFormatDescription.TimeCode.Flag.dropFrame", CMFormatDescription.TimeCode.Flag.dropFrame)
    add("CMFormatDescription.TimeCode.Flag.negTimesOK", CMFormatDescription.TimeCode.Flag.negTimesOK)
    add("CMFormatDescription.TimeCode.Flag.twentyFourHourMax", CMFormatDescription.TimeCode.Flag.twentyFourHourMax)
    add(
      "CMFormatDescription.extensionKeysCommonWithImageBuffers", CMFormatDescription.extensionKeysCommonWithImageBuffers
    )
  }
}
