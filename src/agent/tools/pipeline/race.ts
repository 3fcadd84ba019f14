/** Decides a call that is to be asked for: by the user, or in `auto` by a classifier, by the first that answers. */
import { CLASSIFIER_ALONE_MS } from '../../limits.ts'
import { mayClassify } from '../../permission/classifier/may-classify.ts'
import { judgeRule } from '../../permission/judge-rule.ts'
import type { PermissionCall, PermissionState } from '../../permission/contract.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { PermissionAnswer } from '../../protocol/permission-requests.ts'
import { untilAborted } from '../abort.ts'
import type { CallRun } from './call-run.ts'
import type { Classified } from '../deps.ts'

export interface Question {
  readonly call: PermissionCall
  /** As it would run. */
  readonly input: Readonly<Record<string, unknown>>
  readonly state: PermissionState
  readonly decision: { readonly behavior: 'allow' | 'ask' | 'deny'; readonly source: string }
  readonly request: Omit<
    Extract<EventBody, { type: 'permission_requested' }>,
    'type' | 'turnId' | 'toolUseId'
  >
}

export type Settled =
  | { readonly by: 'person'; readonly answer: PermissionAnswer }
  | { readonly by: 'classifier'; readonly behavior: 'allow' | 'deny'; readonly reason: string }

/**
 * The dialog is shown when the classifier does not answer soon, or leaves it to the person; from then on both decide, until the
 * person attends to it. Rejects with `Aborted`.
 */
export async function whoeverIsFirst(question: Question, run: CallRun): Promise<Settled> {
  const { context, signal } = run
  const { call, input, state, decision } = question
  if (context.classify === undefined || !mayClassify(call, decision, state)) return byPerson(question, run)
  const stop = new AbortController()
  const classified = context
    .classify({ call, input }, AbortSignal.any([signal, stop.signal]))
    .then((verdict) => noted(verdict, run, stop.signal))
  try {
    const soon = await untilAborted(Promise.race([classified, later(CLASSIFIER_ALONE_MS)]), signal)
    if (soon !== undefined && soon.decision !== 'ask') return byClassifier(soon.decision, soon.reason)
    if (soon !== undefined) return await byPerson(withReason(question, soon.reason), run)
    return await raced(question, run, { classified, stop })
  } finally {
    stop.abort()
  }
}

async function raced(
  question: Question,
  run: CallRun,
  { classified, stop }: { readonly classified: Promise<Classified>; readonly stop: AbortController },
): Promise<Settled> {
  const withdrawn = new AbortController()
  const attended = () => stop.abort()
  const verdict = classified.then(({ decision, reason }) =>
    // An undecided or late verdict is no answer.
    decision === 'ask' || stop.signal.aborted ? new Promise<never>(() => {}) : byClassifier(decision, reason),
  )
  const person = byPerson(question, run, { isClassifying: true, attended, signal: withdrawn.signal })
  try {
    return await untilAborted(Promise.race([person, verdict]), run.signal)
  } finally {
    withdrawn.abort()
  }
}

async function byPerson(
  { call, request }: Question,
  { context, signal, planned, emit }: CallRun,
  race?: { readonly isClassifying: true; readonly attended: () => void; readonly signal: AbortSignal },
): Promise<Settled> {
  const ids = { turnId: context.turnId, toolUseId: planned.block.id }
  emit({
    type: 'permission_requested',
    ...ids,
    ...request,
    ...(race === undefined ? {} : { isClassifying: true }),
  })
  const asking = {
    judge: (rule: string) => judgeRule(rule, call, context.permission()),
    attended: race?.attended,
    signal: race?.signal,
  }
  return { by: 'person', answer: await untilAborted(context.ask({ ...ids, ...request }, asking), signal) }
}

/** A classifier's request is billed, even if the user decides. */
function noted(verdict: Classified, { context, planned, emit }: CallRun, stopped: AbortSignal): Classified {
  const { decision, reason, model, used } = verdict
  const ids = { turnId: context.turnId, toolUseId: planned.block.id }
  if (used !== undefined)
    emit({
      type: 'call_classified',
      ...ids,
      model,
      decision: stopped.aborted ? 'ask' : decision,
      reason,
      ...used,
    })
  return verdict
}

function byClassifier(behavior: 'allow' | 'deny', reason: string): Settled {
  return { by: 'classifier', behavior, reason: `The classifier says: ${reason}` }
}

function withReason(question: Question, reason: string): Question {
  const { request } = question
  return { ...question, request: { ...request, reason: `${request.reason} ${reason}` } }
}

async function later(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms))
}
