/** Code of an answer on its way into a file: which file, where in it, and what would change. */
import { isWithin, relativeTo, resolve, WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import { code as t } from '../../language/en/code.ts'
import type { Problem } from '../../problem.ts'
import type { CursorGoal, OpenFilesModel } from '../../workspace/editor/open-files.svelte.ts'
import type { OpenFile } from '../../workspace/editor/open-file.svelte.ts'
import type { AnswerCode, CodeActions } from './code-actions.ts'
import { placesFor, withCode, type Place } from './place-code.ts'

type Target =
  /** No file is named yet. */
  | { readonly state: 'none' }
  | { readonly state: 'reading' }
  | { readonly state: 'refused'; readonly problem: Problem }
  | {
      readonly state: 'ready'
      readonly isNew: boolean
      readonly before: string
      readonly places: readonly Place[]
    }

interface Parts {
  readonly files: OpenFilesModel
  /** Brings the person to the question where it goes. */
  readonly ask: () => void
  readonly showFile: (path: string, goal?: CursorGoal) => Promise<void>
}

export class CodeApply implements CodeActions {
  code = $state.raw('')
  /** As it is typed. */
  path = $state.raw('')
  target = $state.raw<Target>({ state: 'none' })
  place = $state.raw<Place>({ kind: 'whole' })
  problem = $state.raw<Problem>()
  busy = $state(false)

  /** The file as it would be. */
  readonly after = $derived.by(() =>
    this.target.state === 'ready' ? withCode(this.target.before, this.code, this.place) : undefined,
  )

  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  apply({ code, path = '' }: AnswerCode): void {
    this.code = code
    this.problem = undefined
    this.#parts.ask()
    void this.choose(path)
  }

  /** The file that it names, at the place that it is about; where there is none yet, a new one that is not saved. */
  async open({ code, path }: AnswerCode): Promise<void> {
    if (path === undefined) return this.apply({ code, path })
    this.code = code
    await this.choose(path)
    const { target } = this
    if (target.state === 'ready' && target.isNew) return void (await this.edit())
    const part = target.state === 'ready' ? target.places.find(({ kind }) => kind === 'part') : undefined
    await this.#parts.showFile(path, part?.kind === 'part' ? { line: part.first + 1, column: 1 } : undefined)
  }

  /** The file that it is for, relative to the workspace. */
  async choose(typed: string): Promise<void> {
    this.path = typed
    this.target = { state: 'none' }
    const path = this.#target()
    if (path === '') return
    if (path === undefined) return this.#refuse(t.notInWorkspace(typed), t.nameAnother)
    this.target = { state: 'reading' }
    const file = await this.#parts.files.peek(path)
    // Another was chosen meanwhile.
    if (this.path !== typed) return
    const { content } = file
    const isNew = content.kind === 'failed' && content.isMissing
    if (!isNew && (content.kind !== 'text' || !content.editable)) {
      return content.kind === 'failed'
        ? this.#refuse(content.problem.message, content.problem.hint)
        : this.#refuse(t.noText(path), t.chooseAnother)
    }
    const before = isNew ? '' : file.text()
    const places = placesFor(before, this.code)
    this.place = places[0] ?? { kind: 'whole' }
    this.target = { state: 'ready', isNew, before, places }
  }

  /** Writes it. True when the file has it now. */
  async write(): Promise<boolean> {
    return this.#edited(async (file) => file.save())
  }

  /** Puts it into the editor, to go on with by hand. */
  async edit(): Promise<boolean> {
    return this.#edited(async () => true)
  }

  async #edited(then: (file: OpenFile) => Promise<boolean>): Promise<boolean> {
    const { after, target } = this
    const path = this.#target()
    const { files, showFile } = this.#parts
    if (path === undefined || path === '' || after === undefined || target.state !== 'ready') return false
    if (files.locked !== '') {
      this.problem = { message: files.locked, hint: undefined }
      return false
    }
    this.busy = true
    await showFile(path)
    const file = files.current
    const isAsShown = file?.path === path && (target.isNew || file.text() === target.before)
    this.busy = false
    if (!file || !isAsShown) {
      this.problem = { message: t.changedMeanwhile(path), hint: t.lookAgain }
      await this.choose(this.path)
      return false
    }
    if (!file.propose(after)) {
      this.problem = { message: t.cannotBeEdited(path), hint: t.chooseAnother }
      return false
    }
    this.busy = true
    const done = await then(file)
    this.busy = false
    this.problem = done ? undefined : (file.problem ?? conflictOf(path))
    return done
  }

  /** '' when none is named, undefined when it is nowhere in the workspace. */
  #target(): string | undefined {
    const typed = this.path.trim()
    if (typed === '') return ''
    const path = resolve(typed)
    return path !== WORKSPACE_ROOT && isWithin(path, WORKSPACE_ROOT) ? relativeTo(path) : undefined
  }

  #refuse(message: string, hint: string | undefined): void {
    this.target = { state: 'refused', problem: { message, hint } }
  }
}

function conflictOf(path: string): Problem {
  return { message: t.changedByOther(path), hint: t.editorShowsBoth }
}
