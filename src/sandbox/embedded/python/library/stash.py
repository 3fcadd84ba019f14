"""Modules of the standard library that are loaded already, and that no program has imported yet.

They are part of the image from which later processes start. `import` finds them where it would find their files, so
that a program's own module of the same name comes first, as natively.
"""
import gc
import importlib
import importlib.machinery
import sys
import types
import zipimport

ARCHIVE = next(path for path in sys.path if path.endswith('.zip'))

# What every program imports, slow to read from its source.
COMMON = (
    '__future__ argparse ast base64 bisect calendar collections.abc configparser contextlib copy csv dataclasses '
    'datetime decimal difflib enum fnmatch fractions functools glob hashlib heapq html inspect io itertools json '
    'linecache logging math operator os pathlib pickle platform pprint random re runpy secrets selectors shlex '
    'shutil signal socket statistics string struct subprocess tempfile textwrap threading time tokenize traceback '
    'types typing unittest urllib.parse uuid warnings zipfile'
).split()

# What CPython itself has imported when a program starts.
CORE = frozenset(
    '__main__ _collections_abc _sitebuiltins abc codecs encodings encodings.aliases encodings.utf_8 genericpath io os '
    'os.path posixpath site stat'.split()
)

loaded = {}


class _LoadedAlready:
    def __init__(self, module):
        self._module = module
        self._spec = module.__spec__

    def create_module(self, spec):
        return self._module

    def exec_module(self, module):
        module.__spec__ = self._spec
        _unhide_what_it_uses(module)


def _unhide_what_it_uses(module):
    """What it has imported itself is imported then, too."""
    for value in list(vars(module).values()):
        name = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, '__module__', None)
        used = loaded.get(name) if isinstance(name, str) else None
        if used is not None and name not in sys.modules:
            sys.modules[name] = used
            _unhide_what_it_uses(used)


class _Finder:
    """Finds in one folder of the archive."""

    def __init__(self, path):
        self._files = zipimport.zipimporter(path)

    def find_spec(self, name, target=None):
        module = loaded.get(name)
        if module is None or target is not None:
            return self._files.find_spec(name, target)
        spec = importlib.machinery.ModuleSpec(
            name, _LoadedAlready(module), origin=module.__spec__.origin, is_package=hasattr(module, '__path__')
        )
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.extend(module.__path__)
        return spec

    def invalidate_caches(self):
        self._files.invalidate_caches()

    def __getattr__(self, name):
        return getattr(self._files, name)


def _find_in_archive(path):
    if not path.startswith(ARCHIVE):
        raise ImportError('not the standard library')
    return _Finder(path)


def fill():
    """Loads what is common, and hides everything of the archive that is loaded."""
    for name in COMMON:
        importlib.import_module(name)
    for name, module in list(sys.modules.items()):
        origin = getattr(getattr(module, '__spec__', None), 'origin', None) or ''
        if not origin.startswith(ARCHIVE) or name in CORE or name.split('.')[0] in ('pyodide', '_pyodide'):
            continue
        loaded[name] = sys.modules.pop(name)
    sys.path_hooks.insert(0, _find_in_archive)
    for path in [path for path in sys.path_importer_cache if path.startswith(ARCHIVE)]:
        del sys.path_importer_cache[path]
    # Nothing of this is ever garbage.
    gc.freeze()
