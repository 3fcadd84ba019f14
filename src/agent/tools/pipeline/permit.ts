/** The permission phase of a call. */
import { decide } from '../../permission/decide.ts'
import { judgeRule } from '../../permission/judge-rule.ts'
import type { PermissionCall, PermissionDecision } from '../../permission/contract.ts'
import { isAboutSecrets } from '../../permission/scope.ts'
import { intentOf } from '../../permission/shell/intent.ts'
import { untilAborted } from '../abort.ts'
import type { CallRun } from './call-run.ts'
import type { PreparedCall, Tool } from '../contract.ts'
import type { CallContext, HookVerdict } from '../deps.ts'
import { whoeverIsFirst, type Question } from './race.ts'
import { installedPrograms } from '../shell/installed-programs.ts'
import { realPaths } from '../files/real-path.ts'

/** The call as the permission system sees it: parsed input, paths followed through links. */
export async function describeCall(
  tool: Tool,
  call: PreparedCall,
  context: Pick<CallContext, 'sandbox' | 'state'>,
): Promise<PermissionCall> {
  const subject = call.subject(context.state)
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

export interface Permit {
  readonly allowed: boolean
  readonly reason: string
  readonly comment?: string
  /** The user was told that it names files with secrets, and has said yes. */
  readonly revealsSecrets?: boolean
}

/** Decides, asks if need be, and tells both. Rejects with `Aborted` when the run is stopped meanwhile. */
export async function permitted(
  call: PermissionCall,
  verdict: HookVerdict,
  run: CallRun & Pick<Question, 'input'>,
): Promise<Permit> {
  const { planned, context, signal, emit } = run
  const toolUseId = planned.block.id
  const { turnId } = context
  const state = context.permission()
  const decision = withHook(decide(call, state), verdict, state.canAsk && state.mode !== 'dontAsk')
  const settle = (behavior: 'allow' | 'deny', source: string, reason: string, comment?: string): Permit => {
    const said = comment === undefined || comment.trim() === '' ? {} : { comment: comment.trim() }
    emit({ type: 'permission_decided', turnId, toolUseId, behavior, source, reason, ...said })
    return { allowed: behavior === 'allow', reason, ...said }
  }
  if (decision.behavior !== 'ask') return settle(decision.behavior, decision.source, decision.reason)

  const settled = await whoeverIsFirst(
    { call, input: run.input, state, decision, request: requestOf(call, decision) },
    run,
  )
  if (settled.by === 'classifier') return settle(settled.behavior, 'classifier', settled.reason)
  const { answer } = settled
  if (answer.behavior === 'deny') return settle('deny', 'person', 'The user refused it.', answer.comment)
  if (answer.scope !== 'once' && decision.suggestedRule !== '') {
    const rule = answer.rule?.trim() ?? decision.suggestedRule
    // An answer that bypasses the dialog gets no rule that the dialog would refuse.
    if (judgeRule(rule, call, context.permission()).problem === undefined)
      await untilAborted(context.grant(rule, answer.scope, answer.place), signal)
  }
  const permit = settle('allow', 'person', GRANTED[answer.scope], answer.comment)
  return { ...permit, revealsSecrets: isAboutSecrets(decision.reason) }
}

/** A deny stands, whoever said it; an ask of the safety checks stays one. */
function withHook(decision: Decided, { decision: hook, reason }: HookVerdict, canAsk: boolean): Decided {
  const isFinal = decision.behavior === 'deny' || hook === undefined || hook === decision.behavior
  if (isFinal || (hook === 'allow' && decision.source === 'safety_check')) return decision
  const said = { source: 'hook', reason: reason ?? `A hook says ${hook}.` } as const
  if (hook === 'ask' && !canAsk)
    return { ...decision, ...said, behavior: 'deny', reason: `${said.reason} Nobody is there to be asked.` }
  // A rule would not keep it from asking again.
  return { ...decision, ...said, behavior: hook, suggestedRule: '' }
}

type Decided = Omit<PermissionDecision, 'source'> & { readonly source: PermissionDecision['source'] | 'hook' }

const GRANTED = {
  once: 'The user allowed it once.',
  session: 'The user allowed it for this session.',
  always: 'The user allowed it always.',
} as const

function requestOf(call: PermissionCall, decision: Decided) {
  const { reason, suggestedRule, destructive } = decision
  const intent = call.command === undefined ? [] : intentOf(call.command, call.cwd)
  const told = intent.length === 0 ? {} : { intent: [...intent] }
  return { tool: call.tool, title: call.title, reason, suggestedRule, destructive, ...told }
}
