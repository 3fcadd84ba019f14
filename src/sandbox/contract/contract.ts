/**
 * A sandbox as its callers see it. Implemented by `memory`, `embedded` and `webcontainer`;
 * `contract-suite.ts` is run against each. All data is structured-clone-safe, but a fork's way out and its store; failures are values.
 */
import type { Egress } from './egress.ts'
import type { Moment } from './replay-clock.ts'
import type { Result } from './errors.ts'

export type FileKind = 'file' | 'directory' | 'symlink'

export interface FileStat {
  readonly kind: FileKind
  /** Bytes; for a symlink the length of its target, for a directory 0. */
  readonly size: number
  /** Permission bits only, e.g. 0o644. */
  readonly mode: number
  /** Milliseconds since the epoch. */
  readonly mtimeMs: number
  /** The withheld file that this one is, by another name, or was written from: its path. Absent where that is not known. */
  readonly withheld?: string
}

export interface DirectoryEntry {
  readonly name: string
  readonly kind: FileKind
  readonly size: number
  readonly mode: number
}

export interface WriteRequest {
  readonly path: string
  readonly data: Uint8Array
  /** Permission bits of a file that does not exist yet; an existing file keeps its own. Default 0o644. */
  readonly mode?: number
}

export interface ImportProgress {
  readonly phase: 'reading' | 'unpacking' | 'storing'
  readonly filesDone: number
  readonly filesTotal: number
  readonly bytesDone: number
  readonly bytesTotal: number
}

export interface ImportRequest {
  /** Chosen by the caller, unique while the import runs; `cancel(id)` stops it. */
  readonly id: string
  readonly data: Uint8Array
}

export interface ImportSummary {
  readonly files: number
  readonly bytes: number
  /** Root hash of the workspace after the import, already stored. */
  readonly root: string
  /** The single top-level folder that became the workspace root; absent when the archive had none. */
  readonly name?: string
}

export interface ExportRequest {
  readonly id: string
  /** A top-level folder to put every entry in; none by default. */
  readonly prefix?: string
}

export interface GlobQuery {
  readonly id: string
  /** e.g. `src/**` + `/*.ts`; braces and negation as in ripgrep's `--glob`. */
  readonly pattern: string
  /** Directory to search, default the workspace root. */
  readonly path?: string
  /** Also ignored files (`.gitignore`, `.git`); default false. */
  readonly includeIgnored?: boolean
  /** Only files that hold secrets, or now and then do: `mayHoldSecrets`. */
  readonly onlySecrets?: boolean
  /** At most this many paths; default 1,000. */
  readonly limit?: number
}

export interface GlobResult {
  /** Absolute paths of files, most recently modified first. */
  readonly paths: readonly string[]
  /** How many matched in all; more than `paths.length` when cut. */
  readonly total: number
}

export interface GrepQuery {
  readonly id: string
  /** A regular expression in ripgrep's default (Rust) dialect as far as JavaScript can express it. */
  readonly pattern: string
  /** File or directory, default the workspace root. */
  readonly path?: string
  readonly glob?: string
  /** ripgrep's file type names, e.g. `ts`, `py`. */
  readonly type?: string
  readonly caseInsensitive?: boolean
  readonly multiline?: boolean
  /** Lines of context before and after each match. */
  readonly before?: number
  readonly after?: number
  readonly includeIgnored?: boolean
  /** Withheld files below a directory are not searched; one that is named is. */
  readonly skipsWithheld?: boolean
  /** `content` lines, `files` with a match, or `count` of matching lines per file. */
  readonly mode: 'content' | 'files' | 'count'
  /** Skip this many output entries; default 0. */
  readonly offset?: number
  /** At most this many output entries; default 250. */
  readonly limit?: number
}

/** For the person's search in files, which replaces: each match by its place, part by part. */
export interface FindTextQuery {
  readonly id: string
  /** As in `GrepQuery`; lines are searched one by one. Matches of no characters do not count. */
  readonly pattern: string
  readonly caseInsensitive?: boolean
  /** Globs of which a file must match one, and of which it must match none. A plain name is also a folder's. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  /** `next` of the part before. */
  readonly after?: string
  /** Matches after which the part ends, in the middle of a file if need be. */
  readonly limit: number
}

