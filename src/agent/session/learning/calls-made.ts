/** Calls of a log that tell something of the work: those that passed, failed, or were refused by the user. Pure. */
import { WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import { isOfNotes } from '../../context/compression/of-notes.ts'
import { FAILURE_READ_CHARS } from '../../limits.ts'
import type { AgentEvent, EventOf } from '../../protocol/events.ts'
import { RECALL_TOOL } from '../../protocol/recall.ts'
import { textOf } from '../../protocol/text/text-of.ts'
import { onlyLooked } from './probing.ts'

export interface MadeCall {
  /** Its end, or the refusal. */
  readonly event: AgentEvent
  readonly end: 'passed' | 'failed' | 'refused'
  /** Its tool and the whole of its most telling field, on as many lines as that has. */
  readonly call: string
  /** Equal for the same call. */
  readonly key: string
  /** The shell line; undefined for other tools. */
  readonly command: string | undefined
  /** The result of one that failed; empty for the others. */
  readonly said: string
}

/** Oldest first. Failures of calls that only looked, or that could not be run as the model wrote them, are none. */
export function callsMade(events: readonly AgentEvent[]): readonly MadeCall[] {
  const reader = new CallReader()
  for (const event of events) reader.note(event)
  return reader.made
}

type Input = Readonly<Record<string, unknown>>

interface OpenCall {
  readonly tool: string
  readonly input: Input
  readonly hasBegun: boolean
}

interface Job {
  readonly open: OpenCall
  /** Its last output. */
  text: string
}

/** Fields that name the object of a call, best first. */
const TELLING = ['command', 'file_path', 'notebook_path', 'path', 'pattern', 'url', 'query', 'description']
/** Exit codes of commands that were asked to end: a server that is stopped has not failed. */
const ENDED_BY_SIGNAL: ReadonlySet<number> = new Set([130, 143])

class CallReader {
  readonly made: MadeCall[] = []
  readonly #open = new Map<string, OpenCall>()
  readonly #asking = new Set<string>()
  readonly #jobs = new Map<string, Job>()

  note(event: AgentEvent): void {
    switch (event.type) {
      case 'assistant_block':
        if (event.content.type !== 'tool_use') return
        return this.#opened(event.content.id, { tool: event.content.name, input: event.content.input })
      case 'tool_started':
        return this.#opened(event.toolUseId, event, true)
      case 'question_asked':
        this.#asking.add(event.toolUseId)
        return
      case 'permission_decided':
        return this.#noteDecision(event)
      case 'tool_output':
        return this.#noteOutput(event)
      case 'tool_result':
        return this.#noteResult(event)
      case 'job_ended':
        return this.#noteJob(event)
      default:
        return
    }
  }

  #opened(id: string, { tool, input }: { readonly tool: string; readonly input: Input }, hasBegun = false) {
    this.#open.set(id, { tool, input, hasBegun })
  }

  /** Whether the call may run. About its output it says nothing of the call. */
  #noteDecision(event: EventOf<'permission_decided'>): void {
    const open = this.#open.get(event.toolUseId)
    if (isRefusal(event) && open) this.#add(event, open, 'refused')
  }

  #noteOutput({ toolUseId, text }: EventOf<'tool_output'>): void {
    const job = this.#jobs.get(toolUseId)
    if (job) job.text = (job.text + text).slice(-2 * FAILURE_READ_CHARS)
  }

  #noteResult(event: EventOf<'tool_result'>): void {
    const { toolUseId, outcome, display } = event
    const open = this.#open.get(toolUseId)
    this.#open.delete(toolUseId)
    if (!open || this.#asking.has(toolUseId)) return
    if (outcome === 'done' && display?.kind === 'job') {
      // Its last line says that it goes on.
      const text = textOf(event.content)
      const output = text.slice(0, Math.max(0, text.lastIndexOf('\n') + 1))
      this.#jobs.set(toolUseId, { open, text: output.slice(-2 * FAILURE_READ_CHARS) })
      return
    }
    if (outcome === 'done') return this.#add(event, open, 'passed')
    const exitCode = display?.kind === 'process' ? display.exitCode : undefined
    if (outcome === 'failed' && open.hasBegun)
      this.#fail(event, open, { said: textOf(event.content), exitCode })
  }

  #noteJob(event: EventOf<'job_ended'>): void {
    const { toolUseId, how, exitCode, timedOut } = event
    const job = this.#jobs.get(toolUseId)
    this.#jobs.delete(toolUseId)
    if (!job || how !== 'exited' || ENDED_BY_SIGNAL.has(exitCode)) return
    if (exitCode === 0 && !timedOut) return this.#add(event, job.open, 'passed')
    const end = timedOut ? '[timed out]' : `[exit code ${exitCode}]`
    this.#fail(event, job.open, { said: `${job.text.trimEnd()}\n${end}`, exitCode })
  }

  #fail(
    event: AgentEvent,
    open: OpenCall,
    { said, exitCode }: { readonly said: string; readonly exitCode: number | undefined },
  ): void {
    const { tool, input } = open
    if (!onlyLooked({ tool, command: commandOf(tool, input), exitCode }))
      this.#add(event, open, 'failed', said)
  }

  #add(event: AgentEvent, { tool, input }: OpenCall, end: MadeCall['end'], said = ''): void {
    if (tool === RECALL_TOOL || isOfNotes(input)) return
    const call = callText(tool, input)
    const key = call.replaceAll(/\s+/g, ' ').trim()
    this.made.push({ event, end, call, key, command: commandOf(tool, input), said })
  }
}

/** The user did not let the call run. */
function isRefusal({ behavior, source, about }: EventOf<'permission_decided'>): boolean {
  return behavior === 'deny' && source === 'person' && about === undefined
}

/** As a path from the root and as an absolute one it is the same file. */
export function fromRoot(path: string): string {
  const root = `${WORKSPACE_ROOT}/`
  return path.startsWith(root) ? path.slice(root.length) : path
}

function callText(tool: string, input: Input): string {
  const field = TELLING.find((name) => typeof input[name] === 'string' && input[name] !== '')
  const target = field === undefined ? '' : fromRoot(String(input[field]).trim())
  return target === '' ? tool : `${tool} ${target}`
}

function commandOf(tool: string, { command }: Input): string | undefined {
  return tool === 'Bash' && typeof command === 'string' ? command : undefined
}
