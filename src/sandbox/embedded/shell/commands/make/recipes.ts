/** Runs recipes, line by line, in shells of their own. */
import type { Expander } from './expand.ts'
import type { Makefile, Rule } from './makefile.ts'
import type { Variables } from './variables.ts'
import { stemOf } from './words.ts'

export interface RecipeHost {
  /** Returns the exit code. */
  run(command: string, variables: Variables): Promise<number>
  say(text: string): void
  err(text: string): void
  readonly name: string
}

export interface RecipeFlags {
  readonly isDry: boolean
  readonly isSilent: boolean
  readonly ignoresErrors: boolean
}

interface Step {
  readonly command: string
  readonly place: string
  readonly isSilent: boolean
  readonly ignores: boolean
  /** Runs even when recipes are only shown. */
  readonly always: boolean
}

/** One target, and the rule whose recipe makes it. */
export interface Work {
  readonly target: string
  readonly rule: Rule
  readonly variables: Variables
}

export class RecipeRunner {
  readonly #makefile: Makefile
  readonly #expander: Expander
  readonly #host: RecipeHost
  readonly #flags: RecipeFlags

  constructor(parts: { makefile: Makefile; expander: Expander; host: RecipeHost; flags: RecipeFlags }) {
    this.#makefile = parts.makefile
    this.#expander = parts.expander
    this.#host = parts.host
    this.#flags = parts.flags
  }

  /** False when a line failed, which has been said. */
  async runRecipe(work: Work): Promise<boolean> {
    for (const step of await this.#steps(work)) {
      const isShown = this.#flags.isDry || !(step.isSilent || this.#isSilent(work.target))
      if (isShown) this.#host.say(`${step.command}\n`)
      if (this.#flags.isDry && !step.always) continue
      const code = await this.#host.run(step.command, work.variables)
      if (code === 0) continue
      const ignores = step.ignores || this.#flags.ignoresErrors || this.#ignores(work.target)
      const what = `[${step.place}: ${work.target}] Error ${code}`
      this.#host.err(`${this.#host.name}: ${ignores ? `${what} (ignored)` : `*** ${what}`}\n`)
      if (!ignores) return false
    }
    return true
  }

  #isSilent(target: string): boolean {
    const { silent, special } = this.#makefile
    return this.#flags.isSilent || silent.has(target) || (special.has('.SILENT') && silent.size === 0)
  }

  #ignores(target: string): boolean {
    const { ignoring, special } = this.#makefile
    return [...ignoring].some((one) => stemOf(one, target) !== undefined) || special.has('.IGNORE')
  }

  /** All lines are expanded before the first one runs. */
  async #steps({ rule, variables }: Work): Promise<readonly Step[]> {
    const steps: Step[] = []
    for (const { text, place } of rule.recipe) {
      const always = /\$[({]MAKE[)}]/.test(text)
      const expanded = await this.#expander.expand(text.replace(/\\\n\t/g, '\\\n'), variables)
      for (const line of separate(expanded)) steps.push(...stepOf(line, place, always))
    }
    if (!this.#makefile.special.has('.ONESHELL') || steps.length === 0) return steps
    const [first] = steps
    return first === undefined ? [] : [{ ...first, command: steps.map((step) => step.command).join('\n') }]
  }
}

/** A variable may bring several lines; a backslash joins two. */
function separate(text: string): string[] {
  return text.match(/(?:[^\\\n]|\\[^])+/g) ?? []
}

function stepOf(line: string, place: string, always: boolean): Step[] {
  const [, marks = '', command = ''] = /^([ \t@+-]*)([^]*)$/.exec(line) ?? []
  if (command.trim() === '') return []
  return [
    {
      command,
      place,
      isSilent: marks.includes('@'),
      ignores: marks.includes('-'),
      always: always || marks.includes('+'),
    },
  ]
}
