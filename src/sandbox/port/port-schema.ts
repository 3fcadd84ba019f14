/**
 * The shapes that cross between app and sandbox, as schemas. The sandbox runs code that a model wrote, so the agent
 * side believes nothing that it has not checked; each method of the contract is named here or does not exist.
 */
import { z } from 'zod'
import type {
  Checkpoint,
  DirectoryEntry,
  ExecResult,
  FileStat,
  FoundText,
  GlobResult,
  GrepResult,
  ImportProgress,
  ImportSummary,
  OutputChunk,
  OutputTail,
  ProcessInfo,
  ResourceUsage,
  Sandbox,
  SandboxDescription,
  SandboxEvent,
  TreeChange,
} from '../contract/contract.ts'
import type { EgressHead, EgressProblem, EgressRequest } from '../contract/egress.ts'
import type { Result, SandboxError } from '../contract/errors.ts'
import { EGRESS_HEADERS_MAX, EGRESS_URL_MAX_CHARS, PROCESS_CLOCK_READINGS } from '../contract/limits.ts'

/** Bumped when messages change: an old shell of one origin must not talk past a new one of the other. */
export const PORT_VERSION = 6

/** Methods that are called across the port; `fork`, `subscribe` and `dispose` have messages of their own. */
export type PortMethod = Exclude<keyof Sandbox, 'fork' | 'subscribe' | 'dispose'>

const bytes = z.instanceof(Uint8Array)
const count = z.number().nonnegative()
const fileKind = z.enum(['file', 'directory', 'symlink'])
const hash = z.string().regex(/^[0-9a-f]{64}$/)

const sandboxError: z.ZodType<SandboxError> = z.object({
  kind: z.enum([
    'not_found',
    'exists',
    'not_directory',
    'is_directory',
    'not_empty',
    'not_permitted',
    'invalid',
    'too_large',
    'limit',
    'quota',
    'cancelled',
    'unsupported',
    'archive',
    'corrupt',
    'disposed',
    'internal',
  ]),
  message: z.string(),
  path: z.string().optional(),
  hint: z.string().optional(),
})

const result = <T>(value: z.ZodType<T>): z.ZodType<Result<T>> =>
  z.union([
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), error: sandboxError }),
    // An object schema with an undefined value infers it as optional; the key is there or the parse fails.
  ]) as z.ZodType<Result<T>>

const nothing = z.undefined() as unknown as z.ZodType<void>

const fileStat: z.ZodType<FileStat> = z.object({
  kind: fileKind,
  size: count,
  mode: count,
  mtimeMs: z.number(),
  withheld: z.string().optional(),
})

const directoryEntry: z.ZodType<DirectoryEntry> = z.object({
  name: z.string(),
  kind: fileKind,
  size: count,
  mode: count,
})

const importSummary: z.ZodType<ImportSummary> = z.object({
  files: count,
  bytes: count,
  root: hash,
  name: z.string().optional(),
})

const globResult: z.ZodType<GlobResult> = z.object({ paths: z.array(z.string()), total: count })

const grepResult: z.ZodType<GrepResult> = z.object({
  lines: z.array(z.object({ path: z.string(), line: count, text: z.string(), isMatch: z.boolean() })),
  files: z.array(z.object({ path: z.string(), matches: count })),
  total: count,
  withheld: z.array(z.string()).optional(),
})

const foundMatch = z.object({
  line: count,
  start: count,
  end: count,
  text: z.string(),
  before: z.string(),
  after: z.string(),
  groups: z.array(z.string().nullable()),
})

const foundText: z.ZodType<FoundText> = z.object({
  files: z.array(z.object({ path: z.string(), matches: z.array(foundMatch) })),
  searched: count,
  binary: count,
  tooLarge: count,
  tooSlow: count,
  longLines: count,
  next: z.string().optional(),
})

