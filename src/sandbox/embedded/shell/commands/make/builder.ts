/** Brings targets up to date. */
import { assign } from './assign.ts'
import type { Expander } from './expand.ts'
import { ImplicitRules, type ImplicitRule } from './implicit-rules.ts'
import { MakeError } from './make-error.ts'
import type { Makefile, Rule } from './makefile.ts'
import { automaticVariables } from './automatic-variables.ts'
import { Variables } from './variables.ts'
import { stemOf } from './words.ts'

/** The builder's interface to the rest of make. */
export interface Workshop {
  /** Undefined when there is no such file. */
  modified(path: string): number | undefined
  remove(path: string): void
  /** Runs the target's recipe; false when it failed, which has been said. */
  runRecipe(work: { target: string; rule: Rule; variables: Variables }): Promise<boolean>
  warn(text: string): void
  say(text: string): void
  fail(error: MakeError): void
}

interface Flags {
  readonly keepsGoing: boolean
  readonly remakesAll: boolean
  /** Recipes are only shown. */
  readonly isDry: boolean
}

interface Outcome {
  readonly isFailed: boolean
  /** A prerequisite has failed. */
  readonly isBlocked?: boolean
  /** Its recipe has run, or it stands for no file. */
  readonly isNew: boolean
  readonly mtime: number | undefined
}

export class Builder {
  readonly #makefile: Makefile
  readonly #expander: Expander
  readonly #workshop: Workshop
  readonly #flags: Flags
  readonly #implicit: ImplicitRules
  readonly #done = new Map<string, Outcome>()
  readonly #doing: string[] = []
  /** Made on the way to something else, and mentioned nowhere. */
  readonly #intermediate: string[] = []
  #cooked = 0

  constructor(parts: { makefile: Makefile; expander: Expander; workshop: Workshop; flags: Flags }) {
    this.#makefile = parts.makefile
    this.#expander = parts.expander
    this.#workshop = parts.workshop
    this.#flags = parts.flags
    this.#implicit = new ImplicitRules(parts.makefile, (path) => parts.workshop.modified(path) !== undefined)
  }

