/** Every ceiling of the sandbox, with its unit and its reason. */

const KIB = 1024
const MIB = 1024 * KIB

/** Bytes of all files together. A tab has about 4 GB; files must leave room for the programs that read them. */
export const VFS_MAX_BYTES = 1024 * MIB
/** Bytes of one file: the largest buffer that every browser allocates without complaint. */
export const VFS_MAX_FILE_BYTES = 512 * MIB
/** Files, directories and symlinks together; about five times a large `node_modules`. */
export const VFS_MAX_FILES = 300_000
/** Forks of a sandbox at once, forks of forks included: more than agents can work side by side in one tab. */
export const FORKS_MAX = 128
/** Bytes that all forks of a sandbox hold beside the files that it has itself: as much again. */
export const FORKS_MAX_BYTES = 1024 * MIB
/** Files, directories and symlinks of all forks that were made or entered there: about half a gigabyte. */
export const FORKS_MAX_FILES = 1_000_000
/** Bytes of a path, as Linux's PATH_MAX. */
export const PATH_MAX_BYTES = 4096
/** Levels of directories: deeper than any real tree, and a third of what a recursive walk in a worker stands. */
export const VFS_MAX_DEPTH = 256
/** Bytes of one name in a path, as Linux's NAME_MAX. */
export const NAME_MAX_BYTES = 255
/** Symlinks followed while one path is resolved, as Linux. */
export const SYMLINK_MAX_FOLLOWS = 40
/** Open descriptors of one process, as the usual `ulimit -n`. */
/** Commands of which it is known which withheld files they have opened, and how many files of one. */
export const OPENED_COMMANDS_KEPT = 500
export const OPENED_FILES_KEPT = 100
export const PROCESS_MAX_FDS = 1024
/** Memory of one Python program: what a tab can spare; more is a MemoryError. WebAssembly itself would give 4 GiB. */
export const PYTHON_MEMORY_MAX_BYTES = 1024 * MIB
/** Bytes a pipe holds before its writer blocks: four times Linux's, because each refill costs a message. */
export const PIPE_CAPACITY_BYTES = 256 * KIB
/** Connections that programs hold open at once, and places where they listen: twice what one process can have; all of their pipes full are a gigabyte. */
export const SOCKETS_MAX = 2_048
/** Connections that wait to be accepted at one listener, as Node asks for by default. */
export const LISTEN_BACKLOG = 511
/** Bytes of the first line and the headers of one HTTP message that the kernel reads, as Node's servers take. */
export const HTTP_HEADERS_BYTES = 64 * KIB
/** Cookies of one sandbox, and characters of one, as browsers have them for one host. */
export const COOKIES_MAX = 180
export const COOKIE_MAX_BYTES = 4096
/** Bytes of one WebSocket message to a page of the preview. */
export const WEB_SOCKET_MESSAGE_BYTES = 64 * MIB
/** Bytes of a body that a program sends out of the sandbox: the gate takes a body whole. */
export const GATEWAY_BODY_BYTES = 64 * MIB
/** Milliseconds after which a connection out of the sandbox on which nothing was said ends: its program waits to be greeted, as by a database, and HTTP's servers greet nobody. */
export const GATEWAY_SILENCE_MS = 5000
/** A write of at most this many bytes to a pipe is never split, as Linux's PIPE_BUF. */
export const PIPE_ATOMIC_BYTES = 4096
/** Bytes that one read of an endless device returns. */
export const DEVICE_READ_MAX_BYTES = MIB
/** Files and directories that one process watches, as Linux's usual `max_user_watches`. */
export const WATCH_MAX_FILES = 65_536
/** Events that wait to be read by a process that watches, as Linux's `max_queued_events`. */
export const WATCH_MAX_EVENTS = 16_384
/** Changes that the file system keeps until they are told from those that `.gitignore` leaves out: some milliseconds' work. */
export const CHANGE_LOG_MAX_ENTRIES = 4_096
/** Paths named in one `files_changed` event; beyond it the listener looks for itself. */
export const CHANGE_EVENT_MAX_PATHS = 300