export interface FoundMatch {
  /** 1-based. */
  readonly line: number
  /** Offsets in the line, in UTF-16 units, without a byte order mark. */
  readonly start: number
  readonly end: number
  readonly text: string
  /** The text before the match in its line, truncated if long. */
  readonly before: string
  readonly after: string
  /** Text of the pattern's groups; null for groups that took no part in the match. */
  readonly groups: readonly (string | null)[]
}

export interface FoundInFile {
  /** Absolute. */
  readonly path: string
  readonly matches: readonly FoundMatch[]
}

/** One part of a search, which ends soon so that it can be shown, and another one begun. */
export interface FoundText {
  /** In path order. */
  readonly files: readonly FoundInFile[]
  /** Files that were searched, and those that were not: no text, too large, or too slow with this pattern. */
  readonly searched: number
  readonly binary: number
  readonly tooLarge: number
  readonly tooSlow: number
  /** Number of lines searched only in part. */
  readonly longLines: number
  /** Start of the next part; absent when all was searched, or `limit` was reached. */
  readonly next?: string
}

export interface GrepLine {
  readonly path: string
  /** 1-based. */
  readonly line: number
  readonly text: string
  /** False for a line of context. */
  readonly isMatch: boolean
}

export interface GrepResult {
  /** In mode `content`. */
  readonly lines: readonly GrepLine[]
  /** In modes `files` and `count`; `matches` counts matching lines. */
  readonly files: readonly { readonly path: string; readonly matches: number }[]
  /** Entries in all, before `offset` and `limit`. */
  readonly total: number
  /** Absolute paths of the files that `skipsWithheld` has left out; absent: none. */
  readonly withheld?: readonly string[]
}

export interface ExecRequest {
  /** Chosen by the caller, unique while it runs; for `cancel`, `kill` and `write`. */
  readonly id: string
  /** A command line for the shell. */
  readonly command: string
  /**
   * The id of a shell from `openShell`: the command runs in it, one after the other, with the directory, variables,
   * functions and history of those before; `cwd` and `env` are then the shell's own.
   */
  readonly shell?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: Uint8Array
  /** Wall clock; the whole process tree is killed when it passes. Default and ceiling in limits.ts. */
  readonly timeoutMs?: number
  /** Seed and clock for its programs; ignored by back ends that cannot set them. Not for a lasting shell. */
  readonly moment?: Moment
  /**
   * It only looks: a change of a file by any of its processes fails with EROFS, a connection, a request or a signal to another
   * command with EPERM. A back end without `readOnlyCommands` passes over it. Not for a shell that stays.
   */
  readonly readOnly?: boolean
  /**
   * The shell's own searches over a folder (`grep -r`, `rg`, `git grep`) pass over withheld files and say so. A back end without
   * `reportsOpened` passes over it. Not for a shell that stays.
   */
  readonly skipsWithheld?: boolean
  /** It runs a script of the project: files that it writes are not taken for copies of the withheld files that it has opened. */
  readonly isProjectScript?: boolean
}

export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr'
  readonly data: Uint8Array
  /** The command had opened a withheld file by then, so that this may hold what is in it; `server`: only its servers had. */
  readonly opened?: 'server' | 'program'
}

/** A withheld file that a command has opened: see `withheld-file.ts`. */
export interface OpenedFile {
  /** Absolute; the name that tells that it is withheld, whatever it was opened by. */
  readonly path: string
  /** Opened by programs only that listen at a port, or have started one that does. */
  readonly byServer: boolean
}

export interface ExecResult {
  /** 128 + signal number when killed, 124 when timed out. */
  readonly exitCode: number
  readonly stdout: Uint8Array
  readonly stderr: Uint8Array
  /** Bytes dropped from the middle of an output over the cap; 0 when complete. */
  readonly droppedBytes: number
  readonly durationMs: number
  readonly timedOut: boolean
  readonly signal?: Signal
  /** The shell's directory when it ended. */
  readonly cwd: string
  /** Clock readings of its processes, for `Moment.clocks`; absent without a moment, or if it has clocks. */
  readonly clocks?: readonly (readonly number[])[]
  /** In a shell at a terminal: what was typed while it ran, and nobody has read. */
  readonly unread?: Uint8Array
}

