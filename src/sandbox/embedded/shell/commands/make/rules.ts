/** Rules as they are read, put where they will be looked for. */
import { MakeError } from './make-error.ts'
import type { Makefile, RecipeLine, Rule } from './makefile.ts'
import { stemOf, withStem, wordsOf } from './words.ts'

export interface RuleDraft {
  /** `targets: prerequisites`, expanded. */
  readonly head: string
  readonly recipe: RecipeLine[]
  readonly place: string
}

/** Special targets that only say how, and whose names are kept. */
const MODES = [
  '.ONESHELL',
  '.DELETE_ON_ERROR',
  '.NOTPARALLEL',
  '.POSIX',
  '.SUFFIXES',
  '.INTERMEDIATE',
  '.SECONDARY',
]

export function addRule(makefile: Makefile, draft: RuleDraft): void {
  const [, targetText = '', double = '', rest = ''] =
    /^((?:[^:]|:(?=[\\/]))*?)\s*(::?)([^]*)$/.exec(draft.head) ?? []
  if (double === '::') throw new MakeError('double-colon rules are not supported here', draft.place)
  const targets = wordsOf(targetText)
  const middle = /^([^:]*):([^]*)$/.exec(rest)
  const pattern = middle === null ? undefined : (middle[1] ?? '').trim()
  const [normal = '', orderOnly = ''] = (middle === null ? rest : (middle[2] ?? '')).split('|')
  const rule: Rule = {
    prerequisites: wordsOf(normal),
    orderOnly: wordsOf(orderOnly),
    recipe: draft.recipe,
    place: draft.place,
    stem: undefined,
  }
  if (pattern !== undefined) return addStatic(makefile, targets, { pattern, rule })
  if (targets.some((target) => target.includes('%'))) {
    makefile.patternRules.push({ ...rule, targets })
    return
  }
  for (const target of targets) if (!addSpecial(makefile, target, rule)) addTarget(makefile, target, rule)
}

/** `targets: pattern: prerequisites`. */
function addStatic(
  makefile: Makefile,
  targets: readonly string[],
  given: { pattern: string; rule: Rule },
): void {
  for (const target of targets) {
    const stem = stemOf(given.pattern, target)
    if (stem === undefined)
      throw new MakeError(`target '${target}' doesn't match the target pattern`, given.rule.place)
    const prerequisites = given.rule.prerequisites.map((one) => withStem(one, stem))
    const orderOnly = given.rule.orderOnly.map((one) => withStem(one, stem))
    addTarget(makefile, target, { ...given.rule, prerequisites, orderOnly, stem })
  }
}

/** True when the target says something about others. */
function addSpecial(makefile: Makefile, target: string, rule: Rule): boolean {
  const lists = new Map([
    ['.PHONY', makefile.phony],
    ['.SILENT', makefile.silent],
    ['.IGNORE', makefile.ignoring],
    ['.PRECIOUS', makefile.precious],
    ['.SECONDARY', makefile.precious],
  ])
  const list = lists.get(target)
  if (list !== undefined) {
    for (const name of rule.prerequisites) list.add(name)
    if (rule.prerequisites.length === 0) makefile.special.add(target)
    return true
  }
  if (target === '.EXPORT_ALL_VARIABLES') {
    makefile.exportsAll = true
    return true
  }
  if (target === '.SECONDEXPANSION') throw new MakeError('.SECONDEXPANSION is not supported here', rule.place)
  if (MODES.includes(target)) {
    makefile.special.add(target)
    return true
  }
  return addSuffixRule(makefile, target, rule)
}

/** `.c.o:` is the old way to write `%.o: %.c`. */
function addSuffixRule(makefile: Makefile, target: string, rule: Rule): boolean {
  const [, from, to] = /^(\.\w+)(\.\w+)$/.exec(target) ?? []
  if (from === undefined || rule.prerequisites.length > 0 || rule.recipe.length === 0) return false
  makefile.patternRules.push({ ...rule, targets: [`%${to ?? ''}`], prerequisites: [`%${from}`] })
  return true
}

function addTarget(makefile: Makefile, target: string, rule: Rule): void {
  const before = makefile.rules.get(target)
  if (makefile.defaultGoal === undefined && !/^\.[^/]*$/.test(target)) makefile.defaultGoal = target
  if (before === undefined) {
    makefile.rules.set(target, rule)
    return
  }
  const brings = rule.recipe.length > 0
  makefile.rules.set(target, {
    // The recipe's own prerequisites come first: `$<` is the first of them.
    prerequisites: brings
      ? [...rule.prerequisites, ...before.prerequisites]
      : [...before.prerequisites, ...rule.prerequisites],
    orderOnly: [...before.orderOnly, ...rule.orderOnly],
    recipe: brings ? rule.recipe : before.recipe,
    place: brings ? rule.place : before.place,
    stem: brings ? rule.stem : before.stem,
  })
}
