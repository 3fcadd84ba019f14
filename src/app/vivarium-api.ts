/** `window.vivarium`: scripting the page. It gives nothing that the page's own scripts could not reach. */
import type { AgentEvent } from '../agent/protocol/events.ts'
import type { AgentApi } from '../agent/protocol/calls/agent-api.ts'
import type { RunOptions } from '../agent/protocol/run-options.ts'
import type { FileKind } from '../sandbox/contract/contract.ts'
import type { Result } from '../sandbox/contract/errors.ts'
import { resolve } from '../sandbox/contract/path.ts'
import type { SessionModel } from './session.svelte.ts'

interface ExecOptions {
  cwd?: string
  stdin?: string
  env?: Record<string, string>
  timeoutMs?: number
}

interface ExplainCallOptions {
  /** Else the session's. */
  mode?: string
  /** Instead of the configured ones. */
  rules?: { allow?: string[]; ask?: string[]; deny?: string[] }
  /** Else the setting. */
  sandboxAutoAllow?: boolean
}

interface MemoryNote {
  /** From `/memory`. */
  path: string
  /** '' where it has none. */
  type: string
  title: string
  /** ISO 8601. */
  updated: string
  source: 'user' | 'agent' | 'import'
  /** Files that it names have changed since. */
  stale: boolean
}

/** Relative paths and `exec`'s default directory start at the workspace root. Failures are rejected Errors. */
export interface VivariumApi {
  readonly version: string
  readonly sandbox: {
    exec(
      command: string,
      options?: ExecOptions,
    ): Promise<{ stdout: string; stderr: string; exitCode: number; durationMs: number; timedOut: boolean }>
    readFile(path: string): Promise<Uint8Array>
    writeFile(path: string, data: Uint8Array | string): Promise<void>
    list(path: string): Promise<{ name: string; kind: FileKind; size: number }[]>
    importZip(data: Uint8Array): Promise<{ files: number; bytes: number; root: string }>
    exportZip(): Promise<Uint8Array>
    /** Root hash. */
    checkpoint(): Promise<string>
    restore(root: string): Promise<void>
  }
  readonly session: {
    id(): string
    /** Resolves when the run has ended; with an `outputSchema`, with data that fits it (docs/scripting.md). */
    send(
      prompt: string,
      options?: RunOptions,
    ): Promise<{ terminal: string; output?: Readonly<Record<string, unknown>> }>
    stop(): Promise<void>
    events(fromSeq?: number): Promise<AgentEvent[]>
    /** The session as a `.vivarium` file. */
    recording(): Promise<Uint8Array>
  }
  /** Notes that outlive a session. Changes are the user's. */
  readonly memory: {
    /** The open project; '' for both where the files are of none. */
    project(): Promise<{ id: string; name: string }>
    /** Whether anything is remembered in it. */
    enabled(): Promise<boolean>
    /** The project's own switch. */
    setEnabled(on: boolean): Promise<void>
    /** The latest first. */
    list(): Promise<MemoryNote[]>
    read(path: string): Promise<string>
    /** Replaces what is there. */
    write(path: string, text: string): Promise<void>
    remove(path: string): Promise<void>
    /** Notes and turns of the project's sessions that have these words, the best first; five by default. */
    recall(query: string, limit?: number): Promise<{ id: string; score: number; text: string }[]>
  }
  readonly permission: {
    /** The decision for this call now, and its reason. Asks nobody and runs nothing. */
    explain(
      tool: string,
      input: unknown,
      options?: ExplainCallOptions,
    ): Promise<{ behavior: 'allow' | 'ask' | 'deny'; source: string; reason: string }>
  }
}

/** Name of the archive that a script imports; the log keeps it when the archive has no folder of its own. */
const SCRIPT_ARCHIVE = 'archive.zip'