const execResult: z.ZodType<ExecResult> = z.object({
  exitCode: z.number(),
  stdout: bytes,
  stderr: bytes,
  droppedBytes: count,
  durationMs: count,
  timedOut: z.boolean(),
  signal: z.enum(['SIGINT', 'SIGTERM', 'SIGKILL', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2']).optional(),
  cwd: z.string(),
  clocks: z.array(z.array(z.number()).max(PROCESS_CLOCK_READINGS)).optional(),
  unread: bytes.optional(),
})

const processInfo: z.ZodType<ProcessInfo> = z.object({
  pid: count,
  parent: count,
  group: count,
  command: z.string(),
  state: z.enum(['running', 'waiting']),
  startedAt: z.number(),
  execId: z.string(),
  background: z.boolean(),
  detached: z.boolean(),
})

const outputTail: z.ZodType<OutputTail> = z.object({ data: bytes, droppedBytes: count })

const checkpoint: z.ZodType<Checkpoint> = z.object({
  root: hash,
  changed: z.boolean(),
  files: count,
  bytes: count,
})

const treeFile = z.object({ kind: z.enum(['file', 'symlink']), hash, size: count, mode: count })
const treeChange: z.ZodType<TreeChange> = z.object({
  path: z.string(),
  change: z.enum(['added', 'removed', 'modified']),
  before: treeFile.optional(),
  after: treeFile.optional(),
})

const resourceUsage: z.ZodType<ResourceUsage> = z.object({ files: count, bytes: count, processes: count })

const description: z.ZodType<SandboxDescription> = z.object({
  backend: z.enum(['memory', 'embedded', 'webcontainer']),
  contained: z.boolean(),
  separateStderr: z.boolean(),
  shell: z.boolean(),
  frame: z.enum(['origin', 'opaque']).optional(),
  openShells: z.boolean(),
  endDirectory: z.boolean(),
  readOnlyCommands: z.boolean(),
  reportsOpened: z.boolean(),
  resultFiles: z.boolean(),
  forks: z.boolean(),
  workspacePath: z.string(),
})

export const sandboxEvent: z.ZodType<SandboxEvent> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('files_changed'),
    paths: z.array(z.string()),
    ignored: z.array(z.string()),
    overflow: z.boolean(),
  }),
  z.object({ type: z.literal('processes_changed'), running: count }),
  z.object({ type: z.literal('ports_changed'), ports: z.array(count) }),
  z.object({ type: z.literal('shell_output'), shell: z.string(), data: bytes, droppedBytes: count }),
  z.object({ type: z.literal('shell_mode'), shell: z.string(), raw: z.boolean() }),
  z.object({ type: z.literal('crashed'), message: z.string() }),
])

export const outputChunk: z.ZodType<OutputChunk> = z.object({
  stream: z.enum(['stdout', 'stderr']),
  data: bytes,
  opened: z.enum(['server', 'program']).optional(),
})

export const importProgress: z.ZodType<ImportProgress> = z.object({
  phase: z.enum(['reading', 'unpacking', 'storing']),
  filesDone: count,
  filesTotal: count,
  bytesDone: count,
  bytesTotal: count,
})

/** Schema of each method's result. */
export const METHOD_RESULTS: { readonly [M in PortMethod]: z.ZodType<Awaited<ReturnType<Sandbox[M]>>> } = {
  describe: description,
  stat: result(fileStat),
  readFile: result(bytes),
  readFiles: result(z.array(result(bytes))),
  writeFile: result(nothing),
  writeFiles: result(nothing),
  list: result(z.array(directoryEntry)),
  makeDirectory: result(nothing),
  remove: result(nothing),
  rename: result(nothing),
  symlink: result(nothing),
  readLink: result(z.string()),
  setMode: result(nothing),
  importArchive: result(importSummary),
  exportArchive: result(bytes),
  glob: result(globResult),
  grep: result(grepResult),
  findText: result(foundText),
  exec: result(execResult),
  kill: result(nothing),
  cancel: nothing,
  processes: result(z.array(processInfo)),
  signal: result(nothing),
  outputTail: result(outputTail),
  openedFiles: result(z.array(z.object({ path: z.string(), byServer: z.boolean() }))),
  openShell: result(nothing),
  writeShell: result(nothing),
  closeShell: result(nothing),
  checkpoint: result(checkpoint),
  restore: result(nothing),
  diff: result(z.array(treeChange)),
  showResults: result(nothing),
  usage: result(resourceUsage),
}

/** The answer to `fork`; the sandbox itself speaks on the port that went with the message. */
export const forkReply: z.ZodType<Result<void>> = result(nothing)

/** Objects as one buffer: cloning thousands of small arrays takes several times as long (origins.md, 6). */
const packed = z.object({ data: bytes, ends: z.instanceof(Float64Array) })

