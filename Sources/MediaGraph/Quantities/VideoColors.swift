/// The primaries of video (ITU-T H.273, table 2).
public enum ColorPrimaries: String, ChoiceValue { case bt709, bt601, ebu3213, bt2020, p3 }

/// The transfer function of video (ITU-T H.273, table 3).
public enum TransferFunction: String, ChoiceValue { case bt709, bt601, smpte240m, bt2020, pq, hlg, linear, srgb }

/// The matrix between colours and luma of video (ITU-T H.273, table 4).
public enum ColorMatrix: String, ChoiceValue { case bt709, bt601, smpte240m, bt2020 }
