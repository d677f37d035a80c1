/// Numeric genres, as defined by ID3v1 and extended by Winamp; iTunes' `gnre` counts the same from 1.
public enum ID3Genre {
  /// Returns the name of a genre, or nil if the number has none.
  public static func name(_ number: Int) -> String? {
    names.indices.contains(number) ? names[number] : nil
  }

  /// Returns the genres of a TCON or TCO frame: names, numbers as ID3v2.4 writes them (`17`) and as ID3v2.3 does
  /// (`(17)Rock`), where a name after the number replaces it; RX is a remix, CR a cover.
  public static func names(in text: String) -> [String] {
    var result: [String] = []
    var rest = text[...]
    while let match = rest.prefixMatch(of: /\((\d{1,3}|RX|CR)\)/) {
      rest = rest[match.range.upperBound...]
      let refinement = rest.hasPrefix("((") ? nil : rest.prefixMatch(of: /[^(]+/).map { String($0.output) }
      if let refinement, Int(match.1) != nil {
        result.append(refinement)
        rest = rest.dropFirst(refinement.count)
      } else {
        result.append(single(String(match.1)))
      }
    }
    if rest.hasPrefix("((") { rest = rest.dropFirst() }
    if !rest.isEmpty { result.append(single(String(rest))) }
    return result
  }

  private static func single(_ text: String) -> String {
    switch text {
    case "RX": "Remix"
    case "CR": "Cover"
    default: Int(text).flatMap(name) ?? text
    }
  }

  private static let names = """
    Blues|Classic Rock|Country|Dance|Disco|Funk|Grunge|Hip-Hop|Jazz|Metal|New Age|Oldies|Other|Pop|R&B|Rap|Reggae|Rock|\
    Techno|Industrial|Alternative|Ska|Death Metal|Pranks|Soundtrack|Euro-Techno|Ambient|Trip-Hop|Vocal|Jazz+Funk|Fusion|\
    Trance|Classical|Instrumental|Acid|House|Game|Sound Clip|Gospel|Noise|Alt. Rock|Bass|Soul|Punk|Space|Meditative|\
    Instrumental Pop|Instrumental Rock|Ethnic|Gothic|Darkwave|Techno-Industrial|Electronic|Pop-Folk|Eurodance|Dream|\
    Southern Rock|Comedy|Cult|Gangsta Rap|Top 40|Christian Rap|Pop/Funk|Jungle|Native American|Cabaret|New Wave|\
    Psychedelic|Rave|Showtunes|Trailer|Lo-Fi|Tribal|Acid Punk|Acid Jazz|Polka|Retro|Musical|Rock & Roll|Hard Rock|Folk|\
    Folk-Rock|National Folk|Swing|Fast-Fusion|Bebop|Latin|Revival|Celtic|Bluegrass|Avantgarde|Gothic Rock|\
    Progressive Rock|Psychedelic Rock|Symphonic Rock|Slow Rock|Big Band|Chorus|Easy Listening|Acoustic|Humour|Speech|\
    Chanson|Opera|Chamber Music|Sonata|Symphony|Booty Bass|Primus|Porn Groove|Satire|Slow Jam|Club|Tango|Samba|Folklore|\
    Ballad|Power Ballad|Rhythmic Soul|Freestyle|Duet|Punk Rock|Drum Solo|A Cappella|Euro-House|Dance Hall|Goa|\
    Drum & Bass|Club-House|Hardcore|Terror|Indie|BritPop|Afro-Punk|Polsk Punk|Beat|Christian Gangsta Rap|Heavy Metal|\
    Black Metal|Crossover|Contemporary Christian|Christian Rock|Merengue|Salsa|Thrash Metal|Anime|JPop|Synthpop|\
    Abstract|Art Rock|Baroque|Bhangra|Big Beat|Breakbeat|Chillout|Downtempo|Dub|EBM|Eclectic|Electro|Electroclash|Emo|\
    Experimental|Garage|Global|IDM|Illbient|Industro-Goth|Jam Band|Krautrock|Leftfield|Lounge|Math Rock|New Romantic|\
    Nu-Breakz|Post-Punk|Post-Rock|Psytrance|Shoegaze|Space Rock|Trop Rock|World Music|Neoclassical|Audiobook|\
    Audio Theatre|Neue Deutsche Welle|Podcast|Indie Rock|G-Funk|Dubstep|Garage Rock|Psybient
    """.split(separator: "|").map(String.init)
}