/** Bytes of live output on their way to the app per command: what a page can show between two frames and more. */
export const PORT_STREAM_BYTES = 1024 * 1024
/** Live output that follows other output closely waits for more, so long (milliseconds; half a frame) or until so much. */
export const PORT_GATHER_MS = 8
export const PORT_GATHER_BYTES = 64 * 1024
/** Bytes of an answer on their way into the sandbox per request: what a fast line brings while a program works. */
export const EGRESS_STREAM_BYTES = 4 * MIB
/** Bytes of one message of them: small enough that a slow reader holds little more than it was granted. */
export const EGRESS_CHUNK_BYTES = 256 * KIB
/** Requests under way at once, asked ones included: what a browser sends in parallel, many times over. */
export const EGRESS_PORT_MAX_REQUESTS = 256
/** Characters of an address: what servers take, and twice that. */
export const EGRESS_URL_MAX_CHARS = 16 * KIB
/** Headers of one request. */
export const EGRESS_HEADERS_MAX = 200
/** Bytes from which a buffer is moved across the port instead of copied: below it the bookkeeping costs more. */
export const PORT_TRANSFER_BYTES = 64 * 1024

/** Bytes of objects handed to the store at once: one transaction, one copy across the port. */
export const HISTORY_BATCH_BYTES = 8 * MIB
/** Objects asked of the store at once: while these are checked, the store reads the next. */
export const HISTORY_BATCH_OBJECTS = 250
/** Bytes of objects that are handed to the store without asking first which of them it has: the question costs more. */
export const HISTORY_UNASKED_BYTES = 256 * 1024
/** Directories that a comparison which may stop early reads at once. */
export const DIFF_STEP_DIRECTORIES = 64
/** Bytes of lately stored or read objects kept at hand: some hundred steps of a usual session. */
export const RECENT_OBJECTS_MAX_BYTES = 16 * MIB
/** Bytes of one such object; a larger one would push out many that are more likely to be needed. */
export const RECENT_OBJECT_MAX_BYTES = 512 * 1024
/** Rounds of reading for one restore: one a level of directories (a path has at most 2,048), and some for changes. */
export const RESTORE_MAX_ROUNDS = 2_100

/** Milliseconds a long job in the kernel works before it lets messages through: two frames of a screen. */
export const PAUSE_AFTER_MS = 30

/** Entries of an imported archive: what the file system takes, less what programs will write. */
export const ARCHIVE_MAX_ENTRIES = 250_000
/** Bytes of an imported archive, unpacked; the rest of the file system is for what programs write. */
export const ARCHIVE_MAX_BYTES = 768 * MIB
/** Growth of one entry: deflate cannot exceed 1,032; text repositories stay under 50. */
export const ARCHIVE_MAX_RATIO = 500
/** Bytes below which growth is harmless: generated fixtures of one repeated byte are common. */
export const ARCHIVE_RATIO_FLOOR_BYTES = 10 * MIB
/** Milliseconds of unpacking without a pause: a cancel is heard within this time. */
export const ARCHIVE_YIELD_MS = 30
/** Archives of packages fetched at once: twice what a browser asks of one host, so that unpacking never waits. */
export const PACKAGES_FETCHED_AT_ONCE = 12
/** Milliseconds between two looks at how many packages have come, while a person watches. */
export const PACKAGES_PROGRESS_MS = 100
/** Bytes of a group of packages that comes along, unpacked: Vue's have 15 million. */
export const BUNDLED_GROUP_BYTES = 32 * MIB
/** Deflate level of an export: nearly as small as the highest, in a third of its time. */
export const ARCHIVE_LEVEL = 4
/** Calls of awk's functions within each other: the stack of a worker holds some thousands. */
export const AWK_MAX_DEPTH = 1000

/** Milliseconds a shell script works before signals get in: soon enough for a person, too seldom to cost. */
export const SHELL_PAUSE_AFTER_MS = 30
/** Bytes a shell reads from a pipe or its stdin at once: as much as a pipe holds. */
export const SHELL_READ_BYTES = 256 * KIB
/** Bytes of a shell's own output that wait to be written together; no longer than until its next command. */
export const SHELL_OUTPUT_BUFFER_BYTES = 16 * KIB
/** Bytes that wait for the reader of a pipe until the writer waits too: half of what the pipe itself holds. */
export const SHELL_BACKLOG_BYTES = 128 * KIB
/** Bytes a shell reads from a file at once: copied through shared memory, and held while they are written. */
export const SHELL_FILE_READ_BYTES = 256 * KIB
/** Milliseconds between two looks at a file that is followed: a person does not see the delay. */
export const TAIL_POLL_MS = 50
/** Lines that a shell at a prompt remembers, as bash's HISTSIZE. */
export const HISTORY_MAX = 500
/** Jobs of one shell whose exit codes are remembered when they have ended: as many as processes fit in twice. */
export const JOBS_MAX = 128
/** Bytes of a program's output that a substitution or a pipe keeps; the string of it takes as much again. */
export const SHELL_CAPTURE_MAX_BYTES = 256 * MIB
/**
 * Ceilings inside one shell process. They are there so that a runaway script ends with a message before the tab
 * runs out of memory; a script that merely runs long is ended by the kernel's clock.
 */
