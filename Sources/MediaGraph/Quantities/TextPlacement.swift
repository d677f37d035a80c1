/// The vertical position of a text in its picture.
public enum TextPosition: String, ChoiceValue { case top, center, bottom }

/// The side to which the lines of a text are aligned.
public enum TextAlignment: String, ChoiceValue { case left, center, right }
