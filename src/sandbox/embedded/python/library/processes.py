"""Child processes, signals and sleep: what CPython does with system calls that WebAssembly does not have."""
import errno
import json
import os
import signal
import subprocess
import sys
import threading
import time
import _posixsubprocess
import _signal
import _thread
import posix

WNOHANG = os.WNOHANG
_DEVNULL = {'type': 'null'}


def _call(text, path=None):
    """The answer of the kernel, or its error."""
    answer = json.loads(text)
    if 'errno' in answer:
        raise OSError(answer['errno'], os.strerror(answer['errno']), *([path] if path is not None else []))
    return answer


def _spawn(argv, cwd, env, fds):
    import _vivarium

    stdio = [{'type': 'inherit', 'fd': fd} for fd in fds]
    request = {'argv': argv, 'cwd': cwd, 'env': env, 'stdio': stdio}
    return _call(_vivarium.spawn(json.dumps(request)), argv[0])['pid']


def _environment(entries):
    pairs = os.environb.items() if entries is None else (entry.split(b'=', 1) for entry in entries)
    return {os.fsdecode(name): os.fsdecode(value) for name, value in pairs}


def _fork_exec(
    args, executables, close_fds, pass_fds, cwd, env, p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite,
    errpipe_read, errpipe_write, restore_signals, start_new_session, process_group, gid, gids, uid, umask, preexec_fn,
):
    if preexec_fn is not None:
        raise ValueError('preexec_fn is not available in this sandbox: there is no fork.')
    argv = [os.fsdecode(arg) for arg in args]
    # A name with a slash, or one of the places on PATH: the kernel looks there itself.
    name = os.fsdecode(executables[0])
    if len(executables) == 1 and name != argv[0]:
        argv[0] = name
    fds = [own if fd == -1 else fd for own, fd in enumerate((p2cread, c2pwrite, errwrite))]
    try:
        return _spawn(argv, None if cwd is None else os.fsdecode(cwd), _environment(env), fds)
    except OSError as error:
        where = 'noexec:' if _is_missing_directory(cwd) else ''
        os.write(errpipe_write, f'OSError:{error.errno:x}:{where}'.encode())
        return _ended(127 << 8)


def _is_missing_directory(cwd):
    return cwd is not None and not os.path.isdir(cwd)


_next_ghost = -2
_status_of = {}


def _ended(status):
    """The number of a child that never was."""
    global _next_ghost
    _next_ghost -= 1
    _status_of[_next_ghost] = status
    return _next_ghost


def waitpid(pid, options, /):
    import _vivarium

    if pid in _status_of:
        return pid, _status_of.pop(pid)
    if pid <= 0:
        pid = _any_child()
    if options & WNOHANG and any(entry['pid'] == pid for entry in _processes()):
        return 0, 0
    return pid, _call(_vivarium.wait(pid))['status']


def _processes():
    import _vivarium

    return _call(_vivarium.processes())['entries']


_children = set()


def _any_child():
    running = {entry['pid'] for entry in _processes()}
    for pid in sorted(_children - running) + sorted(_children):
        _children.discard(pid)
        return pid
    raise ChildProcessError(errno.ECHILD, os.strerror(errno.ECHILD))


def system(command):
    import _vivarium

    sys.stdout.flush()
    pid = _spawn(['sh', '-c', os.fsdecode(command)], None, _environment(None), (0, 1, 2))
    return _call(_vivarium.wait(pid))['status']


def kill(pid, signal_number, /):
    import _vivarium

    _call(_vivarium.kill(pid, int(signal_number)))
    _let_signals_in()


def killpg(group, signal_number, /):
    import _vivarium

    _call(_vivarium.killpg(group, int(signal_number)))
    _let_signals_in()


def link(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True):
    import _vivarium

    _call(_vivarium.link(os.fsdecode(src), os.fsdecode(dst)), src)


