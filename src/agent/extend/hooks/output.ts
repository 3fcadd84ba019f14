/** The JSON that a hook answers with. Fields that this program does not know are ignored; a known one of a wrong type refuses all. */
import { z } from 'zod'
import type { HookEvent } from './events.ts'

const text = z.string()

/** Fields of all events: one that does not belong to an event has no effect there. */
const specific = z.object({
  hookEventName: text,
  additionalContext: text.optional(),
  /** PreToolUse. */
  permissionDecision: z.enum(['allow', 'deny', 'ask', 'defer']).optional(),
  permissionDecisionReason: text.optional(),
  updatedInput: z.record(text, z.unknown()).optional(),
  /** PostToolUse: takes the place of the result's text. */
  updatedToolOutput: text.optional(),
  /** PermissionRequest. */
  decision: z
    .discriminatedUnion('behavior', [
      z.object({ behavior: z.literal('allow') }),
      z.object({ behavior: z.literal('deny'), message: text.optional(), interrupt: z.boolean().optional() }),
    ])
    .optional(),
  /** PermissionDenied: the model may try it again. */
  retry: z.boolean().optional(),
})

const hookOutput = z.object({
  /** False: the run ends after this. */
  continue: z.boolean().optional(),
  /** For the person. */
  stopReason: text.optional(),
  /** For the person. */
  systemMessage: text.optional(),
  decision: z.enum(['block', 'approve']).optional(),
  reason: text.optional(),
  hookSpecificOutput: specific.optional(),
})

export type HookOutput = z.infer<typeof hookOutput>

export type Read =
  | { readonly ok: true; readonly output: HookOutput }
  | { readonly ok: false; readonly problem: string }

export function readOutput(event: HookEvent, value: unknown): Read {
  const read = hookOutput.safeParse(value)
  if (!read.success) return { ok: false, problem: `Its answer does not fit: ${problemOf(read.error)}.` }
  const named = read.data.hookSpecificOutput?.hookEventName ?? event
  if (named === event) return { ok: true, output: read.data }
  return { ok: false, problem: `Its answer is for ${JSON.stringify(named)}, not for ${event}.` }
}

/** The first field that does not fit. */
function problemOf({ issues: [issue] }: z.ZodError): string {
  if (issue === undefined) return 'it is no answer'
  const at = issue.path.join('.')
  return at === '' ? issue.message : `\`${at}\`: ${issue.message}`
}
