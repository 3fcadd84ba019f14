/** State of this tab that lasts from one run of a session to the next. */
import { TtlLatch } from '../../model/anthropic/cache-ttl.ts'
import type { ToolSpec } from '../../model/contract.ts'
import { AnsweredRequests } from '../../observe/prompt-watch.ts'
import type { PermissionState } from '../../permission/contract.ts'
import { SectionCache } from '../../prompt/sections.ts'
import { ToolLatch } from '../../prompt/tool-latch.ts'
import type { ToolRegistry } from '../../tools/pipeline/registry.ts'
import { ToolState } from '../../tools/state.ts'
import { ClassifierMemory } from '../side-queries/classifier-memory.ts'
import { NotesUnderWay } from '../side-queries/notes-under-way.ts'
import { FailureWatch } from './hooks/failure-watch.ts'
import type { RunModel } from './run-model.ts'
import type { Session } from '../log/session.ts'

export class RunMemory {
  readonly failures = new FailureWatch()
  readonly classifier = new ClassifierMemory()
  readonly answered = new AnsweredRequests()
  readonly ttl = new TtlLatch()
  /** Running notes on the conversation that are being made. */
  readonly notes = new NotesUnderWay()
  #toolState = new ToolState()
  #sections = new SectionCache()
  #latch = new ToolLatch()
  /** Model, tools and sandbox that the sections were made for. */
  #prompted = ''
  /** Unknown models that were reported to the user. */
  readonly #assumed = new Set<string>()

  get toolState(): ToolState {
    return this.#toolState
  }

  /** The prompt's sections as this model, with these tools, in this sandbox, was told them: with others it is another prompt. */
  sectionsFor(prompted: { readonly model: string; readonly profile: string; readonly backend: string }) {
    const key = `${prompted.model} ${prompted.profile} ${prompted.backend}`
    if (key !== this.#prompted) this.#sections.clear()
    this.#prompted = key
    return this.#sections
  }

  /** The tools listed in requests: one that was listed before stays. */
  told(tools: Pick<ToolRegistry, 'specs'>, { ruleSets }: PermissionState): readonly ToolSpec[] {
    return this.#latch.list(tools.specs([]), tools.specs(ruleSets))
  }

  /** Whether the model is unknown and this was not reported to the user yet; true once. */
  isUnknown({ name, facts }: Pick<RunModel, 'name' | 'facts'>): boolean {
    if (facts.known || this.#assumed.has(name)) return false
    this.#assumed.add(name)
    return true
  }

  /**
   * The tools go on where the log ends, also after a reload, a run in another tab, or a restored conversation: an
   * edit of a file that the model has read needs no second look unless the file changed.
   */
  recall({ facts }: Pick<Session, 'facts'>): void {
    this.#toolState.recall(facts)
  }

  /** The workspace was replaced: files read from it are no longer there. */
  forgetFiles(): void {
    this.#toolState.forgetFiles()
    this.failures.startOver()
  }

  /** The conversation was made shorter, so that nothing of it is cached: sections are built anew. */
  forgetSections(): void {
    this.#sections.clear()
  }

  /** Another session is opened: nothing of this is true any more. */
  forget(): void {
    this.#toolState = new ToolState()
    this.failures.forget()
    void this.notes.stop()
    this.classifier.forget()
    this.#sections = new SectionCache()
    this.#latch = new ToolLatch()
    this.ttl.forget()
    this.answered.clear()
  }
}
