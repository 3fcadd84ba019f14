/**
 * Facts that the program itself needs of a session, reduced from its log. The screen has its own reduction.
 */
import type { AcceptedEvent, EventBody, EventOf } from '../../protocol/events.ts'
import type { CompactionTrigger } from '../../protocol/events/compaction-events.ts'
import type { PermissionMode } from '../../protocol/permission-modes.ts'
import type { Usage } from '../../protocol/token-usage.ts'
import type { ImageBlock } from '../../protocol/messages.ts'
import { RESULT_FILES } from '../../limits.ts'
import type { ResultFile } from '../../../sandbox/contract/contract.ts'
import { isSteeringFile } from '../../../sandbox/contract/steering-file.ts'
import { relativeTo, resolve } from '../../../sandbox/contract/path.ts'
import { toldVersion } from '../../memory/notes/told-memory.ts'
import { notesIn } from '../../protocol/text/note-lines.ts'
import { billOf } from '../../protocol/billed.ts'
import { addUsage, mergeUsage } from '../../protocol/usage.ts'
import type { UsageTotals } from '../../protocol/usage.ts'
import { noteAnswered, noteSent, NO_PROMPTS } from './answered-prompts.ts'
import type { PromptFacts } from './answered-prompts.ts'
import { noteRecalled, NOTHING_RECALLED } from './recalled-facts.ts'
import type { RecalledFacts } from './recalled-facts.ts'
import { noteWork, NO_WORK_FACTS } from './work-facts.ts'
import type { WorkFacts } from './work-facts.ts'

export interface SessionFacts extends WorkFacts {
  /** Milliseconds since the epoch. */
  readonly openedAt: number
  /** Latest root hash of the workspace; undefined while it is empty. */
  readonly root: string | undefined
  /** The workspace as it was imported, the base of "changes". */
  readonly importRoot: string | undefined
  /** The same where the person has imported it: no template, no script's archive, and nothing of somebody's recording. */
  readonly ownImport: string | undefined
  /** The workspace as the user imported it, or as it was when a recording was opened: its steering files are in force. */
  readonly openedRoot: string | undefined
  /** Calls that the user was asked for and allowed. */
  readonly allowedCalls: ReadonlySet<string>
  /** Hashes of steering files after such a call of a file tool, by path from the workspace's root. */
  readonly setByCalls: ReadonlyMap<string, string>
  readonly workspace: string | undefined
  /** Top-level folder of the imported archive: an export puts it back. */
  readonly folder: string | undefined
  /** Source of its title; undefined before it has one. */
  readonly titledBy: 'import' | 'prompt' | 'person' | undefined
  /** Sent while the agent worked, and not part of the conversation yet; oldest first. */
  readonly queued: readonly QueuedFact[]
  /** Model of the last run; '' before the first. */
  readonly model: string
  /** Usage of the session's requests. */
  readonly usage: UsageTotals
  readonly lastUsage: Usage | undefined
  readonly prompts: PromptFacts
  readonly compaction: CompactionFacts
  /** A summary that the user has not decided on. */
  readonly draft: Extract<EventBody, { type: 'compaction_drafted' }> | undefined
  /** Hashes of the files whose content the model knows, by path. */
  readonly seen: ReadonlyMap<string, string>
  /** Hashes of the instruction files that the model was told of, by name; undefined before it was told of any. */
  readonly instructions: ReadonlyMap<string, string> | undefined
  /** Versions of instruction files that nobody has accepted and that the model was told of, by name. */
  readonly heldInstructions: ReadonlyMap<string, string>
  /** Instruction files that were left out for want of room, as the user was told. */
  readonly leftInstructions: ReadonlySet<string>
  /** Instruction files that the user wants told whole. */
  readonly wantedInstructions: ReadonlySet<string>
  /** Versions of the notes that the model knows, by path; undefined before it was told of the memory. */
  readonly memory: ReadonlyMap<string, string> | undefined
  readonly recalled: RecalledFacts
  readonly learned: LearnedFacts
  /** The model was asked for terse answers. */
  readonly terse: boolean
  /** The agent's changes that the user has rejected and the model has not been told of; oldest first. */
  readonly rejected: readonly Pick<EventOf<'changes_rejected'>, 'root' | 'files'>[]
  /** Results that were too long for the conversation, oldest first: the latest of them. */
  readonly results: readonly ResultFile[]
  /** Commands that have gone into the background. */
  readonly jobs: number
  /** Modes that a resume does not restore never get here. */
  readonly mode: PermissionMode | undefined
}

