"""asyncio as on Linux, in place of Pyodide's, which leaves the waiting to the page."""
import asyncio
import os
import selectors
import signal
from asyncio import events, runners, unix_events


class _Watcher:
    """Looks now and then whether a child has ended: there is no thread to wait for it."""

    INTERVAL = 0.01

    def __init__(self, loop):
        self._loop = loop

    def add_child_handler(self, pid, callback, *args):
        found, status = os.waitpid(pid, os.WNOHANG)
        if found == 0:
            self._loop.call_later(self.INTERVAL, self.add_child_handler, pid, callback, *args)
            return
        self._loop.call_soon(callback, pid, os.waitstatus_to_exitcode(status), *args)


class EventLoop(unix_events._UnixSelectorEventLoop):
    def __init__(self, selector=None):
        super().__init__(selector or selectors.PollSelector())
        self._watcher = _Watcher(self)

    # Nobody wakes the loop from another thread, so it needs no socket for that.
    def _make_self_pipe(self):
        self._ssock = self._csock = None

    def _close_self_pipe(self):
        pass

    def _write_to_self(self):
        pass

    def add_signal_handler(self, sig, callback, *args):
        self._check_signal(sig)
        signal.signal(sig, lambda *_: self.call_soon(callback, *args))

    def remove_signal_handler(self, sig):
        self._check_signal(sig)
        is_set = signal.getsignal(sig) not in (signal.SIG_DFL, signal.default_int_handler)
        signal.signal(sig, signal.default_int_handler if sig == signal.SIGINT else signal.SIG_DFL)
        return is_set


def install(original_run):
    """Before the image is made."""
    asyncio.run = runners.run = original_run
    asyncio.SelectorEventLoop = asyncio.EventLoop = EventLoop
    unix_events.SelectorEventLoop = unix_events.EventLoop = EventLoop
    unix_events._DefaultEventLoopPolicy._loop_factory = EventLoop
    events._event_loop_policy = None
    events._set_running_loop(None)
