/**
 * `window.vivarium.permission.explain`: the decision that a call would get now. Asks nobody and runs nothing.
 */
import { z } from 'zod'
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { decide } from '../../permission/decide.ts'
import type { PermissionState } from '../../permission/contract.ts'
import { PERMISSION_MODES } from '../../protocol/permission-modes.ts'
import type { ExplainOptions, PermissionExplanation } from '../../protocol/calls/permissions.ts'
import type { ToolLookup } from '../deps.ts'
import { invalidInputText, unknownToolText } from '../results/failure-text.ts'
import { describeCall } from './permit.ts'
import type { ToolState } from '../state.ts'

export interface ExplainContext {
  readonly tools: ToolLookup
  readonly sandbox: Sandbox
  /** Has the start directory of the next command. */
  readonly state: Pick<ToolState, 'cwd'>
  readonly permission: PermissionState
}

/** Never throws. A call that could not run, or a mode that does not exist, is a deny with the reason. */
export async function explainCall(
  context: ExplainContext,
  question: { readonly tool: string; readonly input: unknown; readonly options?: ExplainOptions },
): Promise<PermissionExplanation> {
  const wrong = wrongQuestion(question)
  if (wrong !== undefined) return refuse(wrong)
  const tool = context.tools.find(question.tool)
  if (tool === undefined) return refuse(unknownToolText(question.tool, context.tools.names()))
  const preparation = tool.prepare(question.input)
  if (!preparation.ok) return refuse(invalidInputText(tool.name, preparation.issues))
  const state = stateFor(context.permission, question.options ?? {})
  if (typeof state === 'string') return refuse(state)
  const call = await describeCall(tool, preparation.call, context)
  const { behavior, source, reason, rule } = decide(call, state)
  return { behavior, source, reason, ...(rule === undefined ? {} : { rule }) }
}

const ruleList = z.array(z.string()).optional()
const questionSchema = z.object({
  tool: z.string(),
  options: z
    .object({
      mode: z.string().optional(),
      rules: z.object({ allow: ruleList, ask: ruleList, deny: ruleList }).optional(),
      sandboxAutoAllow: z.boolean().optional(),
    })
    .optional(),
})

/** Scripts of the page ask, too, which no compiler has checked. */
function wrongQuestion(question: unknown): string | undefined {
  const parsed = questionSchema.safeParse(question)
  if (parsed.success) return undefined
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  return `The question cannot be explained (${issues}). Give a tool's name, its input, and options with "mode", "rules" and "sandboxAutoAllow", e.g. explain("Bash", { command: "npm test" }).`
}

/** Given rules replace the configured ones, session grants included. */
function stateFor(base: PermissionState, options: ExplainOptions): PermissionState | string {
  const mode = PERMISSION_MODES.find((known) => known === (options.mode ?? base.mode))
  if (mode === undefined) return `There is no mode "${options.mode}". Modes: ${PERMISSION_MODES.join(', ')}.`
  const rules = { allow: [], ask: [], deny: [], ...options.rules }
  return {
    ...base,
    mode,
    ruleSets: options.rules === undefined ? base.ruleSets : [{ source: 'user', rules }],
    sandboxAutoAllow: options.sandboxAutoAllow ?? base.sandboxAutoAllow,
    canAsk: true,
  }
}

function refuse(reason: string): PermissionExplanation {
  return { behavior: 'deny', source: 'safety_check', reason }
}