interface QueuedFact {
  readonly messageId: string
  readonly text: string
  readonly images?: readonly ImageBlock[] | undefined
}

interface LearnedFacts {
  /** Number of the last event that was looked back on; 0 before the first look. */
  readonly upTo: number
  /** Looks that failed since. */
  readonly failures: number
}

interface CompactionFacts {
  /** Failed compactions in a row. */
  readonly failures: number
  /** Once a session it is tried because the service has refused a request. */
  readonly hasReacted: boolean
  /** Tokens of what was left out since the last answer, as that does not count them yet. */
  readonly freed: number
  /** The mark of the window that was told since the conversation began with its last summary. */
  readonly told: EventOf<'context_filled'>['level'] | undefined
}

const NO_COMPACTION: CompactionFacts = { failures: 0, hasReacted: false, freed: 0, told: undefined }

export const NO_FACTS: SessionFacts = {
  openedAt: 0,
  root: undefined,
  importRoot: undefined,
  ownImport: undefined,
  openedRoot: undefined,
  allowedCalls: new Set(),
  setByCalls: new Map(),
  workspace: undefined,
  folder: undefined,
  titledBy: undefined,
  queued: [],
  model: '',
  usage: [],
  lastUsage: undefined,
  prompts: NO_PROMPTS,
  compaction: NO_COMPACTION,
  draft: undefined,
  seen: new Map(),
  instructions: undefined,
  heldInstructions: new Map(),
  leftInstructions: new Set(),
  wantedInstructions: new Set(),
  memory: undefined,
  recalled: NOTHING_RECALLED,
  learned: { upTo: 0, failures: 0 },
  terse: false,
  rejected: [],
  results: [],
  jobs: 0,
  mode: undefined,
  ...NO_WORK_FACTS,
}

export function applyFact(before: SessionFacts, event: AcceptedEvent): SessionFacts {
  const facts = withBill(applyOwn(before, event), event)
  const work = noteWork(before, event)
  const recalled = noteRecalled(before.recalled, event)
  if (work === before) return recalled === before.recalled ? facts : { ...facts, recalled }
  return { ...facts, ...work, recalled }
}

function withBill(facts: SessionFacts, event: AcceptedEvent): SessionFacts {
  const bill = billOf(event, facts.model)
  return bill ? { ...facts, usage: addUsage(facts.usage, bill) } : facts
}