/** A promise makes a command at a terminal wait until it is settled; others are never held up. */
export type OnOutput = (chunk: OutputChunk) => void | Promise<void>

export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGKILL' | 'SIGHUP' | 'SIGQUIT' | 'SIGUSR1' | 'SIGUSR2'

export interface ProcessInfo {
  readonly pid: number
  /** 0 when its parent has ended. */
  readonly parent: number
  /** The pid of the first process of its job. */
  readonly group: number
  readonly command: string
  /** `waiting` while it sleeps in a system call. */
  readonly state: 'running' | 'waiting'
  readonly startedAt: number
  /** The exec or the shell that it belongs to. */
  readonly execId: string
  /** Put into the background: it goes on when its exec has ended. */
  readonly background: boolean
  /** Let go by `nohup`, `disown` or `setsid`: it outlives its shell and its session. */
  readonly detached: boolean
}

/** In letters. */
export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

export interface ShellRequest {
  /** Chosen by the caller, unique among shells and running commands. */
  readonly id: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /**
   * A person sits at it: its programs see a terminal on their three streams, read what `writeShell` brings, and run
   * without a clock unless the line asks for one.
   */
  readonly terminal?: TerminalSize
  /** Lines of a shell before it, oldest first, for the command `history`. */
  readonly history?: readonly string[]
}

export type ShellInput =
  /** For the program that runs; a line ends with a newline unless the terminal is raw. */
  | { readonly type: 'bytes'; readonly data: Uint8Array }
  /** The end of input for whoever reads next, as Ctrl-D at the start of a line is. */
  | { readonly type: 'end' }
  /** The terminal has another size. */
  | ({ readonly type: 'size' } & TerminalSize)

/** Which processes: one, a whole job, or all of an exec. */
export type ProcessTarget =
  | { readonly pid: number }
  | { readonly group: number }
  | { readonly execId: string }

export interface OutputTail {
  /** The last of both streams, in the order in which it came. */
  readonly data: Uint8Array
  /** Bytes before it that are not kept. */
  readonly droppedBytes: number
}

export interface Checkpoint {
  /** SHA-256, hex, of the workspace's root directory object. */
  readonly root: string
  /** Whether it differs from the previous checkpoint. */
  readonly changed: boolean
  readonly files: number
  readonly bytes: number
}

export interface DiffOptions {
  /** Leaves out repositories' own folders, and what was added though a `.gitignore` of `to` names it or it is of packages. */
  readonly withoutIgnored?: boolean
  /** Only the file at this path. */
  readonly path?: string
  /** When there are more, so many or somewhat more of them, and then any. */
  readonly enough?: number
}

export interface TreeChange {
  readonly path: string
  readonly change: 'added' | 'removed' | 'modified'
  readonly before?: TreeFile
  readonly after?: TreeFile
}

export interface TreeFile {
  readonly kind: 'file' | 'symlink'
  readonly hash: string
  readonly size: number
  readonly mode: number
}

/** A file at `/results`: a result that was too long for a conversation. */
export interface ResultFile {
  /** One name, without a slash. */
  readonly name: string
  /** Hash of its content in the blob store. */
  readonly hash: string
  /** Bytes. */
  readonly size: number
}

export interface ForkRequest {
  /** Chosen by the caller; no other fork of the sandbox that lives, forks of forks included, has it. */
  readonly id: string
  /** Decides about what leaves the fork, with `initiator.fork` as its id; without it nothing does. */
  readonly egress?: Egress | undefined
  /** Another way to the contents that the sandbox has; its own way by default. */
  readonly blobs?: BlobStore | undefined
}

export interface ResourceUsage {
  readonly files: number
  readonly bytes: number
  readonly processes: number
}

/**
 * An embedded sandbox's frame has an origin of its own, or none (`opaque`), for hosts with one origin.
 * An opaque frame has no service worker, so its preview is a single page with everything inlined.
 */
export type FrameKind = 'origin' | 'opaque'