export const SHELL_LIMITS = {
  /** Commands of one script: about three minutes of nothing but builtins. */
  commands: 10_000_000,
  /** Rounds of one loop, of awk's records, sed's branches: the lines of a log of a gigabyte. */
  iterations: 10_000_000,
  /** Files visited, names matched, steps of a filter. */
  work: 1_000_000_000,
  /** Functions, substitutions or shells inside one another; a worker's stack holds some three times as many. */
  depth: 200,
  /** Elements of one array or of one query's result. */
  elements: 10_000_000,
  /** Bytes of one string: half of what engines allow. */
  stringBytes: 256 * MIB,
  /** Bytes read, held or written by one script in all. */
  totalBytes: 4096 * MIB,
  /** Milliseconds: the longest that timers can measure, 24 days. */
  timerMs: 2_147_483_647,
} as const

/** Milliseconds a command may run when its caller does not say. */
export const EXEC_DEFAULT_TIMEOUT_MS = 120_000
/** Milliseconds a command may run at most, a day: a server of a long session. */
export const EXEC_MAX_TIMEOUT_MS = 86_400_000
/** Bytes of each output stream kept for the result, half from the head and half from the tail. */
export const EXEC_OUTPUT_MAX_BYTES = 4 * MIB

/** Milliseconds in which changes are gathered into one `files_changed` event: a person does not see the delay. */
export const CHANGE_EVENT_DELAY_MS = 50

/** Bytes of what a command has said last, kept for whoever looks at it later: some screens full. */
export const OUTPUT_TAIL_BYTES = 64 * KIB
/** Commands of which that is kept; the oldest is forgotten. */
export const OUTPUT_TAILS_MAX = 64
/** Bytes typed at a terminal that wait for a program to read them; a person pastes less. */
export const TERMINAL_INPUT_MAX_BYTES = 1024 * KIB
/** Bytes of a terminal's output on their way to the screen until its program waits. Less than `PORT_STREAM_BYTES`. */
export const TERMINAL_OUTPUT_WINDOW_BYTES = 128 * KIB
/** Bytes that jobs in the background may say at a terminal in one `shell_output` event: a few screens. */
export const TERMINAL_BACKGROUND_BYTES = 32 * KIB
/** Letters of a terminal's line or of its height: beyond any screen. */
export const TERMINAL_MAX_SIZE = 2_000
/** Processes at once: each is a worker with a heap of its own; a fork bomb must end before the tab does. */
export const PROCESS_MAX = 64
/**
 * Processes of all forks of a sandbox at once, each of which may have `PROCESS_MAX`: one fork leaves room for others, and what they
 * have together leaves the sandbox itself all of its own.
 */
