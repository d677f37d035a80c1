"""Finds the public constants of the modules with Apple's names in what the compiler knows of them (its symbol graphs).

usage: constants.py BUILD           prints them: module and name, a line each
       constants.py BUILD --write   writes the functions of Values/, which read them all, anew

BUILD is the folder of the built package, such as .build/debug.
"""
import collections, concurrent.futures, glob, json, os, re, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, '../../..'))
MODULES = ['CoreAudioTypes', 'CoreGraphics', 'CoreVideo', 'CoreMedia', 'ImageIO', 'AVFoundation', 'Accelerate', 'AudioToolbox',
           'CoreServices', 'UniformTypeIdentifiers', 'VideoToolbox', 'os']
KINDS = {'swift.var', 'swift.type.property', 'swift.enum.case'}
# These are no strings and no numbers: properties that are loaded, times, objects.
OTHER_TYPES = re.compile(
    r'<|\b(CMTime|CMTimeRange|CMTimeMapping|CMSampleTimingInfo|CFAllocator|CFBoolean|CFNull|CFTypeID|CGColor|Bool|Handlers'
    r'|CGAffineTransform|CGRect|CGPoint|CGSize|CGVector|OSLog|OSLog[A-Z]\w+ing'
    r'|OSLogPrivacy|OSLogStringAlignment|OSSignposter)\b[!?]?(?: { get.*})?$')


def graphs(build, folder):
    """The symbols of each module, by module."""
    target = json.loads(subprocess.check_output(['swift', '-print-target-info']))['target']['unversionedTriple']
    checkouts = os.path.normpath(os.path.realpath(build) + '/../../checkouts')
    folders = [f'{build}/Modules', f'{ROOT}/Sources/CGStreamer', f'{ROOT}/Sources/CGStreamerFFT',
               f'{checkouts}/Yams/Sources/CYaml/include']
    flags = [flag for name in folders for flag in ('-I', name)]
    for name in glob.glob(f'{build}/*.build/module.modulemap'): flags += ['-Xcc', f'-fmodule-map-file={name}']
    flags += subprocess.check_output(['pkg-config', '--cflags-only-I', 'gstreamer-pbutils-1.0'], text=True).split()

    def extract(module):
        subprocess.check_call(
            ['swift', 'symbolgraph-extract', '-module-name', module, '-target', target, *flags,
             '-minimum-access-level', 'public', '-skip-inherited-docs', '-output-dir', folder])
        files = [f'{folder}/{module}.symbols.json'] + glob.glob(f'{folder}/{module}@*.symbols.json')
        return [symbol for file in files for symbol in json.load(open(file))['symbols']]

    with concurrent.futures.ThreadPoolExecutor() as pool: return dict(zip(MODULES, pool.map(extract, MODULES)))


def constants(build):
    """The names of the constants, by module."""
    found = collections.defaultdict(set)
    with tempfile.TemporaryDirectory() as folder:
        for module, symbols in graphs(build, folder).items():
            generic = {tuple(symbol['pathComponents']) for symbol in symbols if 'swiftGenerics' in symbol}
            for symbol in symbols:
                path = symbol['pathComponents']
                text = ''.join(part['spelling'] for part in symbol['declarationFragments'])
                if symbol['kind']['identifier'] not in KINDS or '::SYNTHESIZED::' in symbol['identifier']['precise']:
                    continue
                # Variables hold what a program puts there; cases with values are none of their own, nor those of generic types.
                if any(tuple(path[:count]) in generic for count in range(1, len(path))) or text.startswith('case') and '(' in text or OTHER_TYPES.search(text) or re.search(r'\bvar\b(?!.*\{ get)', text): continue
                found[module].add('.'.join(path))
    return found


def group(module, name):
    """The function that reads a constant: one of all would be a file that no one can read."""
    if name.startswith('AVMetadataIdentifier'): return 'MetadataIdentifiers'
    if name.startswith('AVMetadata'): return 'MetadataKeys'
    if name.startswith('CMFormatDescription.'): return 'FormatDescriptionMembers'
    return module + ('Members' if '.' in name else 'Globals')


def write(found):
    groups = collections.defaultdict(list)
    for module, names in found.items():
        for name in sorted(names): groups[group(module, name)].append((module, name))
    for name in glob.glob(f'{HERE}/Values/*.swift'): os.remove(name)
    files = []
    for title, names in sorted(groups.items()):
        lines = ['// Written by constants.py.', '', *sorted({'import AVFoundation', f'import {names[0][0]}'}), '',
                 'extension ConstantValues {', f'  mutating func read{title}() {{', f'    module = "{names[0][0]}"']
        for _, name in names:
            path = '.'.join(f'`{part}`' if part == 'default' else part for part in name.split('.'))
            lines.append(f'    add("{name}", {path})')
        files.append(f'{HERE}/Values/{title}.swift')
        with open(files[-1], 'w') as output: output.write('\n'.join(lines + ['  }', '}', '']))
    calls = ''.join(f'    read{title}()\n' for title in sorted(groups))
    files.append(f'{HERE}/Values/All.swift')
    with open(files[-1], 'w') as output:
        output.write('// Written by constants.py.\n\nextension ConstantValues {\n  mutating func readAll() {\n'
                     f'{calls}  }}\n}}\n')
    subprocess.check_call(
        ['swift', 'format', 'format', '--in-place', '--configuration', f'{ROOT}/.swift-format', *files])


def main():
    found = constants(sys.argv[1].rstrip('/'))
    if '--write' in sys.argv: return write(found)
    for module in MODULES:
        for name in sorted(found[module]): print(module, name)


main()
