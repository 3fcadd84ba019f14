/** Questions to the user, and decisions made for them: on tool calls and egress requests. */
import { z } from 'zod'
import { usage } from '../token-usage.ts'

/** One command of a line that is asked for. */
const commandIntent = z.strictObject({
  /** As the shell would have it; `…` stands for what only a run can tell. */
  command: z.string(),
  kind: z.enum(['read-only', 'workspace-write', 'destructive', 'program', 'egress', 'unknown']),
  /** Continues a sentence that begins with the command's name. */
  why: z.string(),
})
export type CommandIntent = z.infer<typeof commandIntent>

export const permissionEvents = [
  z.strictObject({
    type: z.literal('permission_requested'),
    turnId: z.string(),
    toolUseId: z.string(),
    tool: z.string(),
    /** One line for the dialog, e.g. the command. */
    title: z.string(),
    /** "Why am I asked". */
    reason: z.string(),
    /** The rule that "Always allow" would add. */
    suggestedRule: z.string(),
    destructive: z.boolean(),
    /** Effects of each command in a command line. Absent in older logs. */
    intent: z.array(commandIntent).optional(),
    /** Whether what the call has said is shown to the model: it has run. Absent: whether it may run. */
    about: z.literal('output').optional(),
    /** A classifier decides it, too, until the person turns to it. */
    isClassifying: z.literal(true).optional(),
  }),
  /** In `auto`: the classifier's verdict on a call. */
  z.strictObject({
    type: z.literal('call_classified'),
    turnId: z.string(),
    toolUseId: z.string(),
    model: z.string(),
    decision: z.enum(['allow', 'deny', 'ask']),
    reason: z.string(),
    usage,
    /** US dollars; null when the price is not known. */
    costUsd: z.number().nullable(),
    /** The side query that gave it and is billed for it; in older logs this event is. */
    requestId: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('permission_decided'),
    turnId: z.string(),
    toolUseId: z.string(),
    behavior: z.enum(['allow', 'deny']),
    source: z.string(),
    reason: z.string(),
    /** As of `permission_requested`. */
    about: z.literal('output').optional(),
    /** The user's comment; it goes to the model. */
    comment: z.string().optional(),
  }),
  /** A request that wanted to leave the sandbox, and what became of it. Never with a header's or a body's content. */
  z.strictObject({
    type: z.literal('exit_decided'),
    method: z.string(),
    /** For the eye: values that may be keys, and what is very long, are replaced by their length. */
    url: z.string(),
    /** Its name only, as the kernel knows it. */
    program: z.string(),
    execId: z.string(),
    /** The sum of address, headers and body; in older logs the body only. */
    bytes: z.number(),
    behavior: z.enum(['allow', 'deny']),
    source: z.string(),
    reason: z.string(),
  }),
] as const
