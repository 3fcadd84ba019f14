"""The command line of `python3`, as CPython's `main` reads it."""
import atexit
import builtins
import code as console
import gc
import importlib.machinery
import io
import json
import linecache
import os
import runpy
import sys
import textwrap
import types
import warnings
import _vivarium_processes
import _vivarium_stash

USAGE = """usage: python3 [option] ... [-c cmd | -m mod | file | -] [arg] ...
Options (and corresponding environment variables):
-B     : don't write .pyc files on import (always so here)
-c cmd : program passed in as string (terminates option list)
-E     : ignore PYTHON* environment variables (such as PYTHONPATH)
-h     : print this help message and exit (also -? or --help)
-i     : inspect interactively after running script
-I     : isolate Python from the user's environment (implies -E, -P and -s)
-m mod : run library module as a script (terminates option list)
-P     : don't prepend a potentially unsafe path to sys.path
-q     : don't print version and copyright messages on interactive startup
-s     : don't add user site directory to sys.path
-S     : don't imply 'import site' on initialization
-u     : force the stdout and stderr streams to be unbuffered
-V     : print the Python version number and exit (also --version)
-W arg : warning control
-X opt : set implementation-specific option
file   : program read from script file
-      : program read from stdin (default; interactive mode if a tty)
arg ...: arguments passed to program in sys.argv[1:]
"""
NO_PACKAGES = (
    'packages cannot be installed in this sandbox: {name} is not there. '
    'Copy the sources of a pure-Python package into the workspace, and import it from there.'
)
INTERRUPTED = -2
OURS = '<python3>'
# What is linked into the program or missing from it, for those who look for it.
MISSING = {
    'curses': 'there are no curses here',
    'readline': 'lines are edited by the terminal itself',
    'tkinter': 'there is no display for programs here',
    'resource': 'limits are the sandbox\'s own',
    'ensurepip': NO_PACKAGES.format(name='pip'),
    'pip': NO_PACKAGES.format(name='pip'),
    'venv': NO_PACKAGES.format(name='venv'),
}


class _Refused(Exception):
    """A command line that is not run; the text is for stderr."""


class _Options:
    def __init__(self):
        self.command = self.module = None
        self.rest = []
        self.interactive = self.unbuffered = self.quiet = self.isolated = self.safe = self.no_environment = False
        self.version = 0
        self.help = False
        self.warnings = []
        self.extra = []


def _usage(letter):
    return _Refused(
        f'Unknown option: -{letter}\n'
        'usage: /usr/bin/python3 [option] ... [-c cmd | -m mod | file | -] [arg] ...\n'
        "Try `python -h' for more information.\n"
    )


def _parse(args):
    options = _Options()
    args = list(args)
    while args and args[0].startswith('-') and args[0] != '-':
        word = args.pop(0)
        if word == '--':
            break
        if word.startswith('--'):
            if word == '--version':
                options.version += 1
            elif word == '--help':
                options.help = True
            else:
                raise _Refused(f'unknown option {word}\n' + str(_usage('-')).split('\n', 1)[1])
            continue
        letters = word[1:]
        while letters:
            letter, letters = letters[0], letters[1:]
            if letter in 'cmWX':
                if not letters and not args:
                    raise _Refused(
                        f'Argument expected for the -{letter} option\n' + str(_usage('-')).split('\n', 1)[1]
                    )
                value = letters or args.pop(0)
                letters = ''
                if letter == 'W':
                    options.warnings.append(value)
                elif letter == 'X':
                    options.extra.append(value)
                else:
                    setattr(options, 'command' if letter == 'c' else 'module', value)
                    options.rest = args
                    return options
            elif letter in 'hv?V' and letter != 'v':
                if letter == 'V':
                    options.version += 1
                else:
                    options.help = True
            elif letter in 'BsSbR':
                pass
            elif letter in 'iuqIPE':
                name = {
                    'i': 'interactive', 'u': 'unbuffered', 'q': 'quiet', 'I': 'isolated', 'P': 'safe',
                    'E': 'no_environment',
                }[letter]
                setattr(options, name, True)
            elif letter in 'dOvx':
                raise _Refused(f'python3: the option -{letter} is not available in this sandbox.\n')
            else:
                raise _usage(letter)
    options.rest = args
    return options