def sleep(seconds, /):
    import _vivarium

    # As the original: anything with __index__ or __float__.
    seconds = float(seconds)
    if seconds < 0:
        raise ValueError('sleep length must be non-negative')
    end = time.monotonic() + seconds
    while True:
        left = end - time.monotonic()
        _vivarium.sleep(max(0, left * 1000))
        _let_signals_in()
        if end <= time.monotonic():
            return


def _let_signals_in():
    """The interpreter looks for signals now and then only; this is now."""
    for _ in range(200):
        pass


def execvpe(file, args, env, /):
    sys.stdout.flush()
    sys.stderr.flush()
    argv = [os.fsdecode(file), *(os.fsdecode(arg) for arg in list(args)[1:])]
    environment = {os.fsdecode(name): os.fsdecode(value) for name, value in dict(env).items()}
    _, status = waitpid(_spawn(argv, None, environment, (0, 1, 2)), 0)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _tell_handled():
    """Which signals do not end the program at once."""
    import _vivarium

    bits = 0
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        if _signal.getsignal(number) not in (signal.SIG_DFL, None):
            bits |= 1 << number
    # Bit 0 stands for no signal: it says that this process is asked here.
    _vivarium.handleSignals(bits | 1)


_set_signal = _signal.signal


def _signal_signal(number, handler, /):
    before = _set_signal(number, handler)
    _tell_handled()
    return before


def _no_timer(*_args):
    raise OSError(errno.ENOSYS, 'Timers that send signals are not available in this sandbox')


def _no_thread(*_args, **_kwargs):
    raise RuntimeError(
        "can't start new thread: threads are not available in this sandbox. Use asyncio or subprocess instead."
    )


def install():
    """Before the image is made. Whoever has imported a name already has the original."""
    class _del_safe:
        waitpid = staticmethod(waitpid)
        waitstatus_to_exitcode = staticmethod(os.waitstatus_to_exitcode)
        WIFSTOPPED = staticmethod(os.WIFSTOPPED)
        WSTOPSIG = staticmethod(os.WSTOPSIG)
        WNOHANG = WNOHANG
        ECHILD = errno.ECHILD

    subprocess._can_fork_exec = True
    subprocess._fork_exec = _posixsubprocess.fork_exec = _fork_exec
    subprocess._del_safe = _del_safe
    # Their defaults were taken from the class that there was.
    subprocess.Popen._handle_exitstatus.__defaults__ = (_del_safe,)
    subprocess.Popen._internal_poll.__defaults__ = (None, _del_safe)
    calls = {
        'waitpid': waitpid, 'system': system, 'kill': kill, 'killpg': killpg, 'link': link,
        'wait': lambda: waitpid(-1, 0), 'getuid': lambda: 1000, 'geteuid': lambda: 1000, 'getgid': lambda: 1000,
        'getegid': lambda: 1000, 'getgroups': lambda: [1000],
        'execv': lambda path, args: execvpe(path, args, os.environ), 'execve': execvpe,
        'execvp': lambda file, args: execvpe(file, args, os.environ), 'execvpe': execvpe,
    }
    for name, call in calls.items():
        setattr(os, name, call)
        setattr(posix, name, call)
    for name in ('fork', 'forkpty', 'posix_spawn', 'posix_spawnp'):
        if hasattr(os, name):
            delattr(os, name)
    _signal.signal = _signal_signal
    signal.alarm = signal.setitimer = _signal.alarm = _signal.setitimer = _no_timer
    _thread.start_new_thread = _thread.start_joinable_thread = _no_thread
    threading._start_joinable_thread = _no_thread


def start(pid, ppid):
    time.sleep = sleep
    for name, value in (('getpid', pid), ('getppid', ppid)):
        call = lambda value=value: value
        setattr(os, name, call)
        setattr(posix, name, call)
    _set_signal(signal.SIGINT, signal.default_int_handler)
    _tell_handled()