export interface SandboxDescription {
  readonly backend: 'memory' | 'embedded' | 'webcontainer'
  /** Code in it cannot reach the network, the app's origin or anything outside its files. */
  readonly contained: boolean
  /** stderr is told apart from stdout. */
  readonly separateStderr: boolean
  /** Shell commands can be run at all. */
  readonly shell: boolean
  /** Kind of frame, if the back end runs in one of ours. */
  readonly frame?: FrameKind
  /** `openShell` and all that goes with it; without, it fails with `unsupported`. */
  readonly openShells: boolean
  /** `ExecResult.cwd` is where the shell ended; without, it is where it began. */
  readonly endDirectory: boolean
  /** A command is held to `ExecRequest.readOnly`. */
  readonly readOnlyCommands: boolean
  /** `openedFiles` tells which withheld files a command has opened. */
  readonly reportsOpened: boolean
  /** `showResults`; without, it fails with `unsupported`, and programs see no `/results`. */
  readonly resultFiles: boolean
  /** `fork`; without, it fails with `unsupported`. */
  readonly forks: boolean
  /** The workspace as commands see it, e.g. as `pwd` prints it. The contract's own calls take this name, too. */
  readonly workspacePath: string
}

/** Absolute paths, what a `.gitignore` leaves out apart: a listener that wants none of it passes over `ignored`. */
export interface FilesChanged {
  /** At most a few hundred. */
  readonly paths: readonly string[]
  /**
   * At or below these something changed that a `.gitignore` leaves out, or that is a repository's own (`.git`) or of
   * packages (`node_modules`): the outermost folder that is left out, or the file; of
   * `node_modules` the dotted folders apart, which are tools' caches. The rules are those after the change.
   */
  readonly ignored: readonly string[]
  /** More changed than is named, of whichever kind. */
  readonly overflow: boolean
}

export type SandboxEvent =
  /** Files changed by whatever means. */
  | ({ readonly type: 'files_changed' } & FilesChanged)
  | { readonly type: 'processes_changed'; readonly running: number }
  /** All ports that programs listen at now, ascending. */
  | { readonly type: 'ports_changed'; readonly ports: readonly number[] }
  /** Said at a shell's terminal while no line runs, by what is in the background. */
  | {
      readonly type: 'shell_output'
      readonly shell: string
      readonly data: Uint8Array
      /** Bytes after it that are not handed out: more came than anybody reads. */
      readonly droppedBytes: number
    }
  /** A program at a shell's terminal wants each key as it is pressed, or lines again. */
  | { readonly type: 'shell_mode'; readonly shell: string; readonly raw: boolean }
  /** The back end broke and cannot go on; boot another and restore the last root. */
  | { readonly type: 'crashed'; readonly message: string }

/** The file half of the contract. */
export interface FileOperations {
  /** Follows symlinks unless told not to. */
  stat(path: string, options?: { noFollow?: boolean }): Promise<Result<FileStat>>
  readFile(path: string): Promise<Result<Uint8Array>>
  /** Many at once; the outcomes are in the order of `paths`. */
  readFiles(paths: readonly string[]): Promise<Result<readonly Result<Uint8Array>[]>>
  /** Creates missing parents. The write is whole: a reader sees the old or the new content. */
  writeFile(request: WriteRequest): Promise<Result<void>>
  /** All or none: the first failure leaves every file as it was. */
  writeFiles(requests: readonly WriteRequest[]): Promise<Result<void>>
  /** Sorted by name (code units). */
  list(path: string): Promise<Result<readonly DirectoryEntry[]>>
  /** Creates missing parents; an existing directory is fine. */
  makeDirectory(path: string): Promise<Result<void>>
  remove(path: string, options?: { recursive?: boolean }): Promise<Result<void>>
  rename(from: string, to: string): Promise<Result<void>>
  symlink(target: string, path: string): Promise<Result<void>>
  readLink(path: string): Promise<Result<string>>
  setMode(path: string, mode: number): Promise<Result<void>>
}

export interface Sandbox extends FileOperations {
  describe(): Promise<SandboxDescription>

  /** Replaces the workspace by the archive's content; on any failure or cancel nothing has changed. */
  importArchive(
    request: ImportRequest,
    onProgress?: (progress: ImportProgress) => void,
  ): Promise<Result<ImportSummary>>
  /** A zip of the workspace: same names, bytes and modes. */
  exportArchive(request: ExportRequest): Promise<Result<Uint8Array>>

