/**
 * One look back on work that has ended: whether it is worth one, then an agent that takes notes of it. The log says what came of
 * it, and how far it went. Loaded with the first look.
 */
import { LEARN_AGE_MS, LEARN_TRIES } from '../../limits.ts'
import { titleOfNote } from '../../memory/notes/note-file.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { toolProfileOf } from '../../protocol/settings.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { AgentReport } from '../agents/agent-host.ts'
import type { SideAgents } from '../agents/side-agents.ts'
import type { Session } from '../log/session.ts'
import type { CurrentNote, MemoryState } from '../memory/project-memory.ts'
import type { LessonKeeper } from './lesson-keeper.ts'
import { noteCheck } from './note-check.ts'
import { noteTakerTask } from './note-taker-task.ts'
import { workDone } from './work-done.ts'
import type { WorkDone } from './work-done.ts'

export interface LookBackOptions {
  readonly session: () => Session | undefined
  readonly settings: () => Promise<Settings>
  readonly memory: () => Promise<MemoryState | undefined>
  readonly agents: Pick<SideAgents, 'start'>
  readonly lessons: Pick<LessonKeeper, 'learn'>
  readonly notes: () => Promise<readonly CurrentNote[]>
  readonly isOnline: () => boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

type Noted = Omit<Extract<EventBody, { type: 'memory_learned' }>, 'type' | 'upTo'>

/** Rejects with `StorageError`. Without an entry in the log, the next look takes in the same work. */
export async function lookBack(options: LookBackOptions, signal: AbortSignal): Promise<void> {
  const session = options.session()
  const home = session?.role === 'leader' ? await learningHome(options) : undefined
  if (session === undefined || home === undefined) return
  const [last] = await session.events(session.lastSeq)
  if (!last || options.now() - last.at > LEARN_AGE_MS) return
  const events = await session.events(session.facts.learned.upTo + 1)
  const work = workDone(events)
  if (!work.isOver || signal.aborted) return
  const lesson = await options.lessons.learn(events, home.key, session)
  const noted = signal.aborted ? undefined : await notesOf(work, { ...options, session }, signal)
  if (noted && !signal.aborted)
    await session.append({ type: 'memory_learned', upTo: work.upTo, ...noted, ...(lesson && { lesson }) })
}

/** Undefined where nothing may be remembered unasked. */
async function learningHome({ settings, memory }: LookBackOptions): Promise<MemoryState | undefined> {
  const { learnFromWork, askBeforeRemembering } = await settings()
  if (!learnFromWork || askBeforeRemembering) return undefined
  const state = await memory()
  return state?.isOn && state.isOnEverywhere && !state.isNewer ? state : undefined
}

/** Undefined: it is for another time. */
async function notesOf(
  work: WorkDone,
  options: Omit<LookBackOptions, 'session'> & { readonly session: Session },
  signal: AbortSignal,
): Promise<Noted | undefined> {
  const { session, settings, agents, isOnline, now } = options
  const skipped = (reason: string): Noted => ({ outcome: 'skipped', reason, notes: [] })
  if (work.hasNotes) return skipped('The agent has taken notes by itself.')
  if (!work.hasWords) return skipped('Nothing was said that could be noted.')
  if (toolProfileOf(await settings()) === 'minimal') return skipped('The model is given too few tools.')
  if (!isOnline()) return undefined
  const before = session.lastSeq
  const check = noteCheck(session.conversation.messages)
  const ended = await agents.start(noteTakerTask(work.text, { now: now(), check }), signal)
  // It has to wait: for a key, for room, or because the user works.
  if (!ended.ok || signal.aborted) return undefined
  const written = writtenIn(await session.events(before + 1))
  const notes = written.size === 0 ? [] : (await options.notes()).filter(({ path }) => written.has(path))
  return outcomeOf(ended.value, { notes: notes.map(namedNote), failures: session.facts.learned.failures })
}

function outcomeOf(
  { agent, terminal, result }: AgentReport,
  { notes, failures }: Pick<Noted, 'notes'> & { readonly failures: number },
): Noted {
  if (notes.length > 0) return { outcome: 'noted', agent, notes }
  if (terminal === 'completed' || terminal === 'max_turns') return { outcome: 'nothing', agent, notes }
  return { outcome: failures + 1 >= LEARN_TRIES ? 'skipped' : 'failed', reason: result, agent, notes }
}

/** Paths of the notes that it has written. */
function writtenIn(events: readonly AgentEvent[]): ReadonlySet<string> {
  return new Set(
    events.flatMap((event) => (event.type === 'memory_changed' && event.aside ? [event.path] : [])),
  )
}

function namedNote({ path, version }: CurrentNote): Noted['notes'][number] {
  const { head, name, faults, origin } = version
  const title = titleOfNote({ body: head, faults, ...(name !== undefined && { name }) }, path)
  return { path, title, origin }
}
