/** The session itself: where it comes from, how it is called, and what its workspace and conversation are put to. */
import { z } from 'zod'
import { permissionMode } from '../permission-mode.ts'

/** Source of an imported workspace that the user did not bring as a file or a folder. */
const importOrigin = z.enum(['template', 'script'])
export type ImportOrigin = z.infer<typeof importOrigin>

export const sessionEvents = [
  z.strictObject({
    type: z.literal('session_created'),
    logVersion: z.number(),
    appVersion: z.string(),
  }),
  z.strictObject({
    type: z.literal('session_titled'),
    title: z.string(),
    by: z.enum(['import', 'prompt', 'person']),
  }),
  /** All before it came with a recording: nothing of it is a permission, a mode or a cost of this browser. */
  z.strictObject({
    type: z.literal('recording_opened'),
    title: z.string(),
    /** SHA-256 of its canonical content, hex. */
    hash: z.string(),
    from: z.enum(['file', 'link', 'demo', 'store']),
    /** Version of the program that made it. */
    appVersion: z.string(),
    /** Calls of tools in it. */
    calls: z.number(),
  }),
  /** All before it is a copy of another session's beginning, which goes on by itself. */
  z.strictObject({
    type: z.literal('session_forked'),
    parent: z.string(),
    parentTitle: z.string(),
    /** The parent's last event that was copied. */
    parentSeq: z.number(),
  }),
  z.strictObject({
    type: z.literal('workspace_imported'),
    /** For people: the archive's single top-level folder, or the file's name. */
    name: z.string(),
    /** The top-level folder that became the workspace root; an export puts it back. */
    folder: z.string().optional(),
    files: z.number(),
    bytes: z.number(),
    root: z.string(),
    /** Absent where the user brought it: others share no rules and no memory with equal files elsewhere. */
    origin: importOrigin.optional(),
  }),
  /** The workspace after a tool call, the user's own change, or a restore. */
  z.strictObject({
    type: z.literal('checkpoint'),
    root: z.string(),
    cause: z.enum(['tool', 'user', 'restore']),
    toolUseId: z.string().optional(),
  }),
  /** The person has put back what they did not want of the agent's changes; the `checkpoint` before it has the files. */
  z.strictObject({
    type: z.literal('changes_rejected'),
    /** The workspace before: going back to it takes the rejection back. */
    root: z.string(),
    files: z.array(z.strictObject({ path: z.string(), what: z.string() })),
  }),
  /** Messages after `toSeq` are no longer part of the conversation. The files are in `checkpoint`. */
  z.strictObject({
    type: z.literal('conversation_restored'),
    toSeq: z.number(),
    /** How many events of the conversation there are up to then: messages, ends of turns, and restores. */
    events: z.number(),
    /** The model was told of instructions, or how to write, only later: it is to be told again. */
    isUntold: z.boolean(),
  }),
  z.strictObject({ type: z.literal('mode_changed'), mode: permissionMode }),
] as const