/** All but the usage of requests, the facts about the work, and the texts of notes. */
function applyOwn(facts: SessionFacts, event: AcceptedEvent): SessionFacts {
  switch (event.type) {
    case 'session_created':
      return { ...facts, openedAt: event.at }
    case 'thread_started':
      return { ...facts, openedAt: event.at, root: event.root, mode: event.mode }
    case 'agent_ended':
      return {
        ...facts,
        root: event.root ?? facts.root,
        usage: mergeUsage(facts.usage, event.usage),
      }
    case 'workspace_imported':
      return {
        ...facts,
        root: event.root,
        importRoot: event.root,
        ownImport: event.origin === undefined ? event.root : undefined,
        openedRoot: event.root,
        setByCalls: new Map(),
        workspace: event.name,
        folder: event.folder,
        seen: new Map(),
      }
    case 'checkpoint':
      return {
        ...facts,
        root: event.root,
        ...(event.cause === 'restore'
          ? { seen: new Map(), rejected: rejectedBefore(facts.rejected, event.root) }
          : {}),
      }
    case 'changes_rejected':
      return { ...facts, rejected: [...facts.rejected, { root: event.root, files: event.files }] }
    case 'run_started':
      // The agent was told of them right before it.
      return { ...facts, model: event.model, rejected: [] }
    case 'response_ended':
      return {
        ...facts,
        lastUsage: event.usage,
        prompts: noteAnswered(facts.prompts, event),
        compaction: facts.compaction.freed === 0 ? facts.compaction : { ...facts.compaction, freed: 0 },
      }
    case 'request_started':
      return { ...facts, prompts: noteSent(facts.prompts, event) }
    case 'message_queued':
      return { ...facts, queued: [...facts.queued, queuedOf(event)] }
    case 'message_unqueued':
    case 'user_message':
      return { ...facts, queued: facts.queued.filter(({ messageId }) => messageId !== event.messageId) }
    case 'permission_decided':
      if (event.behavior !== 'allow' || event.source !== 'person') return facts
      return { ...facts, allowedCalls: new Set([...facts.allowedCalls, event.toolUseId]) }
    case 'tool_result':
      return {
        ...facts,
        ...setByCall(facts, event),
        seen: event.seen === undefined ? facts.seen : withSeen(facts.seen, event.seen),
        results:
          event.stored === undefined ? facts.results : [...facts.results, event.stored].slice(-RESULT_FILES),
        jobs: facts.jobs + (event.display?.kind === 'job' ? 1 : 0),
      }
    case 'instructions_read':
      return {
        ...facts,
        instructions: new Map(event.files.map(({ name, hash }) => [name, hash])),
        heldInstructions: new Map(event.held?.map(({ name, version }) => [name, version])),
        leftInstructions: new Set(event.left),
      }
    case 'instructions_wanted':
      return { ...facts, wantedInstructions: new Set([...facts.wantedInstructions, event.name]) }
    case 'memory_read':
      return { ...facts, memory: notesIn(event.notes) }
    case 'memory_changed':
      return event.by === 'agent' && !event.aside ? { ...facts, memory: ownNote(facts.memory, event) } : facts
    case 'memory_learned':
      return event.session === undefined ? { ...facts, learned: learnedBy(facts.learned, event) } : facts
    case 'style_told':
      return { ...facts, terse: event.terse }
    case 'session_titled':
      return { ...facts, titledBy: event.by }
    case 'recording_opened':
      // Nothing of whoever recorded it holds here: no mode, no cost, nothing that waits to be sent.
      return {
        ...ownFacts(facts),
        openedAt: event.at,
        mode: undefined,
        ownImport: undefined,
        openedRoot: facts.root,
        allowedCalls: new Set(),
        setByCalls: new Map(),
        wantedInstructions: new Set(),
        memory: undefined,
        titledBy: 'person',
      }
    case 'replay_ended':
      // It was told of no notes of this browser.
      return { ...facts, memory: undefined }
    case 'session_forked':
      return ownFacts(facts)
    case 'conversation_restored':
      return {
        ...facts,
        seen: new Map(),
        prompts: NO_PROMPTS,
        lastUsage: undefined,
        compaction: { ...facts.compaction, freed: 0, told: undefined },
        draft: undefined,
        ...(event.isUntold
          ? { instructions: undefined, heldInstructions: new Map(), memory: undefined, terse: false }
          : {}),
      }
    case 'compaction_drafted':
      return { ...facts, draft: event, compaction: { ...facts.compaction, failures: 0 } }
    case 'compaction_dropped':
      return { ...facts, draft: undefined }
    case 'compaction_undone':
      return {
        ...facts,
        prompts: NO_PROMPTS,
        lastUsage: undefined,
        compaction: { ...facts.compaction, freed: 0, told: undefined },
        draft: undefined,
        // The summary had them as they were then; the messages have them as they were before.
        instructions: undefined,
        heldInstructions: new Map(),
        memory: undefined,
      }
    case 'results_cleared':
    case 'spans_collapsed':
      return {
        ...facts,
        // Places of messages are others now.
        draft: event.type === 'spans_collapsed' ? undefined : facts.draft,
        prompts: NO_PROMPTS,
        compaction: {
          ...facts.compaction,
          freed: facts.compaction.freed + event.tokens,
        },
      }
    case 'context_filled':
      return { ...facts, compaction: { ...facts.compaction, told: event.level } }
    case 'conversation_compacted':
      return {
        ...facts,
        prompts: NO_PROMPTS,
        lastUsage: undefined,
        compaction: {
          ...facts.compaction,
          ...reacted(event),
          // One without the model is no success of its summaries.
          ...(event.by === 'program' ? {} : { failures: 0 }),
          freed: 0,
          told: undefined,
        },
        draft: undefined,
      }
    case 'compaction_failed':
      return event.stopped
        ? facts
        : {
            ...facts,
            compaction: {
              ...facts.compaction,
              ...reacted(event),
              failures: facts.compaction.failures + 1,
            },
          }
    case 'mode_changed':
      return { ...facts, mode: isRestorable(event.mode) ? event.mode : undefined }
    default:
      return facts
  }
}

