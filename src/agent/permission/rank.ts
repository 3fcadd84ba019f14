/**
 * Ranks of whoever decides about a call. A deny and an ask count from any rank; an ask is lifted only by an allow of its own
 * rank or a higher one. This table says who may say what, and with which rank: a verdict that is not in it does not compile.
 */

/**
 * Lowest first. `program`: what needs nobody's trust, such as the mode, a classifier, another agent, or the output of a process
 * in the sandbox, whoever has configured it. `project`: the configuration that a workspace brings, once it is trusted. `user`:
 * settings, answers and grants of the person. `policy`: the deployment's own file.
 */
export const RANKS = ['program', 'project', 'user', 'policy'] as const
export type Rank = (typeof RANKS)[number]

type Behavior = 'allow' | 'ask' | 'deny'

const rule = <R extends Rank>(rank: R) => ({ allow: rank, ask: rank, deny: rank })

/** Sources of a rule, in the order in which they are asked: by rank, and within one the narrower first. */
export const RULE_SOURCES = ['policy', 'workspace', 'user', 'session', 'project', 'local'] as const
export type RuleSource = (typeof RULE_SOURCES)[number]

export const RANK_OF = {
  policy: rule('policy'),
  /** "Always allow" for this workspace; kept in the browser, not in the workspace. */
  workspace: rule('user'),
  user: rule('user'),
  session: rule('user'),
  /** `.claude/settings.json` and `.claude/settings.local.json` of a trusted workspace. */
  project: rule('project'),
  local: rule('project'),
  /** Withheld and steering files, locks, places that no checkpoint covers. */
  safety_check: { ask: 'user', deny: 'user' },
  /** A request that leaves this browser. */
  egress: { ask: 'user' },
  /** A command whose purpose is egress, or that cannot be followed. */
  sandbox: { allow: 'program', ask: 'user' },
  /** A tool's own check. */
  tool: { allow: 'program', ask: 'user', deny: 'user' },
  /** The package registry of the settings. */
  registry: { allow: 'user' },
  mode: { allow: 'program', ask: 'program', deny: 'user' },
  nobody: { deny: 'user' },
  classifier: { allow: 'program', deny: 'program' },
  person: { allow: 'user', deny: 'user' },
} as const satisfies Record<RuleSource, Record<Behavior, Rank>> &
  Record<string, Partial<Record<Behavior, Rank>>>

/** Sources that may say it. */
export type SourceOf<B extends Behavior> = {
  [S in keyof typeof RANK_OF]: (typeof RANK_OF)[S] extends Record<B, Rank> ? S : never
}[keyof typeof RANK_OF]

interface Said<B extends Behavior> {
  readonly behavior: B
  readonly source: SourceOf<B>
  readonly rank: Rank
  /** A sentence for the user and the model: why. */
  readonly reason: string
  /** As written, where one decided. */
  readonly rule?: string
}

export type Allowed = Said<'allow'>
/** `rank`: what an allow needs to lift it. */
export type Asked = Said<'ask'>
export type Denied = Said<'deny'>
export type Verdict = Allowed | Asked | Denied

/** The rule that decided, as written; none where there is none. */
type Ground = readonly [reason: string, rule?: string]

export function allows(source: SourceOf<'allow'>, ...ground: Ground): Allowed {
  return { behavior: 'allow', source, rank: RANK_OF[source].allow, ...said(ground) }
}

export function asks(source: SourceOf<'ask'>, ...ground: Ground): Asked {
  return { behavior: 'ask', source, rank: RANK_OF[source].ask, ...said(ground) }
}

export function denies(source: SourceOf<'deny'>, ...ground: Ground): Denied {
  return { behavior: 'deny', source, rank: RANK_OF[source].deny, ...said(ground) }
}

/** Whether an allow of this rank lifts an ask that needs the other. */
export function lifts(rank: Rank, needed: Rank): boolean {
  return RANKS.indexOf(rank) >= RANKS.indexOf(needed)
}

export function higherRank(one: Rank, other: Rank): Rank {
  return lifts(one, other) ? one : other
}

/** The asking that stands: of two that are raised together, the one that needs the higher rank; else the first. */
export function strongest(first: Asked, other: Asked | undefined): Asked {
  return other === undefined || lifts(first.rank, other.rank) ? first : other
}

/** The question that stands where only a rule of a lower rank allows it. */
export function unlifted(raised: Asked, { rule = '', source }: Allowed): Asked {
  return {
    ...raised,
    reason: `${raised.reason} The rule ${rule} (${source}) cannot allow that: only the user can.`,
  }
}

export function inOrder<T extends { readonly source: RuleSource }>(sets: readonly T[]): readonly T[] {
  const at = ({ source }: T) => RULE_SOURCES.indexOf(source)
  return sets.toSorted((a, b) => at(a) - at(b))
}

function said([reason, ruleText]: Ground): { readonly reason: string; readonly rule?: string } {
  return ruleText === undefined ? { reason } : { reason, rule: ruleText }
}
