/// Converts frames of ID3v2.2 to ID3v2.3: the same contents under other identifiers, except for pictures and links.
extension ID3Frame {
  /// Returns the equivalent frame of ID3v2.3.
  ///
  /// - Throws: `unsupported` for frames that only ID3v2.2 has, and for unknown ones.
  func fromVersion2() throws(MovieError) -> ID3Frame {
    guard let id = Self.version3[id], let body = id == "APIC" ? pictureBody : id == "LINK" ? linkBody : body else {
      throw MovieError(
        .unsupported,
        "the tag has to become one of ID3v2.3, since ID3v2.2 is of the past, and that has nothing like the frame '\(self.id)'; "
          + "remove it")
    }
    return ID3Frame(id: id, body: body)
  }

  /// The picture with a media type in place of three letters (ID3v2.2, clause 4.15; ID3v2.3, clause 4.15).
  private var pictureBody: [UInt8]? {
    guard body.count >= 4, let letters = MetadataTextEncoding.latin1.text(Array(body[1..<4])) else { return nil }
    let type =
      switch letters.uppercased() {
      case "-->": letters
      case "JPG": "image/jpeg"
      default: "image/\(letters.lowercased())"
      }
    return [body[0]] + MetadataTextEncoding.latin1.bytes(of: type) + [0] + body[4...]
  }

  /// The link with the new identifier of the linked frame (clause 4.22; clause 4.21).
  private var linkBody: [UInt8]? {
    guard let id = Self.version3[String(decoding: body.prefix(3), as: UTF8.self)] else { return nil }
    return Array(id.utf8) + body.dropFirst(3)
  }

  /// ID3v2.3 identifiers by ID3v2.2 identifier: those of the standard's clause 4, and iTunes' own.
  static let version3: [String: String] = {
    let pairs = """
      BUF RBUF  CNT PCNT  COM COMM  CRA AENC  ETC ETCO  EQU EQUA  GEO GEOB  IPL IPLS  LNK LINK  MCI MCDI  MLL MLLT  PIC APIC
      POP POPM  REV RVRB  RVA RVAD  SLT SYLT  STC SYTC  TAL TALB  TBP TBPM  TCM TCOM  TCO TCON  TCR TCOP  TDA TDAT  TDY TDLY
      TEN TENC  TFT TFLT  TIM TIME  TKE TKEY  TLA TLAN  TLE TLEN  TMT TMED  TOA TOPE  TOF TOFN  TOL TOLY  TOR TORY  TOT TOAL
      TP1 TPE1  TP2 TPE2  TP3 TPE3  TP4 TPE4  TPA TPOS  TPB TPUB  TRC TSRC  TRD TRDA  TRK TRCK  TSI TSIZ  TSS TSSE  TT1 TIT1
      TT2 TIT2  TT3 TIT3  TXT TEXT  TXX TXXX  TYE TYER  UFI UFID  ULT USLT  WAF WOAF  WAR WOAR  WAS WOAS  WCM WCOM  WCP WCOP
      WPB WPUB  WXX WXXX
      GP1 GRP1  MVI MVIN  MVN MVNM  PCS PCST  TCP TCMP  TCT TCAT  TDR TDRL  TDS TDES  TID TGID  TKW TKWD  TS2 TSO2  TSA TSOA
      TSC TSOC  TSP TSOP  TST TSOT  WFD WFED
      """.split(whereSeparator: \.isWhitespace).map(String.init)
    return Dictionary(uniqueKeysWithValues: stride(from: 0, to: pairs.count, by: 2).map { (pairs[$0], pairs[$0 + 1]) })
  }()
}
