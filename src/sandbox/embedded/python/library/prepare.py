"""Run once, when an interpreter has started from its files: what is then in memory is the image for all others."""
import sys


def _load(name, source):
    import types

    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(source, '<python3>', 'exec'), module.__dict__)
    return module