  /** True when all went well. */
  async goals(goals: readonly string[]): Promise<boolean> {
    let isGood = true
    for (const goal of goals) {
      const before = this.#cooked
      const outcome = await this.#attempt(goal)
      isGood &&= !outcome.isFailed
      if (outcome.isBlocked && this.#flags.keepsGoing)
        this.#workshop.warn(`Target '${goal}' not remade because of errors.`)
      if (outcome.isFailed && !this.#flags.keepsGoing) break
      if (!outcome.isFailed && this.#cooked === before) this.#sayIdle(goal)
    }
    this.#removeIntermediates()
    return isGood
  }

  async #attempt(goal: string): Promise<Outcome> {
    try {
      return await this.#update(goal, undefined, this.#makefile.variables)
    } catch (error) {
      if (!(error instanceof MakeError)) throw error
      this.#workshop.fail(error)
      return FAILED
    }
  }

  #sayIdle(goal: string): void {
    const hasRecipe =
      (this.#makefile.rules.get(goal)?.recipe.length ?? 0) > 0 || this.#implicit.find(goal) !== undefined
    const isFile = !this.#makefile.phony.has(goal) && hasRecipe
    this.#workshop.say(isFile ? `'${goal}' is up to date.` : `Nothing to be done for '${goal}'.`)
  }

  #removeIntermediates(): void {
    const there = this.#intermediate.filter((path) => this.#workshop.modified(path) !== undefined)
    const gone = there.filter((path) => !this.#isPrecious(path))
    if (gone.length > 0 && !this.#flags.isDry) this.#workshop.say(`rm ${gone.join(' ')}`)
    for (const path of this.#flags.isDry ? [] : gone) this.#workshop.remove(path)
  }

  #isPrecious(path: string): boolean {
    if (this.#makefile.special.has('.SECONDARY')) return true
    return [...this.#makefile.precious].some((pattern) => stemOf(pattern, path) !== undefined)
  }

  async #update(target: string, neededBy: string | undefined, outer: Variables): Promise<Outcome> {
    const done = this.#done.get(target)
    if (done !== undefined) return done
    if (this.#doing.includes(target)) {
      this.#workshop.warn(`Circular ${neededBy ?? target} <- ${target} dependency dropped.`)
      return { isFailed: false, isNew: false, mtime: undefined }
    }
    this.#doing.push(target)
    try {
      const outcome = await this.#bring(target, neededBy, outer)
      this.#done.set(target, outcome)
      return outcome
    } finally {
      this.#doing.pop()
    }
  }

  async #bring(target: string, neededBy: string | undefined, outer: Variables): Promise<Outcome> {
    const rule = this.#ruleFor(target)
    const before = this.#makefile.phony.has(target) ? undefined : this.#workshop.modified(target)
    if (rule === undefined) {
      if (before !== undefined) return { isFailed: false, isNew: false, mtime: before }
      const needed = neededBy === undefined ? '' : `, needed by '${neededBy}'`
      const error = new MakeError(`No rule to make target '${target}'${needed}`)
      if (!this.#flags.keepsGoing) throw error
      this.#workshop.fail(error)
      return FAILED
    }
    const variables = await this.#scopeOf(target, outer)
    const isKnown = neededBy === undefined || this.#makefile.rules.has(target)
    const wasThere = before !== undefined
    const { newer, isFailed } = await this.#prerequisites(target, rule, { variables, before })
    if (isFailed) return { ...FAILED, isBlocked: true }
    const isOld = before === undefined || newer.length > 0 || this.#flags.remakesAll
    if (!isOld) return { isFailed: false, isNew: false, mtime: before }
    if (rule.recipe.length === 0) return { isFailed: false, isNew: true, mtime: before }
    this.#cooked += 1
    automaticVariables(variables, { target, rule, newer: before === undefined ? rule.prerequisites : newer })
    const isGood = await this.#workshop.runRecipe({ target, rule, variables })
    if (!isGood) return this.#failed(target, before)
    if (!isKnown && !wasThere && !this.#isMentioned(target)) this.#intermediate.push(target)
    const mtime = this.#makefile.phony.has(target) ? undefined : this.#workshop.modified(target)
    const outcome = {
      isFailed: false,
      isNew: this.#flags.isDry || mtime === undefined || mtime !== before,
      mtime,
    }
    for (const other of rule.others)
      this.#done.set(other, { ...outcome, mtime: this.#workshop.modified(other) })
    return outcome
  }

  #failed(target: string, before: number | undefined): Outcome {
    const after = this.#workshop.modified(target)
    if (this.#makefile.special.has('.DELETE_ON_ERROR') && after !== undefined && after !== before) {
      this.#workshop.warn(`*** Deleting file '${target}'`)
      this.#workshop.remove(target)
    }
    return FAILED
  }

  #isMentioned(target: string): boolean {
    return [...this.#makefile.rules.values()].some((rule) =>
      [...rule.prerequisites, ...rule.orderOnly].includes(target),
    )
  }

  async #prerequisites(
    target: string,
    rule: Rule,
    { variables, before }: { variables: Variables; before: number | undefined },
  ): Promise<{ newer: string[]; isFailed: boolean }> {
    const newer: string[] = []
    let isFailed = false
    for (const name of [...rule.prerequisites, ...rule.orderOnly]) {
      if (before !== undefined && this.#isFresh(name, before)) continue
      const outcome = await this.#update(name, target, variables)
      isFailed ||= outcome.isFailed
      if (outcome.isFailed && !this.#flags.keepsGoing) return { newer, isFailed }
      if (!rule.prerequisites.includes(name)) continue
      const isNewer = outcome.isNew || (before !== undefined && (outcome.mtime ?? 0) > before)
      if (isNewer && !newer.includes(name)) newer.push(name)
    }
    return { newer, isFailed }
  }

  /** A file on the way that is not there need not be made when what it would be made of is old enough. */
  #isFresh(name: string, than: number): boolean {
    const isOnTheWay = !this.#makefile.rules.has(name) && !this.#isMentioned(name)
    if (!isOnTheWay || this.#workshop.modified(name) !== undefined) return false
    const needs = this.#implicit.find(name)?.prerequisites ?? []
    const isOld = (one: string): boolean => (this.#workshop.modified(one) ?? Infinity) <= than
    return needs.length > 0 && needs.every((one) => isOld(one) || this.#isFresh(one, than))
  }

  #ruleFor(target: string): ImplicitRule | undefined {
    const explicit = this.#makefile.rules.get(target)
    if (explicit !== undefined && (explicit.recipe.length > 0 || this.#makefile.phony.has(target)))
      return { ...explicit, others: [] }
    const implicit = this.#implicit.find(target)
    if (explicit === undefined) return implicit
    if (implicit === undefined) return { ...explicit, others: [] }
    return {
      ...implicit,
      prerequisites: [...implicit.prerequisites, ...explicit.prerequisites],
      orderOnly: [...implicit.orderOnly, ...explicit.orderOnly],
    }
  }

  /** The variables of a target hold for what it needs too. */
  async #scopeOf(target: string, outer: Variables): Promise<Variables> {
    const scope = new Variables(outer)
    for (const [pattern, list] of this.#makefile.targetVariables) {
      if (stemOf(pattern, target) === undefined) continue
      for (const { name, operator, value, isOverride } of list)
        await assign(this.#expander, scope, {
          name,
          operator,
          value,
          origin: isOverride ? 'override' : 'file',
        })
    }
    return scope
  }
}

const FAILED: Outcome = { isFailed: true, isNew: false, mtime: undefined }