  glob(query: GlobQuery): Promise<Result<GlobResult>>
  grep(query: GrepQuery): Promise<Result<GrepResult>>
  /** `invalid` for a pattern that is none; `cancelled` by `cancel(id)`. */
  findText(query: FindTextQuery): Promise<Result<FoundText>>

  /**
   * Runs a shell command to its end. Output is handed to `onOutput` as it comes and kept for the result
   * up to the cap in limits.ts (head and tail). A non-zero exit is a value, not a failure.
   */
  exec(request: ExecRequest, onOutput?: OnOutput): Promise<Result<ExecResult>>
  kill(id: string, signal: Signal): Promise<Result<void>>
  /** Stops the running operation of that id; it settles with `cancelled` (an exec: with its signal). */
  cancel(id: string): Promise<void>
  processes(): Promise<Result<readonly ProcessInfo[]>>
  /** Signals processes by their number or their job. */
  signal(target: ProcessTarget, signal: Signal): Promise<Result<void>>
  /** Latest output of an exec that runs, or that still has background processes. */
  outputTail(execId: string): Promise<Result<OutputTail>>
  /**
   * The withheld files that a command's processes have opened so far, those in the background included; none for a command that
   * is not known. `unsupported` without `reportsOpened`.
   */
  openedFiles(execId: string): Promise<Result<readonly OpenedFile[]>>
  /** A shell that stays: see `ExecRequest.shell`. */
  openShell(request: ShellRequest): Promise<Result<void>>
  /** Types at a shell's terminal. Refused with `not_permitted` while nothing runs there that could read it. */
  writeShell(id: string, input: ShellInput): Promise<Result<void>>
  /** Ends the shell and its jobs, but those that were detached (`nohup`, `disown`, `setsid`). */
  closeShell(id: string): Promise<Result<void>>

  /**
   * Stores the workspace as it is now. Cost grows with what changed since the last one. What changed before it has been
   * told to subscribers when it resolves, so that whoever acts after it acts on what is shown.
   */
  checkpoint(): Promise<Result<Checkpoint>>
  /** Makes the workspace byte-equal to `root`; running processes go on and see the new files. */
  restore(root: string): Promise<Result<void>>
  /** Differences in `to`, sorted by path; paths are relative to the workspace root. */
  diff(from: string, to: string, options?: DiffOptions): Promise<Result<readonly TreeChange[]>>

  /**
   * Makes `/results` hold exactly these files. Nothing can change them but another call of this. A content is fetched from the blob
   * store when it is first read; one that is not stored fails to be read, and costs the others nothing. They are part of no
   * checkpoint, archive or usage.
   */
  showResults(files: readonly ResultFile[]): Promise<Result<void>>

  /**
   * Another sandbox with the same files, as they are between two system calls: the workspace with `.git`, the home folder, `/tmp`,
   * `/results` and the system's own. Neither shows the other's later changes. It has a history of its own over the same store,
   * and no processes, shells, ports, cookies or subscriptions. It ends by its own `dispose` or with this sandbox. Its id must be
   * new, or it fails with `invalid`; with `limit` where there are too many forks, or no room. A failure changes nothing.
   */
  fork(request: ForkRequest): Promise<Result<Sandbox>>

  usage(): Promise<Result<ResourceUsage>>
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: SandboxEvent) => void): () => void
  /** Ends every process and every fork; each later call fails with `disposed`. */
  dispose(): Promise<void>
}

/**
 * Content-addressed storage, handed to a back end by the app side, so that the sandbox origin keeps nothing.
 * Keys are lower-case hex SHA-256 of the bytes. Implementations check the hash on `put`.
 */
export interface BlobStore {
  /** Which of these are not stored yet. */
  missing(hashes: readonly string[]): Promise<readonly string[]>
  /** In the order asked; undefined where it is not stored. Views of larger buffers, maybe: who keeps or sends them copies them. */
  get(hashes: readonly string[]): Promise<readonly (Uint8Array | undefined)[]>
  /** Stored when it resolves: it survives the end of the browser. Fails as a whole with `quota` or `corrupt`. */
  put(blobs: readonly NewBlob[]): Promise<Result<void>>
}

export interface NewBlob {
  readonly hash: string
  readonly data: Uint8Array
  /** The hash of what stood in its place before: a store may keep the difference alone. Only a hint. */
  readonly like?: string | undefined
}
