/** The permission phase of a call. */
import { decide } from '../../permission/decide.ts'
import { judgeRule } from '../../permission/judge-rule.ts'
import { mayClassify } from '../../permission/classifier/may-classify.ts'
import type { PermissionCall } from '../../permission/contract.ts'
import { isAboutSecrets } from '../../permission/scope.ts'
import { intentOf } from '../../permission/shell/intent.ts'
import { withHook, type Decided } from '../../permission/with-hook.ts'
import { untilAborted } from '../abort.ts'
import type { CallRun } from './call-run.ts'
import type { PreparedCall, Tool } from '../contract.ts'
import type { CallContext, HeldCall, HookVerdict } from '../deps.ts'
import type { Answer, Answerer, Question } from './answers/answerer.ts'
import { byClassifier } from './answers/by-classifier.ts'
import { byHook } from './answers/by-hook.ts'
import { byPerson } from './answers/by-person.ts'
import { firstAnswer } from './answers/first-answer.ts'
import { installedPrograms } from '../shell/installed-programs.ts'
import { startDirectory } from '../shell/start-directory.ts'
import { realPaths } from '../files/real-path.ts'
import type { ToolState } from '../state.ts'

/** The call as the permission system sees it: parsed input, paths followed through links. */
export async function describeCall(
  tool: Tool,
  call: PreparedCall,
  context: Pick<CallContext, 'sandbox'> & { readonly state: Pick<ToolState, 'cwd'> },
): Promise<PermissionCall> {
  const subject = call.subject(tool.kind === 'shell' ? await startDirectory(context) : context.state)
  const judged = {
    tool: tool.name,
    title: call.title,
    kind: tool.kind,
    readOnly: call.isReadOnly,
    destructive: call.isDestructive,
    paths: await realPaths(context.sandbox, subject),
    command: subject.command,
    cwd: subject.cwd,
    installed: await installedPrograms(context.sandbox, subject),
  }
  const check = tool.requiresPermission
    ? call.check(judged)
    : ({ behavior: 'allow', reason: `${tool.name} needs no permission.` } as const)
  return { ...judged, check }
}

/** It was not decided about: it will not run. */
export interface Held {
  readonly held: HeldCall
}

export interface Permit {
  readonly held?: never
  readonly allowed: boolean
  readonly source: string
  readonly reason: string
  readonly comment?: string
  /** The user was told that it names files with secrets, and has said yes. */
  readonly revealsSecrets?: boolean
}

/**
 * Decides, asks if need be, and tells both. A call that would not be denied may be held before anybody is asked. Rejects with `Aborted`
 * when the run is stopped meanwhile.
 */
export async function permitted(
  call: PermissionCall,
  verdict: HookVerdict,
  run: CallRun & Pick<Question, 'input'>,
): Promise<Permit | Held> {
  const { planned, context, signal, emit } = run
  const toolUseId = planned.block.id
  const { turnId } = context
  const state = context.permission()
  const decision = withHook(decide(call, state), verdict.decision, state.canAsk && state.mode !== 'dontAsk')
  const settle = (behavior: 'allow' | 'deny', source: string, reason: string, comment = ''): Permit => {
    const said = comment.trim() === '' ? {} : { comment: comment.trim() }
    emit({ type: 'permission_decided', turnId, toolUseId, behavior, source, reason, ...said })
    return { allowed: behavior === 'allow', source, reason, ...said }
  }
  if (decision.behavior !== 'deny') {
    const held = await untilAborted(Promise.resolve(context.beforeAct?.(call, { turnId, toolUseId })), signal)
    if (held !== undefined) return { held }
  }
  if (decision.behavior !== 'ask') return settle(decision.behavior, decision.source, decision.reason)

  const question = { call, input: run.input, state, asked: decision, request: requestOf(call, decision) }
  const answer = await firstAnswer(question, answerersOf(question, run), signal)
  await keepRule(answer, decision, { call, run })
  const permit = settle(answer.behavior, answer.source, answer.reason, answer.comment)
  const isSeen = answer.source === 'person' && answer.behavior === 'allow'
  return isSeen ? { ...permit, revealsSecrets: isAboutSecrets(decision.reason) } : permit
}

/** Hooks, the classifier where it may decide this, and the person. */
function answerersOf({ call, input, state, asked }: Question, run: CallRun): readonly Answerer[] {
  const { classify, hooks, turnId } = run.context
  const mayDecide = classify !== undefined && mayClassify(call, asked, state)
  const hook = byHook(hooks, { turnId, toolUseId: run.planned.block.id, tool: call.tool, input })
  return [...(hook ? [hook] : []), ...(mayDecide ? [byClassifier(classify, run)] : []), byPerson(run)]
}

/** An answer that bypasses the dialog gets no rule that the dialog would refuse. */
async function keepRule(
  { grant }: Answer,
  { suggestedRule }: Decided,
  { call, run: { context, signal } }: { readonly call: PermissionCall; readonly run: CallRun },
): Promise<void> {
  if (grant === undefined || suggestedRule === '') return
  const rule = grant.rule?.trim() ?? suggestedRule
  if (judgeRule(rule, call, context.permission()).problem !== undefined) return
  await untilAborted(context.grant(rule, grant.scope, grant.place), signal)
}

function requestOf(call: PermissionCall, decision: Decided) {
  const { reason, suggestedRule, destructive } = decision
  const intent = call.command === undefined ? [] : intentOf(call.command, call.cwd)
  const told = intent.length === 0 ? {} : { intent: [...intent] }
  return { tool: call.tool, title: call.title, reason, suggestedRule, destructive, ...told }
}