def _is_open(fd):
    try:
        os.fstat(fd)
        return True
    except OSError:
        return False


def _open_streams(unbuffered, encoding):
    name, _, errors = encoding.partition(':')
    name = name or 'utf-8'

    def stream(fd, mode, label, errors):
        if not _is_open(fd):
            return None
        raw = io.FileIO(fd, mode, closefd=False)
        raw.name = label
        is_terminal = os.isatty(fd)
        if mode == 'r':
            return io.TextIOWrapper(io.BufferedReader(raw), name, errors, None, line_buffering=is_terminal)
        buffer = raw if unbuffered else io.BufferedWriter(raw)
        text = io.TextIOWrapper(
            buffer, name, errors, '\n', line_buffering=is_terminal or fd == 2, write_through=unbuffered
        )
        text.mode = mode
        return text

    sys.stdin = sys.__stdin__ = stream(0, 'r', '<stdin>', errors or 'strict')
    sys.stdout = sys.__stdout__ = stream(1, 'w', '<stdout>', errors or 'strict')
    sys.stderr = sys.__stderr__ = stream(2, 'w', '<stderr>', 'backslashreplace')


def _fresh_main():
    module = types.ModuleType('__main__')
    module.__builtins__ = builtins
    module.__annotations__ = {}
    sys.modules['__main__'] = module
    return module.__dict__


def _without_ours(error):
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == OURS:
        trace = trace.tb_next
    return error.with_traceback(trace)


def _exit_code(error):
    code = error.code
    if code is None:
        return 0
    if isinstance(code, int):
        return int(code) & 0xFF
    print(code, file=sys.stderr)
    return 1


def _guarded(program):
    """Runs it; says what it raises. Returns the exit code."""
    try:
        program()
        return 0
    except SystemExit as error:
        return _exit_code(error)
    except BaseException as error:
        _without_ours(error)
        if sys.stdout is not None:
            _flush(sys.stdout)
        sys.last_exc = error
        sys.excepthook(type(error), error, error.__traceback__)
        return INTERRUPTED if isinstance(error, KeyboardInterrupt) else 1


def _flush(stream):
    try:
        stream.flush()
        return True
    except BaseException as error:
        # The descriptor is not closed with it, and must not be written to again.
        print(f'Exception ignored while flushing sys.stdout:\n{type(error).__name__}: {error}', file=sys.stderr)
        return False


def _forget_globals():
    """As CPython does, so that what was only held by them is deleted."""
    namespace = sys.modules['__main__'].__dict__
    for is_private in (True, False):
        for name in list(namespace):
            if name != '__builtins__' and name.startswith('_') == is_private:
                namespace[name] = None
    gc.collect()


def _finish(code):
    threading = sys.modules.get('threading')
    if threading is not None:
        threading._shutdown()
    atexit._run_exitfuncs()
    _forget_globals()
    is_written = sys.stdout is None or sys.stdout.closed or _flush(sys.stdout)
    if sys.stderr is not None and not sys.stderr.closed:
        _flush(sys.stderr)
    return code if is_written else 120


def _run_text(text, name):
    namespace = _fresh_main()

    def program():
        if name == '<string>':
            source = text if isinstance(text, str) else text.decode()
            linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        exec(compile(text, name, 'exec', dont_inherit=True), namespace)

    return _guarded(program)


def _run_file(path):
    if os.path.isdir(path) or path.endswith(('.zip', '.pyz')):
        sys.path[0] = path
        _fresh_main()
        return _guarded(lambda: runpy._run_module_as_main('__main__', False))
    whole = os.path.join(os.getcwd(), path)
    try:
        with open(path, 'rb') as file:
            text = file.read()
    except OSError as error:
        number = {44: 2, 2: 13, 31: 21}.get(error.errno, error.errno)
        sys.stderr.write(f"python3: can't open file {whole!r}: [Errno {number}] {error.strerror}\n")
        return 2
    sys.path[0] = os.path.dirname(os.path.realpath(path))
    namespace = _fresh_main()
    namespace['__file__'] = os.path.normpath(whole) if not os.path.isabs(path) else path
    namespace['__loader__'] = importlib.machinery.SourceFileLoader('__main__', whole)
    namespace['__cached__'] = None
    return _guarded(lambda: exec(compile(text, namespace['__file__'], 'exec', dont_inherit=True), namespace))


