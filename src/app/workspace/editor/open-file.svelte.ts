/**
 * A file that is open in the editor: its text here, its text in the workspace, and what is to become of both when they
 * have gone apart. Text without edits follows the workspace; edited text is never replaced unasked.
 */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { resolve } from '../../../sandbox/contract/path.ts'
import { unexpected, type Problem } from '../../problem.ts'
import { fileContent, type FileContent } from '../file-content.ts'
import type { EditorDocument } from './code-editor.ts'
import { hasSecretValues } from './mask-env.ts'
import { PLAIN_FORMAT, readText, sameBytes, textBytes, type TextFile, type TextFormat } from './text-file.ts'
import { editor as t } from '../../language/en/editor.ts'

/** The panel's content. `text` has its text apart, since that changes with every key. */
export type ShownContent =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'failed'
      readonly problem: Problem
      /** There is no such file. */ readonly isMissing: boolean
    }
  /** Not editable where writing it back would change what nobody has edited. */
  | { readonly kind: 'text'; readonly editable: boolean }
  | Exclude<FileContent, { kind: 'text' }>

/** The workspace has another content than the edits began with. */
export interface Conflict {
  /** Undefined: the file was removed. */
  readonly data: Uint8Array | undefined
  /** Undefined: removed, or no text. */
  readonly theirs: TextFile | undefined
}

/** Unsaved text as it survives a reload. */
export interface UnsavedText {
  readonly path: string
  readonly text: string
  /** Text from before the edits; undefined for a file that was not there. */
  readonly base: TextFile | undefined
}

export type Resolution =
  | { readonly take: 'mine' | 'theirs' }
  | { readonly take: 'merged'; readonly text: string }

export class OpenFile {
  path = $state('')
  content = $state.raw<ShownContent>({ kind: 'loading' })
  dirty = $state(false)
  saving = $state(false)
  /** Why the last attempt to save did not succeed. */
  problem = $state.raw<Problem>()
  conflict = $state.raw<Conflict>()
  /** Values of `.env` files stand as dots. */
  masked = $state(false)
  /** A merge that was begun, and what it was merged with: it outlives another change by somebody else. */
  mergeDraft: { readonly text: string; readonly against: string } | undefined
  /** The unsaved text is too large to survive a reload. */
  isUnkept = $state(false)
  /** Counts texts that came from the workspace. */
  revision = $state(0)
  /** Cursor position to set as soon as there is a text. */
  goal = $state.raw<{ readonly line: number; readonly column: number }>()

  format = $state.raw<TextFormat>(PLAIN_FORMAT)

  readonly #agent: AgentApi
  readonly #onEdit: () => void
  /** Set by the view that shows it; it holds the text from then on. */
  #document: EditorDocument | undefined
  #text = ''
  /** Text from before the edits, and its bytes in the workspace. */
  #base: TextFile | undefined
  #expected: Uint8Array | undefined
  /** Bytes on their way to the workspace. */
  #sent: Uint8Array | undefined
  /** Looks and writes follow each other, so that no old look is taken for news. */
  #queue: Promise<unknown> = Promise.resolve()

  constructor(agent: AgentApi, path: string, onEdit: () => void) {
    this.#agent = agent
    this.#onEdit = onEdit
    this.path = path
    this.masked = hasSecretValues(path)
  }

  get name(): string {
    return this.path.slice(this.path.lastIndexOf('/') + 1)
  }

  get document(): EditorDocument | undefined {
    return this.#document
  }

  /** The text that the edits began with. */
  get began(): string | undefined {
    return this.#base?.text
  }

  text(): string {
    return this.#document?.text() ?? this.#text
  }

  /** The editor has loaded: it keeps the text, and tells of each change by `edited`. */
  hold(document: EditorDocument): void {
    this.#document = document
  }

  edited(): void {
    const document = this.#document
    const base = this.#base?.text
    this.dirty =
      base === undefined || (document && document.length !== base.length) ? true : this.text() !== base
    if (!this.dirty) this.#endConflict()
    this.#onEdit()
  }

