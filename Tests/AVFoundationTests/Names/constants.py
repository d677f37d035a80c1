"""Prints the public string and number constants of the value modules that are written as literals: module, name, value."""
import re,os,glob
root=os.path.join(os.path.dirname(os.path.abspath(__file__)),'../../../Sources')
mods=['CoreMedia','CoreVideo','CoreGraphics','ImageIO','CoreAudioTypes','AVFoundation']
rows=[]
pat_global=re.compile(r'^public (?:nonisolated\(unsafe\) )?(?:let|var) (\w+)(?::\s*[\w.!?]+)?\s*(?:=\s*|\{\s*)(?:[\w.]+\()?(?:fourCharacters: |rawValue: )?("(?:[^"\\]|\\.)*"|-?(?:0x[0-9A-Fa-f_]+|\d[\d_]*))\)?\s*\}?\s*$')
pat_static=re.compile(r'^  public (?:nonisolated\(unsafe\) )?static (?:let|var) (\w+)(?::\s*\w+)?\s*(?:=|\{)\s*(?:\w+)?\(?(?:rawValue: |characters: )?("(?:[^"\\]|\\.)*"|-?(?:0x[0-9A-Fa-f_]+|\d[\d_]*))\)?\s*\}?\s*$')
pat_case=re.compile(r'^\s+case (\w+) = (-?(?:0x[0-9A-Fa-f_]+|\d[\d_]*)|"(?:[^"\\]|\\.)*")\s*$')
pat_type=re.compile(r'^(?:public |open )?(?:final )?(?:struct|enum|class|extension|public enum|public struct) ([\w.]+)')
def constants():
  out=[]
  for m in mods:
    for f in sorted(glob.glob(f'{root}/{m}/**/*.swift',recursive=True)):
      text=open(f).read()
      text=re.sub(r'([=(])\n\s+(?=["\w.])',lambda k:k.group(1)+(' ' if k.group(1)=='=' else ''),text)
      t='';pub=False
      for line in text.split('\n'):
        k=re.match(r'^(public |open )?(?:final )?(struct|enum|class|extension) ([\w.]+)',line)
        if k: t=k.group(3); pub=bool(k.group(1)) or k.group(2)=='extension'
        k=re.match(r'^  public (?:struct|enum) (\w+)',line)
        if k: t=t.split('.')[0]+'.'+k.group(1) if t else k.group(1); pub=True
        g=pat_global.match(line)
        if g: out.append((m,g.group(1),g.group(2))); continue
        g=pat_static.match(line)
        if g and t: out.append((m,t+'.'+g.group(1),g.group(2))); continue
        g=pat_case.match(line)
        if g and t and pub: out.append((m,t+'.'+g.group(1),g.group(2)))
  return out
for module, name, value in sorted(set(constants())):
  print(module, name, value)