export const FORK_PROCESSES_MAX = 96
/** Characters of a fork's id: it stands in messages and questions. */
export const FORK_ID_MAX_CHARS = 200
/** Idle workers of one kind, each with a heap of its own: for a program that starts another one, and a pipe of two. */
export const WARM_WORKERS_MAX = 2
/** Milliseconds that loaded threads of `node` wait for a program that wants one, since the last was wanted. */
export const WARM_THREADS_MS = 5 * 60 * 1000
/** Programs that one worker runs one after another: what they leave behind in memory goes with it. */
export const WORKER_MAX_RUNS = 50
/** Processes of one command: what is left is for a person who wants to see what goes on, and to end it. */
export const PROCESS_MAX_PER_COMMAND = 48
/** Threads of one process besides its first: what pools of programs make for the processors of a large machine. */
export const PROCESS_MAX_THREADS = 32
/** Starts that are refused before a command is ended: a program that heeds errors does not come near it. */
export const SPAWN_REFUSALS_MAX = 32
/** Milliseconds a program has to say that it handles a signal: one that is busy is ended before a person waits. */
export const SIGNAL_ANSWER_MS = 200
/** Milliseconds that a shell waits for its signalled children, and that `timeout` does before it kills. */
export const KILL_GRACE_MS = 2_000
/** Bytes of one message of a process: the largest file with a path and a little more. */
export const CHANNEL_MAX_BYTES = VFS_MAX_FILE_BYTES + MIB
/** Bytes of files that a process gets before it asks for them: what goes through shared memory in one part. */
export const READ_AHEAD_MAX_BYTES = MIB - 64 * KIB
/** Bytes of the first such gift, and of those after one that was not wanted. */
export const READ_AHEAD_MIN_BYTES = 64 * KIB
/** Bytes of what has come that a process keeps, in case that it reads it later or again: the sources of most projects. */
export const KEPT_CONTENTS_MAX_BYTES = 8 * MIB
/** Files of which a process may say that it will read them. */
export const READ_AHEAD_MAX_FILES = 100_000
/** Entries of directories that a process gets before it asks for them: what goes through shared memory in one part. */
export const LIST_AHEAD_MAX_ENTRIES = 4_000
/** Entries of the first such gift, and of those after one that was not wanted. */
export const LIST_AHEAD_MIN_ENTRIES = 250
/** Files and directories whose attributes a process remembers until something changes. */
export const REMEMBERED_STATS_MAX = 100_000
/** Bytes of one `read`: what is copied through shared memory at once. */
export const MAX_READ_BYTES = 16 * MIB

/** Paths of a glob and entries of a grep when the caller does not say: what a model reads with profit. */
export const GLOB_DEFAULT_LIMIT = 1_000
export const GREP_DEFAULT_LIMIT = 250
/** Bytes in which a NUL makes a file binary, as git. */
export const BINARY_SNIFF_BYTES = 8_000
/** Characters of a line that are searched: a whole bundle, but not what would take longer than a second. */
export const GREP_MAX_SEARCHED_CHARS = 1_000_000
/** Characters of a line that are shown: longer lines are bundles and data. */
export const GREP_MAX_LINE_CHARS = 20_000
/** Bytes of a file that the person's search looks into: larger ones are data. */
export const FIND_MAX_FILE_BYTES = 8 * MIB
/** Characters of a line that it looks into: even a slow pattern is through with them in a second or two. */
export const FIND_MAX_LINE_CHARS = 100_000
/** Characters of a match and its groups: what is longer would not be shown, and is not replaced. */
export const FIND_MAX_MATCH_CHARS = 2_000
/** Characters that are told of the line before a match, and after it. */
export const FIND_BEFORE_CHARS = 60
export const FIND_AFTER_CHARS = 200
/** Milliseconds that a pattern may take for one file; and a part of the search before it is handed over. */
export const FIND_FILE_MS = 3_000
export const FIND_PART_MS = 120
/** Matches of one part: what is shown, sent and drawn without a pause that is felt. */
export const FIND_PART_MATCHES = 500

/** Steps a backtracking search of one line may take in the worst case, about half a second; else it is linear. */
export const GREP_MAX_BACKTRACKING_STEPS = 3e8

/** New objects of one command that become single files; more of them become one pack. */
export const GIT_LOOSE_MAX = 100
/** Bytes of new objects from which they are packed at once instead of being kept in memory as they are. */
export const GIT_PACK_MIN_BYTES = 32 * MIB
/** Bytes of a pack up to which it is read whole: one call, where each object would be one. */
export const GIT_PACK_WHOLE_BYTES = 8 * MIB
/** Bytes of objects kept while deltas of one pack are resolved. */
export const GIT_DELTA_CACHE_BYTES = 32 * MIB
/** Deltas on deltas: git itself makes at most 4,095. */
export const GIT_DELTA_MAX_DEPTH = 4_096
/** Commits and trees kept in memory by one command: all of a large project's recent history. */
export const GIT_CACHED_OBJECTS = 50_000
/** Commits that a fetch says it has: what both sides have is nearly always among the youngest. */
export const GIT_FETCH_MAX_HAVES = 512
/** Symbolic references on the way to a real one, as git. */
export const GIT_MAX_SYMBOLIC_REFS = 5
/** Pairs of added and deleted files that are compared to find renames, as git's `diff.renameLimit` of 1,000 squared. */
export const GIT_RENAME_MAX_PAIRS = 1_000_000

