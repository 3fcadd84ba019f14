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
import type { LeftBehind } from './left-behind.ts'
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
  readonly leftBehind: Pick<LeftBehind, 'sessions' | 'claim' | 'lookedTo'>
  readonly isOnline: () => boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Work that has ended and was not looked at. */
interface Stretch {
  readonly work: WorkDone
  readonly events: readonly AgentEvent[]
  /** Its session, where that is an earlier one of the project. */
  readonly of?: Pick<Session, 'id' | 'events'>
}

interface Scene extends LookBackOptions {
  readonly open: Session
  readonly home: MemoryState
}

type Noted = Omit<Extract<EventBody, { type: 'memory_learned' }>, 'type' | 'upTo' | 'session'>

/**
 * At the open session's work, then at that of earlier sessions of the project. Rejects with `StorageError`. Without an entry in the
 * log, or where it was released, the next look takes in the same work.
 */
export async function lookBack(options: LookBackOptions, signal: AbortSignal): Promise<void> {
  const open = options.session()
  const home = open?.role === 'leader' ? await learningHome(options) : undefined
  if (open === undefined || home === undefined) return
  const scene: Scene = { ...options, open, home }
  const own = await ownWork(scene)
  if (own) await lookAt(own, scene, signal)
  for (const id of await options.leftBehind.sessions(open.id, home)) {
    if (signal.aborted || !options.isOnline()) return
    await lookAtLeft(id, scene, signal)
  }
}

async function ownWork({ open, now, leftBehind }: Scene): Promise<Stretch | undefined> {
  const [last] = await open.events(open.lastSeq)
  if (!last || now() - last.at > LEARN_AGE_MS) return undefined
  const known = Math.max(open.facts.learned.upTo, await leftBehind.lookedTo(open.id))
  const events = await open.events(known + 1)
  const work = workDone(events)
  return work.isOver ? { events, work } : undefined
}

async function lookAtLeft(id: string, scene: Scene, signal: AbortSignal): Promise<void> {
  const left = await scene.leftBehind.claim(id)
  if (!left) return
  let isDone = false
  try {
    const work = workDone(left.events)
    const of = { id, events: async (from: number) => left.all.filter(({ seq }) => seq >= from) }
    isDone = !work.isOver || (await lookAt({ work, events: left.events, of }, scene, signal))
  } finally {
    if (!isDone) await left.release()
  }
}

/** False where it is for another time. */
async function lookAt({ work, events, of }: Stretch, scene: Scene, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false
  const { open, home, lessons } = scene
  const lesson = await lessons.learn(events, home.key, of ? { ...of, facts: open.facts } : open)
  const noted = signal.aborted ? undefined : await notesOf(work, of, scene, signal)
  if (!noted || signal.aborted) return false
  // An earlier session's work in which nothing was found is no news in this one.
  if (of === undefined || noted.notes.length > 0 || lesson !== undefined)
    await open.append({
      type: 'memory_learned',
      ...(of && { session: of.id }),
      upTo: work.upTo,
      ...noted,
      ...(lesson && { lesson }),
    })
  return true
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
  of: Stretch['of'],
  { open, settings, agents, isOnline, now, notes: current }: Scene,
  signal: AbortSignal,
): Promise<Noted | undefined> {
  const skipped = (reason: string): Noted => ({ outcome: 'skipped', reason, notes: [] })
  if (work.hasNotes) return skipped('The agent has taken notes by itself.')
  if (!work.hasWords) return skipped('Nothing was said that could be noted.')
  if (toolProfileOf(await settings()) === 'minimal') return skipped('The model is given too few tools.')
  if (!isOnline()) return undefined
  // Also in looks at this work that were ended before.
  const from = of ? open.lastSeq + 1 : open.facts.learned.upTo + 1
  const check = noteCheck(open.conversation.messages)
  const ended = await agents.start(noteTakerTask(work.text, { now: now(), check, of }), signal)
  // It has to wait: for a key, for room, or because the user works.
  if (!ended.ok || signal.aborted) return undefined
  const written = writtenIn(await open.events(from))
  const notes = written.size === 0 ? [] : (await current()).filter(({ path }) => written.has(path))
  return outcomeOf(ended.value, { notes: notes.map(namedNote), failures: open.facts.learned.failures })
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