def _run_module(name):
    if name.split('.')[0] in ('pip', 'ensurepip', 'venv', 'virtualenv'):
        sys.stderr.write(f'python3: {NO_PACKAGES.format(name=name)}\n')
        return 1
    _fresh_main()
    return _guarded(lambda: runpy._run_module_as_main(name, True))


def _interact(quiet):
    namespace = sys.modules['__main__'].__dict__
    banner = '' if quiet else (
        f'Python {sys.version.split()[0]} on {sys.platform}\n'
        'Type "help", "copyright", "credits" or "license" for more information.'
    )
    return _guarded(lambda: console.interact(banner, local=namespace, exitmsg=''))


def _set_environment(env):
    os.environ.clear()
    os.environ.update(env)


def _set_up(options, env):
    reads_environment = not (options.no_environment or options.isolated)
    env = env if reads_environment else {}
    sys.executable = sys._base_executable = '/usr/bin/python3'
    sys.dont_write_bytecode = True
    for folder in reversed(env.get('PYTHONPATH', '').split(':')):
        if folder:
            sys.path.insert(0, os.path.join(os.getcwd(), folder))
    if not (options.safe or options.isolated or env.get('PYTHONSAFEPATH')):
        sys.path.insert(0, '')
    else:
        # Taken away again: what follows puts the script's folder in the first place.
        sys.path.insert(0, None)
    for option in options.extra:
        name, _, value = option.partition('=')
        sys._xoptions[name] = value or True
    filters = options.warnings + [part for part in env.get('PYTHONWARNINGS', '').split(',') if part]
    if filters:
        sys.warnoptions.extend(filters)
        warnings._processoptions(filters)
    _open_streams(options.unbuffered or bool(env.get('PYTHONUNBUFFERED')), env.get('PYTHONIOENCODING', ''))


def _run(options):
    if options.help:
        sys.stdout.write(USAGE)
        return 0
    if options.version:
        sys.stdout.write(f'Python {sys.version if options.version > 1 else sys.version.split()[0]}\n')
        return 0
    is_safe = sys.path[0] is None
    if options.command is not None:
        sys.argv = ['-c', *options.rest]
        start = lambda: _run_text(textwrap.dedent(options.command), '<string>')
    elif options.module is not None:
        sys.argv = ['-m', *options.rest]
        sys.path[0] = sys.path[0] if is_safe else os.getcwd()
        start = lambda: _run_module(options.module)
    elif options.rest and options.rest[0] != '-':
        sys.argv = options.rest
        start = lambda: _run_file(options.rest[0])
    else:
        sys.argv = options.rest or ['']
        if sys.stdin is None:
            return 0
        if sys.stdin.isatty():
            _fresh_main()
            return _interact(options.quiet)
        start = lambda: _run_text(sys.stdin.buffer.read(), '<stdin>')
    if is_safe:
        sys.path.pop(0)
        sys.path.insert(0, '/nowhere')
    code = start()
    if options.interactive and sys.stdin.isatty():
        return _interact(True)
    return code


def _explain_missing():
    """`import` of what cannot be here says why."""
    original = sys.excepthook

    def hook(kind, error, trace):
        original(kind, error, trace)
        if not isinstance(error, ModuleNotFoundError) or not error.name:
            return
        top = error.name.split('.')[0]
        why = MISSING.get(top) or NO_PACKAGES.format(name=repr(top))
        print(f'python3: {why}', file=sys.stderr)

    sys.__excepthook__ = sys.excepthook = hook


def run():
    import _vivarium

    start = json.loads(_vivarium.start)
    sys.excepthook = sys.__excepthook__
    _set_environment(start['env'])
    _vivarium_processes.start(start['pid'], start['ppid'])
    _vivarium_stash.loaded['random'].seed()
    sys.path[:] = [path for path in sys.path if path != '']
    try:
        options = _parse(start['argv'][1:])
    except _Refused as refused:
        _open_streams(False, '')
        sys.stderr.write(str(refused))
        return 2
    _set_up(options, start['env'])
    _explain_missing()
    return _finish(_run(options))