export function createVivariumApi(version: string, agent: AgentApi, session: SessionModel): VivariumApi {
  return Object.freeze({
    version,
    sandbox: Object.freeze(sandboxApi(agent, session)),
    session: Object.freeze(sessionApi(agent, session)),
    memory: Object.freeze(memoryApi(agent, session)),
    permission: Object.freeze({
      explain: async (tool: string, input: unknown, options?: ExplainCallOptions) => {
        await session.opened()
        return agent.permissions.explain(tool, input, options)
      },
    }),
  })
}

function sandboxApi(agent: AgentApi, session: SessionModel): VivariumApi['sandbox'] {
  /** The agent waits for the sandbox; a failure becomes a rejection that says what was attempted. */
  const use = async <T>(call: () => Promise<Result<T>>): Promise<T> => {
    await session.opened()
    return unwrap(await call())
  }
  return {
    exec: async (command, { cwd, ...options } = {}) => {
      const where = cwd === undefined ? {} : { cwd: resolve(cwd) }
      const done = await use(() => agent.terminals.exec(command, { ...options, ...where }))
      const { exitCode, durationMs, timedOut } = done
      return { stdout: text(done.stdout), stderr: text(done.stderr), exitCode, durationMs, timedOut }
    },
    readFile: (path) => use(() => agent.files.read(resolve(path))),
    writeFile: (path, data) =>
      use(() =>
        agent.files.write(resolve(path), typeof data === 'string' ? new TextEncoder().encode(data) : data),
      ),
    list: async (path) => {
      const entries = await use(() => agent.files.list(resolve(path)))
      return entries.map(({ name, kind, size }) => ({ name, kind, size }))
    },
    importZip: async (data) => {
      const { files, bytes, root } = await use(() =>
        agent.workspace.importArchive(SCRIPT_ARCHIVE, data, 'script'),
      )
      return { files, bytes, root }
    },
    exportZip: async () => (await use(() => agent.workspace.exportArchive())).data,
    checkpoint: () => use(() => agent.workspace.checkpoint()),
    restore: (root) => use(() => agent.workspace.restore(root)),
  }
}

function sessionApi(agent: AgentApi, session: SessionModel): VivariumApi['session'] {
  return {
    id: () => session.id,
    send: async (prompt, options) => unwrap(await session.sendNow(prompt, options)),
    stop: async () => {
      await session.opened()
      await agent.runs.stop()
    },
    events: async (fromSeq = 1) => {
      await session.opened()
      return [...(await agent.sessions.events(fromSeq))]
    },
    recording: async () => {
      await session.opened()
      return unwrap(await agent.recordings.file({})).data
    },
  }
}

function memoryApi({ memory }: AgentApi, session: SessionModel): VivariumApi['memory'] {
  const use = async <T>(call: () => Promise<Result<T>>): Promise<T> => {
    await session.opened()
    return unwrap(await call())
  }
  return {
    project: async () => {
      const { project } = await use(() => memory.list())
      return { id: project?.id ?? '', name: project?.name ?? '' }
    },
    enabled: async () => {
      const { isOn, isOnEverywhere } = await use(() => memory.list())
      return isOn && isOnEverywhere
    },
    setEnabled: (on) => use(() => memory.setOn(on)),
    list: async () => {
      const { notes } = await use(() => memory.list())
      return notes.map(({ path, type = '', title, updatedAt, source, stale }) => ({
        ...{ path, type, title, source: source.by },
        updated: new Date(updatedAt).toISOString(),
        stale: stale.length > 0,
      }))
    },
    read: async (path) => (await use(() => memory.read(path))).text,
    write: async (path, text) => void (await use(() => memory.write({ path, text }))),
    remove: (path) => use(() => memory.remove(path)),
    recall: async (query, limit) => {
      const { found } = await use(() => memory.recall(query, limit))
      return found.map(({ id, score, text }) => ({ id, score, text }))
    },
  }
}

function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value
  const { kind, message, hint } = result.error
  const error = new Error(hint ? `${message} ${hint}` : message)
  error.name = kind
  throw error
}

function text(data: Uint8Array): string {
  return new TextDecoder().decode(data)
}
