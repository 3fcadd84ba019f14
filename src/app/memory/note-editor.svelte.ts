/** The note in the editor: its text as it is typed, the version that it began with, and what can be done with it. */
import type { MemoryApi, NoteScope, NoteType, NoteVersion } from '../../agent/protocol/calls/memory.ts'
import type { Result } from '../../sandbox/contract/errors.ts'
import { memory as t } from '../language/en/memory.ts'
import { unexpected, type Problem } from '../problem.ts'
import { whenOf, withWhen } from '../../agent/protocol/text/when-field.ts'

export interface NewNote {
  readonly text: string
  /** The user's message that it is taken from. */
  readonly messageId?: string | undefined
}

export class NoteEditor {
  text = $state('')
  /** Undefined: it is not stored yet. */
  path = $state<string>()
  /** Hash of the stored version that is shown; undefined: none is there. */
  hash = $state<string>()
  /** For a new one. */
  scope = $state<NoteScope>('project')
  type = $state<NoteType | ''>('')
  problem = $state.raw<Problem>()
  /** Another version was stored meanwhile. */
  hasConflict = $state(false)
  /** Text typed by the user, while a stored version is shown in its place. */
  mine = $state<string>()
  isRemoved = $state(false)
  isBusy = $state(false)
  /** Outcome of the last action. */
  said = $state('')
  versions = $state.raw<readonly NoteVersion[]>()
  /** A version that is looked at. */
  looked = $state.raw<{ readonly number: number; readonly text: string }>()
  #stored = $state('')
  readonly #agent: MemoryApi
  readonly #onChange: () => Promise<void>
  #messageId: string | undefined
  /** Kind of the last failure. */
  #failed: string | undefined

  /** `onChange` resolves when the list shows what was done. */
  constructor(agent: MemoryApi, onChange: () => Promise<void>, path?: string) {
    this.#agent = agent
    this.#onChange = onChange
    this.path = path
  }

  get isNew(): boolean {
    return this.path === undefined
  }

  /** The text is not the stored one. */
  get isTyped(): boolean {
    return this.text !== this.#stored
  }

  /** There is text that is not stored. */
  get isChanged(): boolean {
    return this.isTyped || this.mine !== undefined
  }

  /** Rules of the calls before which it is told: part of the text. */
  get when(): string {
    return whenOf(this.text)
  }

  set when(rules: string) {
    this.text = withWhen(this.text, rules)
  }

  /** Text for a new note, after what was already typed. */
  begin({ text, messageId }: NewNote): void {
    this.text = [this.text, text].filter((part) => part.trim() !== '').join('\n\n')
    this.#messageId = messageId ?? this.#messageId
  }

  /** Shows the stored version. */
  async load(): Promise<void> {
    const { path } = this
    if (path === undefined) return
    const read = await this.#done(t.readingNotes, () => this.#agent.read(path))
    if (!read) return
    this.text = read.text
    this.#stored = read.text
    this.hash = read.hash
    this.isRemoved = false
    this.hasConflict = false
  }

