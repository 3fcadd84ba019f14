/** The composer's list while a command or a mention is typed; one of it is selected. */
import type { AppModel } from '../../app-model.svelte.ts'
import { partialName } from '../../commands/command-line.ts'
import { commandScore } from '../../commands/command-score.ts'
import type { ListedCommand } from '../../commands/registry.ts'
import { loadCommands } from '../../lazy.ts'
import { SUGGESTIONS_SHOWN } from '../../limits.ts'
import { mention, partialMention } from './mentions.ts'
import type { Suggestion } from './suggestion.ts'
import { chat as t } from '../../language/en/chat.ts'
import { places } from '../../language/en/places.ts'

interface Range {
  readonly start: number
  readonly end: number
}

export class Suggestions {
  items = $state.raw<readonly Suggestion[]>([])
  /** Index of the one that Enter takes. */
  selected = $state(0)
  label = $state('')
  readonly open = $derived(this.items.length > 0)

  readonly #app: AppModel
  #updated: Promise<void> = Promise.resolve()
  #range: Range = { start: 0, end: 0 }
  /** The composer's text when the list was made. */
  #madeFor = ''
  /** A list that comes late belongs to what was typed before. */
  #asked = 0
  /** Closed by hand: it stays so until something else is typed. */
  #closedAt: string | undefined

  constructor(app: AppModel) {
    this.#app = app
  }

  /** Follows what stands in the composer. */
  update(text: string, caret: number): Promise<void> {
    this.#updated = this.#update(text, caret)
    return this.#updated
  }

  async #update(text: string, caret: number): Promise<void> {
    const asked = ++this.#asked
    const name = partialName(text, caret)
    const mentioned = name === undefined ? partialMention(text, caret) : undefined
    const show = (items: readonly Suggestion[], range: Range, label: string) => {
      if (asked !== this.#asked) return
      this.#show(items, range, label)
      this.#madeFor = text
    }
    if ((name === undefined && !mentioned) || this.#closedAt === text)
      return this.#show([], { start: 0, end: 0 })
    this.#closedAt = undefined
    if (name !== undefined) {
      show(await this.#commands(name), { start: 0, end: caret }, t.commands)
    } else if (mentioned) {
      const range = { start: mentioned.start, end: caret }
      if (mentioned.typed.startsWith('#'))
        show(await this.#symbols(mentioned.typed.slice(1)), range, places.symbols)
      else show(await this.#mentioned(mentioned.typed), range, t.files)
    }
  }

  /** The selected one, if the list is of this text already: who types fast must not get what fitted a letter before. */
  currentFor(text: string): Suggestion | undefined {
    return text === this.#madeFor ? this.items[this.selected] : undefined
  }

  /** The same, waited for: Enter on a list that is a letter behind means the list to come. */
  async fitting(text: string): Promise<Suggestion | undefined> {
    // The caller of `update` reports its failure.
    if (text !== this.#madeFor) await Promise.allSettled([this.#updated])
    return this.currentFor(text)
  }

  move(by: number): void {
    const { length } = this.items
    this.selected = (this.selected + by + length) % length
  }

  close(text: string): void {
    this.#asked += 1
    this.#closedAt = text
    this.items = []
  }

  /** The text with this one in it, and where the caret then stands. */
  taken(text: string, { insert, isFolder }: Suggestion): { readonly text: string; readonly caret: number } {
    const { start, end } = this.#range
    const after = text.slice(end)
    const space = isFolder || insert === '' || /^\s/.test(after) ? '' : ' '
    return {
      text: text.slice(0, start) + insert + space + after,
      caret: start + insert.length + (isFolder || insert === '' ? 0 : 1),
    }
  }

  #show(items: readonly Suggestion[], range: Range, label = ''): void {
    this.items = items
    this.#range = range
    this.label = label
    this.selected = 0
  }

  async #commands(typed: string): Promise<readonly Suggestion[]> {
    const { commands } = await loadCommands()
    return commands
      .list(this.#app)
      .flatMap((listed) => {
        const score = typed === '' ? 0 : commandScore(typed, listed.command)
        return score === undefined ? [] : [{ listed, score }]
      })
      .toSorted((a, b) => b.score - a.score)
      .map(({ listed }) => suggestionOf(listed))
  }

  async #symbols(typed: string): Promise<readonly Suggestion[]> {
    const { mentionedSymbols } = await import('./mention-things.ts')
    return mentionedSymbols(this.#app, typed)
  }

  /** Files, and what else has the name. */
  async #mentioned(typed: string): Promise<readonly Suggestion[]> {
    const [paths, { mentionThings }] = await Promise.all([this.#paths(typed), import('./mention-things.ts')])
    const things = mentionThings(this.#app, typed)
    return typed === '' ? [...paths, ...things] : [...things, ...paths]
  }

  async #paths(typed: string): Promise<readonly Suggestion[]> {
    const found = await this.#app.workspace.find(typed.replace(/^\.?\//, ''))
    return found.slice(0, SUGGESTIONS_SHOWN).map((path) => {
      const isFolder = path.endsWith('/')
      const name = path.split('/').findLast((part) => part !== '') ?? path
      const detail = path.slice(0, path.length - name.length - (isFolder ? 1 : 0))
      const insert = mention(path)
      const label = isFolder ? `${name}/` : name
      return {
        id: path,
        label,
        detail,
        whyNot: undefined,
        insert,
        runs: false,
        isFolder: isFolder && !insert.endsWith('"'),
      }
    })
  }
}

function suggestionOf({ command, whyNot }: ListedCommand): Suggestion {
  const { name, argumentHint, description } = command
  return {
    id: name,
    label: `/${name}${argumentHint === undefined ? '' : ` ${argumentHint}`}`,
    detail: description,
    whyNot,
    insert: `/${name}`,
    runs: argumentHint?.startsWith('<') !== true,
    isFolder: false,
  }
}