const headers = z.array(z.tuple([z.string(), z.string()])).max(EGRESS_HEADERS_MAX)

/** A request to leave the sandbox, as the app takes it. */
export const egressRequest: z.ZodType<EgressRequest> = z.object({
  url: z.string().max(EGRESS_URL_MAX_CHARS),
  method: z.string().max(32),
  headers,
  body: bytes.optional(),
  followRedirects: z.boolean(),
  initiator: z.object({
    execId: z.string(),
    command: z.string(),
    operation: z.string(),
    run: z.string(),
    isGit: z.boolean().optional(),
  }),
})

const egressProblem: z.ZodType<EgressProblem> = z.object({
  reason: z.enum([
    'invalid',
    'unsupported',
    'connection_refused',
    'unreachable',
    'cors',
    'redirect',
    'timeout',
    'too_large',
    'interrupted',
    'cancelled',
  ]),
  message: z.string(),
  hint: z.string().optional(),
})

const egressHead: z.ZodType<EgressHead> = z.union([
  z.object({
    type: z.literal('response'),
    status: count,
    statusText: z.string(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    url: z.string(),
    unsent: z.array(z.string()),
  }),
  z.object({ type: z.literal('refused'), message: z.string(), hint: z.string().optional() }),
  z.intersection(z.object({ type: z.literal('failed') }), egressProblem),
])

/** Sandbox to app. */
export const toApp = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), version: z.number() }),
  z.object({ type: z.literal('reply'), id: z.number(), value: z.unknown() }),
  z.object({ type: z.literal('stream'), id: z.number(), value: z.unknown() }),
  z.object({ type: z.literal('event'), event: z.unknown() }),
  z.object({ type: z.literal('blobs_missing'), id: z.number(), hashes: z.array(hash) }),
  z.object({ type: z.literal('blobs_get'), id: z.number(), hashes: z.array(hash) }),
  z.object({
    type: z.literal('blobs_put'),
    id: z.number(),
    hashes: z.array(hash),
    likes: z.array(hash.optional()),
    packed,
  }),
  z.object({ type: z.literal('egress_request'), id: z.number(), request: z.unknown() }),
  z.object({ type: z.literal('egress_credit'), id: z.number(), bytes: count }),
  z.object({ type: z.literal('egress_cancel'), id: z.number() }),
])
export type ToApp = z.infer<typeof toApp>

/** App to sandbox. The app is trusted there; the shape is checked all the same, so that skew shows early. */
export const toSandbox = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('call'),
    id: z.number(),
    method: z.string(),
    args: z.array(z.unknown()),
    streams: z.boolean(),
  }),
  z.object({ type: z.literal('credit'), id: z.number(), bytes: z.number() }),
  /** With the port of the fork, which the app has made. */
  z.object({ type: z.literal('fork'), id: z.number(), fork: z.string() }),
  z.object({ type: z.literal('dispose') }),
  z.object({ type: z.literal('blobs_reply'), id: z.number(), value: z.unknown() }),
  z.object({ type: z.literal('egress_head'), id: z.number(), head: egressHead }),
  z.object({ type: z.literal('egress_data'), id: z.number(), data: bytes }),
  z.object({ type: z.literal('egress_end'), id: z.number(), problem: egressProblem.optional() }),
])
export type ToSandbox = z.infer<typeof toSandbox>

/** Schemas of the app's replies about blobs. */
export const blobReplies = {
  missing: z.array(hash),
  get: z.object({ present: z.array(z.boolean()), packed }),
  put: result(nothing),
}

/** Reply of the app when its store fails. */
export const storeFailure = z.object({ failed: z.string() })
export type StoreFailure = z.infer<typeof storeFailure>

export type Packed = z.infer<typeof packed>

export function pack(parts: readonly Uint8Array[]): Packed {
  const data = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  const ends = new Float64Array(parts.length)
  let end = 0
  parts.forEach((part, index) => {
    data.set(part, end)
    end += part.length
    ends[index] = end
  })
  return { data, ends }
}

/** Views into the packed data. Ends that run backwards or past it give empty views, never somebody else's bytes. */
export function unpack({ data, ends }: Packed): Uint8Array[] {
  let start = 0
  return Array.from(ends, (end) => {
    const part = data.subarray(start, Math.max(start, end))
    start = Math.max(start, end)
    return part
  })
}
