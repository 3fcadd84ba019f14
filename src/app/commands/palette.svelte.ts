/** The palette's list for a few letters: commands, files, sessions; one of it selected. */
import { fuzzyScore } from '../../agent/protocol/text/fuzzy.ts'
import type { AppModel } from '../app-model.svelte.ts'
import { PALETTE_FILES, PALETTE_SESSIONS } from '../limits.ts'
import { commandOrDescriptionScore } from './command-score.ts'
import { commands, runCommand } from './run.ts'
import type { ListedCommand } from './registry.ts'
import { shortcutsWith, shownShortcut } from './shortcuts.ts'
import { commands as t } from '../language/en/commands.ts'

export interface Entry {
  readonly id: string
  readonly label: string
  readonly detail: string
  /** As the keyboard has it. */
  readonly keys: string | undefined
  readonly whyNot: string | undefined
  readonly run: () => void
}

export interface EntryGroup {
  readonly title: string
  readonly entries: readonly Entry[]
}

export type PaletteKind = 'palette' | 'files'

export class Palette {
  query = $state('')
  selected = $state(0)
  #files = $state.raw<readonly Entry[]>([])
  readonly groups: readonly EntryGroup[] = $derived.by(() => {
    const commandGroups = this.#kind === 'palette' ? this.#commandGroups() : []
    const files = { title: t.filesGroup, entries: this.#files }
    const sessions = { title: t.sessions, entries: this.#kind === 'palette' ? this.#sessions() : [] }
    return [...commandGroups, files, sessions].filter(({ entries }) => entries.length > 0)
  })
  readonly entries = $derived(this.groups.flatMap(({ entries }) => entries))
  readonly current = $derived(this.entries[this.selected])

  readonly #app: AppModel
  readonly #kind: PaletteKind
  #asked = 0

  constructor(app: AppModel, kind: PaletteKind) {
    this.#app = app
    this.#kind = kind
    if (kind === 'files') void this.#findFiles('')
  }

  async search(query: string): Promise<void> {
    // Sessions are among the answers from the first letter on.
    if (this.#kind === 'palette' && this.query === '') void this.#app.sessions.load()
    this.query = query
    this.selected = 0
    if (this.#kind === 'files' || query.trim() !== '') return this.#findFiles(query)
    this.#asked += 1
    this.#files = []
  }

  move(by: number): void {
    const { length } = this.entries
    if (length > 0) this.selected = (this.selected + by + length) % length
  }

  /** Does what stands there, and closes; what cannot be done stays where it is. */
  take(entry: Entry): void {
    if (entry.whyNot !== undefined) return
    this.#app.dialog = undefined
    entry.run()
  }

  async #findFiles(query: string): Promise<void> {
    const asked = ++this.#asked
    const paths = await this.#app.workspace.find(query)
    if (asked !== this.#asked) return
    this.#files = paths
      .filter((path) => !path.endsWith('/'))
      .slice(0, PALETTE_FILES)
      .map((path) => {
        const cut = path.lastIndexOf('/') + 1
        const run = () => void this.#app.showFile(path)
        return {
          id: `file ${path}`,
          label: path.slice(cut),
          detail: path.slice(0, cut),
          keys: undefined,
          whyNot: undefined,
          run,
        }
      })
  }

  /** In their groups while nothing is typed, then the best first. */
  #commandGroups(): readonly EntryGroup[] {
    const listed = commands.list(this.#app)
    const letters = lettersOf(this.query)
    if (letters === '') {
      const groups = Map.groupBy(listed, ({ command }) => command.group)
      return [...groups].map(([group, own]) => ({
        title: t.groups[group],
        entries: own.map((one) => this.#entry(one)),
      }))
    }
    const fitting = listed
      .flatMap((one) => {
        const score = commandOrDescriptionScore(letters, one.command)
        return score === undefined ? [] : [{ one, score }]
      })
      .toSorted((a, b) => b.score - a.score)
    return [{ title: t.commands, entries: fitting.map(({ one }) => this.#entry(one)) }]
  }

  #entry({ command, whyNot }: ListedCommand): Entry {
    const keys = shortcutsWith(this.#app.settings.values?.shortcuts ?? {}).get(command.name)
    return {
      id: `command ${command.name}`,
      label: command.description,
      detail: `/${command.name}`,
      keys: keys === undefined ? undefined : shownShortcut(keys),
      whyNot,
      run: () => this.#runCommand(command),
    }
  }

  /** One that cannot do without an argument goes to the composer, for the person to say it. */
  #runCommand(command: ListedCommand['command']): void {
    if (!command.argumentHint?.startsWith('<')) return void runCommand(this.#app, command)
    this.#app.session.draft = `/${command.name} `
    this.#app.compose()
  }

  #sessions(): readonly Entry[] {
    const letters = lettersOf(this.query)
    if (letters === '') return []
    return (this.#app.sessions.list ?? [])
      .filter(({ state }) => state !== 'deleted')
      .flatMap((session) => {
        const score = session.id === this.#app.session.id ? undefined : fuzzyScore(letters, session.title)
        return score === undefined ? [] : [{ session, score }]
      })
      .toSorted((a, b) => b.score - a.score)
      .slice(0, PALETTE_SESSIONS)
      .map(({ session: { id, title, workspace } }) => ({
        id: `session ${id}`,
        label: title === '' ? t.untitled : title,
        detail: workspace ?? '',
        keys: undefined,
        whyNot: undefined,
        run: () => void this.#app.openSession(id),
      }))
  }
}

function lettersOf(query: string): string {
  return query.toLowerCase().replaceAll(/[\s/]+/g, '')
}
