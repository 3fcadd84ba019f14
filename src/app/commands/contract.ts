/** A slash command: what it is called and when it is there, apart from the code that runs it. */
import type { AppModel } from '../app-model.svelte.ts'

/** As the palette shows them together. */
type CommandGroup = 'Session' | 'Agent' | 'Workspace' | 'View' | 'Help'

interface CommandFacts {
  /** Without the slash. */
  readonly name: string
  /** Other names that it is known by. */
  readonly aliases?: readonly string[]
  /** A few words for the palette, in the language of the page; the name is the same in all. */
  readonly description: string
  /** Arguments that may follow the name, e.g. `[title]`. */
  readonly argumentHint?: string
  readonly group: CommandGroup
  /** Whether it is there at all, e.g. where the browser can do it; absent: always. */
  readonly isAvailable?: (app: AppModel) => boolean
  /** Why it cannot be run just now; asked at each listing, never remembered. */
  readonly whyNot?: (app: AppModel) => string | undefined
}

/** Output of a local command: Markdown, or nothing. */
export type LocalOutcome = { readonly type: 'text'; readonly text: string } | { readonly type: 'skip' }

type Loaded<Run> = () => Promise<Run>

/** Does something at once, and may say what came of it. */
export interface LocalCommand extends CommandFacts {
  readonly type: 'local'
  readonly load: Loaded<(app: AppModel, args: string) => LocalOutcome | Promise<LocalOutcome>>
}

/** Opens a part of the screen. */
export interface InteractiveCommand extends CommandFacts {
  readonly type: 'interactive'
  readonly load: Loaded<(app: AppModel, args: string) => void | Promise<void>>
}

/** Puts together a message for the model. */
export interface PromptCommand extends CommandFacts {
  readonly type: 'prompt'
  readonly load: Loaded<(args: string) => string>
}

export type Command = LocalCommand | InteractiveCommand | PromptCommand

export const SKIP: LocalOutcome = { type: 'skip' }

export function say(text: string): LocalOutcome {
  return { type: 'text', text }
}