/** Files of one inlined page: each is a copy in the preview's memory. */
export const INLINED_PAGE_FILES = 4_000
/** Milliseconds until the kernel must have answered a page's request: it never waits for a program, so this is long. */
export const PREVIEW_ANSWER_MS = 10_000
/** Characters of one line of a previewed page's console; what is longer is cut there. */
export const PAGE_LINE_CHARS = 10_000
/** Lines of a page's console that are handed over at once; a page that says more is only counted. */
export const PAGE_LINES_AT_ONCE = 200
/** Milliseconds between two hand-overs of what a page says. */
export const PAGE_REPORT_MS = 100
/** Milliseconds that the question whether WebContainer's host answers at all may take, before anything is booted. */
export const CONTAINER_PROBE_MS = 2_500
/** Milliseconds from which its frame has loaded until it must have booted; it never says that it will not. */
export const CONTAINER_SILENCE_MS = 5_000
/** Milliseconds that its start may take in all: what a person waits before the other sandbox is the better answer. */
export const CONTAINER_BOOT_MS = 15_000
/** Characters of a request that goes to the container on a line; longer ones go through a file. */
export const CONTAINER_LINE_CHARS = 2_000
/** Bytes of changed files that the container hands over at once; what is more comes with the next question. */
export const CONTAINER_SYNC_BYTES = 32 * MIB
/** Shells open in the container at once: each is a process with a terminal; more than a person looks at. */
export const CONTAINER_SHELLS_MAX = 16
/** Milliseconds that a shell of the container has to say that it reads lines. */
export const CONTAINER_SHELL_START_MS = 15_000
/** Milliseconds after one of its two signs of life in which the other comes, if it comes. */
export const CONTAINER_SHELL_QUIET_MS = 1_000
/**
 * Milliseconds at its prompt after which a shell of the container, at which something was typed while a line ran, has
 * nothing more of that to run. It goes on at once where it has; the end of such a line waits for this long.
 */
export const CONTAINER_SHELL_IDLE_MS = 100
/** Characters kept of what was typed while a line ran, to know what of it the shell still has. */
export const CONTAINER_SHELL_TYPED_CHARS = 4 * KIB
/** Characters kept of what it prints before a command begins: the line as it was typed, and an error about it. */
export const CONTAINER_SHELL_ECHO_CHARS = 64 * KIB
/** Bytes of its output that wait for the screen until more is left out: its programs cannot be made to wait. */
export const CONTAINER_SHELL_WAITING_BYTES = 4 * MIB
/** Characters of a stack in which the place of a previewed page's error is looked for. */
export const CONTAINER_PREVIEW_STACK_CHARS = 4_000

/** Nodes of a page that one snapshot looks at, and levels of them: more than a person's page has, and a second's work. */
export const PAGE_SNAPSHOT_NODES = 30_000
export const PAGE_SNAPSHOT_DEPTH = 200
/** Lines of one snapshot, shown in parts. */
export const PAGE_SNAPSHOT_LINES = 5_000
/** Characters of an element's name, of a piece of text, and of a field's value in a line of a snapshot. */
export const PAGE_NAME_CHARS = 120
export const PAGE_TEXT_CHARS = 400
/** Options of a choice that are named, and addresses' characters: what comes next can be asked for. */
export const PAGE_OPTIONS_SHOWN = 20
export const PAGE_LINK_CHARS = 100
/** Lines that tell what an action has changed on a page; a new page is looked at as a whole. */
export const PAGE_CHANGED_LINES = 40
/** Milliseconds in which a page has to be quiet after an action, and after which it is not waited for any longer. */
export const PAGE_QUIET_MS = 120
export const PAGE_SETTLE_MS = 1_500
/** Milliseconds that a page that is being left is waited for. */
export const PAGE_LEAVE_MS = 5_000
/** Milliseconds between two looks for a text that is waited for. */
export const PAGE_WAIT_STEP_MS = 100
/** Characters of what an expression gives. */
export const PAGE_VALUE_CHARS = 10_000
/** Pixels along the longer side of a picture: what models look at without making it smaller. */
export const PAGE_PICTURE_SIDE = 1_568
/** Milliseconds for one picture of a page and all that it shows. */
export const PAGE_PICTURE_MS = 15_000
/** Characters of a picked element's markup, and of its styles how many. */
export const PICKED_MARKUP_CHARS = 2_000
export const PICKED_STYLES = 40
/** Readings of the clock that are noted of a process, and in all of a command: those of a script, not of a loop that waits. */
export const PROCESS_CLOCK_READINGS = 200
export const COMMAND_CLOCK_READINGS = 2_000
