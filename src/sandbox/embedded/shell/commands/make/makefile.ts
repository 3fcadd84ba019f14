/** Contents of the makefiles, once read. */
import { Variables } from './variables.ts'

export interface RecipeLine {
  /** Unexpanded. */
  readonly text: string
  /** `FILE:LINE` of it. */
  readonly place: string
}

export interface Rule {
  readonly prerequisites: readonly string[]
  /** They must be there, but their age does not matter. */
  readonly orderOnly: readonly string[]
  readonly recipe: readonly RecipeLine[]
  readonly place: string
  /** Value of `$*`, for a rule from a pattern. */
  readonly stem: string | undefined
}

export interface PatternRule extends Rule {
  readonly targets: readonly string[]
}

export interface Makefile {
  readonly variables: Variables
  /** One for each target; what several rules say of it is joined. */
  readonly rules: Map<string, Rule>
  readonly patternRules: PatternRule[]
  readonly phony: Set<string>
  readonly silent: Set<string>
  readonly ignoring: Set<string>
  /** Targets of this kind, e.g. `.ONESHELL`, that were seen with or without prerequisites. */
  readonly special: Set<string>
  readonly precious: Set<string>
  /** By target, or by pattern. */
  readonly targetVariables: Map<string, TargetVariable[]>
  /** `true` for what is exported, `false` for what is not to be. */
  readonly exports: Map<string, boolean>
  exportsAll: boolean
  defaultGoal: string | undefined
}

export interface TargetVariable {
  readonly name: string
  readonly operator: string
  readonly value: string
  readonly isOverride: boolean
}

export function emptyMakefile(): Makefile {
  return {
    variables: new Variables(),
    rules: new Map(),
    patternRules: [],
    phony: new Set(),
    silent: new Set(),
    ignoring: new Set(),
    special: new Set(),
    precious: new Set(),
    targetVariables: new Map(),
    exports: new Map(),
    exportsAll: false,
    defaultGoal: undefined,
  }
}