/** Whether an import or a message may give the session its title: an import's is for want of a better one. */
export function isTitleFree({ titledBy }: Pick<SessionFacts, 'titledBy'>): boolean {
  return titledBy === undefined || titledBy === 'import'
}

export function factsOf(events: readonly AcceptedEvent[]): SessionFacts {
  return events.reduce(applyFact, NO_FACTS)
}

/** For a session that began as a copy: usage before it belongs to the session it came from. */
function ownFacts(facts: SessionFacts): SessionFacts {
  return {
    ...facts,
    usage: [],
    lastUsage: undefined,
    prompts: NO_PROMPTS,
    compaction: NO_COMPACTION,
    queued: [],
    rejected: [],
  }
}

function queuedOf({ messageId, text, images }: QueuedFact): QueuedFact {
  return { messageId, text, ...(images === undefined ? {} : { images }) }
}

function reacted({ trigger }: { readonly trigger: CompactionTrigger }): Partial<CompactionFacts> {
  return trigger === 'reactive' ? { hasReacted: true } : {}
}

/** The user saw what a file tool was about to write; a command may write more than it names. */
function setByCall(
  { allowedCalls, setByCalls, instructions }: SessionFacts,
  {
    toolUseId,
    outcome,
    display,
    seen = [],
  }: Pick<EventOf<'tool_result'>, 'toolUseId' | 'outcome' | 'display' | 'seen'>,
): Partial<SessionFacts> {
  if (!allowedCalls.has(toolUseId)) return {}
  const left = { allowedCalls: new Set([...allowedCalls].filter((id) => id !== toolUseId)) }
  if (outcome !== 'done' || display?.kind !== 'diff') return left
  const written = seen
    .filter(
      ({ path }) =>
        path === resolve(display.path) &&
        (isSteeringFile(path) || instructions?.has(relativeTo(path)) === true),
    )
    .map(({ path, hash }) => [relativeTo(path), hash] as const)
  return written.length === 0 ? left : { ...left, setByCalls: new Map([...setByCalls, ...written]) }
}

/** The agent knows a note that it has written itself. */
function ownNote(
  known: SessionFacts['memory'],
  { path, hash, origin = 'unconfirmed' }: Pick<EventOf<'memory_changed'>, 'path' | 'hash' | 'origin'>,
): SessionFacts['memory'] {
  if (known === undefined) return undefined
  const others = [...known].filter(([name]) => name !== path)
  return new Map(hash === undefined ? others : [...others, [path, toldVersion(hash, origin)]])
}

function learnedBy(
  { upTo, failures }: LearnedFacts,
  event: Pick<EventOf<'memory_learned'>, 'upTo' | 'outcome'>,
): LearnedFacts {
  return event.outcome === 'failed' ? { upTo, failures: failures + 1 } : { upTo: event.upTo, failures: 0 }
}

function withSeen(
  before: SessionFacts['seen'],
  seen: readonly { readonly path: string; readonly hash: string }[],
): SessionFacts['seen'] {
  return new Map([...before, ...seen.map(({ path, hash }) => [path, hash] as const)])
}

/**
 * Rejections that still hold after the files were restored to `root`: none of those that began later or are
 * unknown.
 */
function rejectedBefore(rejected: SessionFacts['rejected'], root: string): SessionFacts['rejected'] {
  return rejected.slice(
    0,
    Math.max(
      0,
      rejected.findIndex((one) => one.root === root),
    ),
  )
}

function isRestorable(mode: PermissionMode): boolean {
  return mode !== 'plan' && mode !== 'bypassPermissions'
}
