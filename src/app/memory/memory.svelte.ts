/** The notes of the open project and of all projects, as of when the dialog is open. */
import type { AgentApi } from '../../agent/protocol/calls/agent-api.ts'
import type {
  ListedNote,
  MemoryApi,
  MemoryList,
  NamedFile,
  NoteScope,
  TakenNotes,
} from '../../agent/protocol/calls/memory.ts'
import { ok } from '../../sandbox/contract/errors.ts'
import type { Result } from '../../sandbox/contract/errors.ts'
import { memory as t } from '../language/en/memory.ts'
import { unexpected, type Problem } from '../problem.ts'
import { formatBytes } from '../ui/format.ts'
import { saveFile } from '../workspace/save-file.ts'
import { NoteEditor, type NewNote } from './note-editor.svelte.ts'
import { shownNotes } from './notes.ts'

export class MemoryModel {
  /** Undefined until it has been read once. */
  list = $state.raw<MemoryList>()
  problem = $state.raw<Problem>()
  query = $state('')
  /** Files that the user has chosen, until they have said what they are for. */
  chosen = $state.raw<readonly File[]>([])
  /** Outcome of the last import. */
  taken = $state.raw<TakenNotes>()
  isBusy = $state(false)
  /** The part on a narrow screen. */
  shows = $state<'list' | 'editor'>('list')
  editor: NoteEditor
  /** Editors whose text is not stored, by project and path. */
  readonly #unsaved = new Map<string, NoteEditor>()
  /** Project whose notes are shown; undefined until they were read. */
  #project: string | undefined
  #session = ''
  readonly #api: MemoryApi

  constructor({ memory }: Pick<AgentApi, 'memory'>) {
    this.#api = memory
    this.editor = $state.raw(this.#newEditor())
  }

  /** No derived value: one that is made in a component ends with it, and the model does not. */
  get shown(): readonly ListedNote[] {
    return shownNotes(this.list?.notes ?? [], this.query.trim())
  }

  /** The note in the editor, as the list has it. */
  get current(): ListedNote | undefined {
    return this.list?.notes.find(({ path }) => path === this.editor.path)
  }

  /** Nothing can be changed here. */
  get isLocked(): boolean {
    return this.list?.isNewer === true
  }

  isUnsaved(path: string): boolean {
    const editor = this.editor.path === path ? this.editor : this.#unsaved.get(this.#key(path))
    return editor?.isChanged === true
  }

  /** Another session may be of another project. */
  reset(session: string): void {
    if (session === this.#session) return
    this.#session = session
    this.list = undefined
    this.problem = undefined
    this.chosen = []
  }

  /** Before a session is open there are none: it is called again when one is. */
  async load(): Promise<void> {
    const list = await this.#done(t.readingNotes, async () => {
      const read = await this.#api.list()
      return read.ok || read.error.kind !== 'not_found' ? read : ok(undefined)
    })
    if (!list) return
    const project = list.project?.id ?? ''
    if (this.#project !== undefined && project !== this.#project) this.#leaveProject(project)
    this.#project = project
    this.list = list
    const { editor, current } = this
    // Another version than the one that is shown, and nothing was typed.
    if (current && current.hash !== editor.hash && !editor.isChanged && !editor.isBusy) await editor.load()
  }

  /** Shows a note; what was typed into another stays there. */
  async open(path: string): Promise<void> {
    this.shows = 'editor'
    if (path === this.editor.path) return
    const kept = this.#unsaved.get(this.#key(path))
    this.#show(kept ?? this.#newEditor(path))
    if (!kept) await this.editor.load()
  }

  /** Shows a note that may be gone: then the list, which has it under the deleted ones. */
  async find(path: string): Promise<void> {
    await this.load()
    const isGone = this.list?.notes.every((note) => note.path !== path) === true
    if (isGone) this.shows = 'list'
    else await this.open(path)
  }

  /** An empty editor, or the new note that was begun. */
  begin(note: NewNote = { text: '' }): void {
    this.shows = 'editor'
    if (!this.editor.isNew) this.#show(this.#unsaved.get(this.#key('')) ?? this.#newEditor())
    this.editor.begin(note)
  }

  /** Brings back a deleted note, and shows it. */
  async bringBack(path: string): Promise<void> {
    if (!(await this.#did(t.undoing, () => this.#api.undo(path)))) return
    this.#unsaved.delete(this.#key(path))
    await this.load()
    if (this.editor.path === path) await this.editor.load()
    else await this.open(path)
  }

  async setOn(isOn: boolean): Promise<void> {
    await this.#did(t.switching, () => this.#api.setOn(isOn))
    await this.load()
  }

  /** Gives all notes to the user as a zip. */
  async export(): Promise<void> {
    const packed = await this.#done(t.exporting, () => this.#api.pack())
    if (packed) saveFile('memory.zip', packed)
  }

  /** Takes in the chosen files. */
  async import(scope: NoteScope): Promise<void> {
    const files = this.chosen
    this.chosen = []
    this.isBusy = true
    const left: { name: string; reason: string }[] = []
    const read: NamedFile[] = []
    const most = this.list?.limits.fileBytes ?? 0
    for (const file of files) {
      const isLarge = file.size > most
      const data = isLarge ? undefined : await bytesOf(file)
      if (data) read.push({ name: file.name, data })
      else left.push({ name: file.name, reason: isLarge ? t.tooLarge(formatBytes(most)) : t.unreadable })
    }
    const taken =
      read.length === 0
        ? { taken: [], left: [] }
        : await this.#done(t.importing, () => this.#api.takeIn(read, scope))
    if (taken) this.taken = { taken: taken.taken, left: [...left, ...taken.left] }
    this.isBusy = false
    await this.load()
  }

  #newEditor(path?: string): NoteEditor {
    return new NoteEditor(this.#api, () => this.load(), path)
  }

  #show(editor: NoteEditor): void {
    this.#keep()
    this.editor = editor
    this.#unsaved.delete(this.#key(editor.path ?? ''))
  }

  /** Keeps the text of the editor that is left, if it is not stored. */
  #keep(): void {
    if (this.editor.isChanged) this.#unsaved.set(this.#key(this.editor.path ?? ''), this.editor)
  }

  /** A new note goes along: nothing was said yet of where it belongs. */
  #leaveProject(project: string): void {
    this.taken = undefined
    if (this.editor.isNew) return
    this.#keep()
    this.#project = project
    this.editor = this.#unsaved.get(this.#key('')) ?? this.#newEditor()
    this.shows = 'list'
  }

  #key(path: string): string {
    return path === '' ? '' : `${this.#project} ${path}`
  }

  async #did(attempt: string, call: () => Promise<Result<void>>): Promise<boolean> {
    const done = await this.#done(attempt, async () => {
      const result = await call()
      return result.ok ? { ok: true as const, value: true } : result
    })
    return done === true
  }

  /** The value; undefined where it failed, which is shown. */
  async #done<T>(attempt: string, call: () => Promise<Result<T>>): Promise<T | undefined> {
    try {
      const result = await call()
      if (result.ok) return result.value
      this.problem = { message: result.error.message, hint: result.error.hint }
    } catch (error) {
      this.problem = unexpected(attempt, error)
    }
    return undefined
  }
}

async function bytesOf(file: File): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    // It was moved or deleted since it was chosen.
    return undefined
  }
}