  /** Stores the text. Never over a version that the user has not seen, unless they say so. */
  async save({ replacing = false } = {}): Promise<void> {
    const { path, text, hash, scope, type } = this
    const saved = await this.#change(t.saving, () => {
      if (path !== undefined)
        return this.#agent.write({ path, text, ...(!replacing && { base: hash ?? null }) })
      return this.#agent.remember(text, {
        scope,
        ...(type !== '' && { type }),
        ...(this.#messageId !== undefined && { messageId: this.#messageId }),
      })
    })
    this.hasConflict = saved === undefined && path !== undefined && this.#failed === 'exists'
    if (saved === undefined) return
    this.path = saved
    this.mine = undefined
    this.#stored = text
    // Typed while it was stored: it stays.
    if (this.text === text) await this.load()
    await this.#tell(t.saidSaved)
  }

  /** Shows the version that was stored meanwhile; the own text can be brought back. */
  async loadOther(): Promise<void> {
    this.mine = this.text
    this.problem = undefined
    await this.load()
  }

  takeMine(): void {
    this.text = this.mine ?? this.text
    this.mine = undefined
  }

  /** The note is the user's from now on: exactly the shown version. */
  async confirm(): Promise<void> {
    const { path, hash } = this
    if (path === undefined || hash === undefined) return
    if (!(await this.#change(t.confirming, () => done(this.#agent.confirm(path, hash))))) {
      await this.#onChange()
      return
    }
    await this.load()
    await this.#tell(t.saidConfirmed)
  }

  async remove(): Promise<void> {
    const { path } = this
    if (path === undefined) return
    if (!(await this.#change(t.deleting, () => done(this.#agent.remove(path))))) return
    this.#gone()
    await this.#tell('')
  }

  /** Typed text goes first, and can be brought back; then versions, back to no note. */
  async undo(): Promise<void> {
    const { path } = this
    if (this.isTyped) {
      this.mine = this.text
      this.text = this.#stored
      return
    }
    if (path === undefined) return
    if (!(await this.#change(t.undoing, () => done(this.#agent.undo(path))))) return
    await this.#reread()
    await this.#tell(this.isRemoved ? '' : t.saidUndone)
  }

  /** Shows or hides the versions. */
  async toggleHistory(): Promise<void> {
    if (this.versions) this.versions = undefined
    else await this.#readVersions()
    this.looked = undefined
  }

  /** Shows the text of a version, or hides it. */
  async look(number: number): Promise<void> {
    const { path } = this
    if (path === undefined) return
    if (this.looked?.number === number) {
      this.looked = undefined
      return
    }
    const read = await this.#done(t.readingHistory, () => this.#agent.read(path, number))
    if (read) this.looked = { number, text: read.text }
  }

  async restore(number: number): Promise<void> {
    const { path } = this
    if (path === undefined) return
    if (!(await this.#change(t.restoring, () => done(this.#agent.restore(path, number))))) return
    this.looked = undefined
    await this.#reread()
    await this.#tell(t.saidRestored(number))
  }

  /** The stored version; where there is none, it is shown as deleted. */
  async #reread(): Promise<void> {
    const { path } = this
    if (path === undefined) return
    const read = await this.#agent.read(path).catch(() => undefined)
    if (read?.ok) await this.load()
    else this.#gone()
  }

  #gone(): void {
    if (this.isTyped) this.mine = this.text
    this.text = this.#stored
    this.hash = undefined
    this.isRemoved = true
    this.hasConflict = false
  }

  async #readVersions(): Promise<void> {
    const { path } = this
    if (path === undefined) return
    this.versions = await this.#done(t.readingHistory, () => this.#agent.history(path))
  }

  async #tell(said: string): Promise<void> {
    this.said = said
    if (this.versions) await this.#readVersions()
    await this.#onChange()
  }

  /** One at a time: a second press while one is under way does nothing. */
  async #change<T>(attempt: string, call: () => Promise<Result<T>>): Promise<T | undefined> {
    if (this.isBusy) return undefined
    this.isBusy = true
    this.said = ''
    this.problem = undefined
    const value = await this.#done(attempt, call)
    this.isBusy = false
    return value
  }

  /** The value; undefined where it failed, which is shown. */
  async #done<T>(attempt: string, call: () => Promise<Result<T>>): Promise<T | undefined> {
    this.#failed = undefined
    try {
      const result = await call()
      if (result.ok) return result.value
      this.#failed = result.error.kind
      this.problem = { message: result.error.message, hint: result.error.hint }
    } catch (error) {
      this.problem = unexpected(attempt, error)
    }
    return undefined
  }
}

/** A call without a value, as one that has one. */
async function done(call: Promise<Result<void>>): Promise<Result<true>> {
  const result = await call
  return result.ok ? { ok: true, value: true } : result
}
