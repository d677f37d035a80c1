import ImageIO
import Testing
