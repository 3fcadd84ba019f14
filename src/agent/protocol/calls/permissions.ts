/** Calls of the page on rules: the decision on a call, the check of a rule, and the workspace's rules. */
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { PermissionRules } from '../settings.ts'
import type { PermissionMode } from '../permission-modes.ts'
import type { ProjectAnswer, ProjectQuestion } from './project-identity.ts'
import type { PermissionAnswer } from '../permission-requests.ts'

export interface PermissionExplanation {
  readonly behavior: 'allow' | 'ask' | 'deny'
  readonly source: string
  readonly reason: string
  /** As written, where a rule decided. */
  readonly rule?: string
}

export interface ExplainOptions {
  readonly mode?: string
  readonly rules?: Partial<PermissionRules>
  readonly sandboxAutoAllow?: boolean
}

/** Problems of a rule, found before it is saved. */
export interface RuleJudgement {
  /** Reason why it cannot be stored; absent when it can. */
  readonly problem?: string
  /** Warnings for the user: the rule allows nothing, or more than this call. */
  readonly warnings: readonly string[]
}

/** One thing that a project's own configuration would do. */
export interface ConfigItem {
  readonly kind: 'rule' | 'variable' | 'hook' | 'server' | 'command' | 'skill' | 'agent'
  /** The file that says it, from the workspace's root. */
  readonly path: string
  readonly text: string
  /** False: there is nothing yet that would use it. */
  readonly isUsed: boolean
}

/** A project's own configuration. Nothing of it is in force unless the user has trusted exactly this. */
export interface ProjectState {
  /** Hash of the content of all its files. */
  readonly hash: string
  /** `changed`: something else was trusted, which still holds as it was then. */
  readonly status: 'unseen' | 'changed' | 'trusted' | 'refused'
  readonly items: readonly ConfigItem[]
  /** Parts that are left out whatever the user says, in sentences. */
  readonly ignored: readonly string[]
}

export interface PermissionsApi {
  /** Answers an open question of a call, or of a request that leaves the sandbox. */
  answer(toolUseId: string, answer: PermissionAnswer): Promise<Result<void>>
  explain(tool: string, input: unknown, options?: ExplainOptions): Promise<PermissionExplanation>
  /** As `explain`, for text that the user types: a command, or a call such as `Edit(/src/a.ts)` or `WebFetch(https://…)`. */
  explainText(text: string): Promise<PermissionExplanation>
  /** Sentences about rules that are none, or that can never allow anything. */
  checkRules(rules: PermissionRules): Promise<readonly string[]>
  /** Checks a rule to be stored with the answer to an open permission request. */
  judgeRule(toolUseId: string, rule: string): Promise<RuleJudgement>
  /** The user has turned to an open request: no classifier decides it any more. */
  attend(toolUseId: string): Promise<void>
  /** Files and folders that no permission lets the agent change; from the workspace's root. */
  locks(): Promise<readonly string[]>
  setLock(path: string, isLocked: boolean): Promise<Result<readonly string[]>>
  /** "Always allow" for this workspace only. */
  workspaceRules(): Promise<PermissionRules>
  forgetWorkspaceRule(rule: string): Promise<Result<PermissionRules>>
  /** Sets the session's permission mode; a run under way follows it from its next call on. */
  setMode(mode: PermissionMode): Promise<Result<void>>
}

export interface ProjectApi {
  /** Null where the project brings nothing. */
  state(): Promise<ProjectState | null>
  /** Fails when the files are no longer those of that hash. */
  decide(hash: string, isTrusted: boolean): Promise<Result<void>>
  /** Null where nothing is asked. */
  question(): Promise<ProjectQuestion | null>
  /** Asks again which project the import is of. Null where no earlier import is like it. */
  askAgain(): Promise<ProjectQuestion | null>
  /** Answers the question which project the import is of. Fails when it was about another import. */
  settle(answer: ProjectAnswer): Promise<Result<void>>
}