  unsaved(): UnsavedText | undefined {
    return this.dirty ? { path: this.path, text: this.text(), base: this.#base } : undefined
  }

  /** Text that was typed before a reload. */
  bringBack({ text, base }: UnsavedText): void {
    this.#begin(base, base && textBytes(base))
    this.content = { kind: 'text', editable: true }
    this.#setText(text, true)
    this.dirty = text !== base?.text
    this.revision += 1
  }

  /**
   * Another text, as the user's own edit: it can be undone, and is not saved yet. A missing file gets its
   * first text. False if there is no text to edit.
   */
  propose(text: string): boolean {
    const { content } = this
    if (content.kind === 'failed' && content.isMissing)
      this.bringBack({ path: this.path, text, base: undefined })
    else if (content.kind === 'text' && content.editable) this.#setText(text, true)
    else return false
    this.edited()
    return true
  }

  /** Looks at the workspace's file. */
  read(): Promise<void> {
    return this.#next(async () => this.#look(await this.#agent.files.read(resolve(this.path))), undefined)
  }

  /** True when the workspace has the text now; false where it could not be written, or somebody else has changed it. */
  save(): Promise<boolean> {
    return this.#next(async () => {
      if (!this.dirty || this.content.kind !== 'text') return true
      this.saving = true
      this.problem = undefined
      const saved = await this.#write()
      this.saving = false
      return saved
    }, false)
  }

  /** Ends a conflict. The text that gives way can be had back: by undo here, or by the timeline. */
  async resolve(resolution: Resolution): Promise<boolean> {
    const { conflict } = this
    if (!conflict) return true
    this.#endConflict()
    this.#begin(conflict.theirs, conflict.data)
    if (resolution.take === 'theirs') {
      this.#setText(conflict.theirs?.text ?? '', true)
      this.dirty = false
      this.#onEdit()
      await this.read()
      return true
    }
    if (resolution.take === 'merged') this.#setText(resolution.text, true)
    this.edited()
    return this.save()
  }

  /** It has another name now. */
  moved(path: string): void {
    const wasSecret = hasSecretValues(this.path)
    this.path = path
    this.masked = hasSecretValues(path) && (this.masked || !wasSecret)
    this.#onEdit()
  }

  async #write(): Promise<boolean> {
    const path = resolve(this.path)
    const before = await this.#agent.files.read(path)
    if (before.ok ? !this.#isExpected(before.value) : this.#expected !== undefined) {
      this.#look(before)
      if (this.conflict || !this.dirty) return !this.dirty
    }
    const file = { text: this.text(), format: this.format }
    const data = textBytes(file)
    this.#sent = data
    // A copy of its own: what is handed over may be gone here.
    const written = await this.#agent.files.write(path, data.slice())
    this.#sent = undefined
    if (!written.ok) {
      this.problem = { message: written.error.message, hint: written.error.hint }
      return false
    }
    this.#begin(file, data)
    this.content = { kind: 'text', editable: true }
    this.edited()
    return true
  }

  #look(result: Result<Uint8Array>): void {
    if (!result.ok) {
      const { kind, message, hint } = result.error
      const isMissing = kind === 'not_found'
      if (!this.dirty) this.content = { kind: 'failed', problem: { message, hint }, isMissing }
      else if (isMissing && this.#expected) this.conflict = { data: undefined, theirs: undefined }
      return
    }
    const content = fileContent(this.path, result.value)
    const file = content.kind === 'text' ? readText(result.value) : undefined
    if (this.dirty) this.#lookWhileDirty(result.value, file)
    else if (content.kind !== 'text') this.content = content
    else this.#follow(result.value, file ?? { text: content.text, format: PLAIN_FORMAT }, file !== undefined)
  }

  #lookWhileDirty(data: Uint8Array, file: TextFile | undefined): void {
    const isOwn = this.#sent !== undefined && sameBytes(data, this.#sent)
    if (this.#isExpected(data)) this.#endConflict()
    else if (file && (isOwn || file.text === this.text())) {
      this.#begin(file, data)
      this.edited()
    } else this.conflict = { data, theirs: file }
  }

  #follow(data: Uint8Array, file: TextFile, editable: boolean): void {
    this.#begin(file, data)
    this.conflict = undefined
    this.problem = undefined
    this.#setText(file.text, false)
    this.dirty = false
    this.content = { kind: 'text', editable }
  }

  #endConflict(): void {
    this.conflict = undefined
    this.mergeDraft = undefined
  }

  /** Edits are from now on compared with this. */
  #begin(base: TextFile | undefined, expected: Uint8Array | undefined): void {
    this.#base = base
    this.#expected = expected
    if (base) this.format = base.format
    this.revision += 1
  }

  #isExpected(data: Uint8Array): boolean {
    return this.#expected !== undefined && sameBytes(data, this.#expected)
  }

  #setText(text: string, undoable: boolean): void {
    this.#text = text
    this.#document?.replace(text, { undoable })
  }

  #next<T>(step: () => Promise<T>, otherwise: T): Promise<T> {
    const done = this.#queue.then(step).catch((error: unknown) => {
      this.saving = false
      this.problem = unexpected(t.workingOnFile, error)
      return otherwise
    })
    this.#queue = done
    return done
  }
}
