/** Schemas of the messages between the page and the helper in the container (`container/helper.cjs`). */
import { z } from 'zod'

const count = z.number().nonnegative()
const kind = z.enum(['file', 'directory', 'symlink'])
const nothing = z.null()

/** An error of the system, as Node tells it. */
const errno = z.object({
  code: z.string(),
  message: z.string(),
  /** Which entry of a batch it was. */
  index: count.optional(),
})
export type HelperError = z.infer<typeof errno>

/** A line of the helper's output, without its mark. */
export const helperLine = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ id: count, error: errno }),
  z.object({ id: count, file: z.string() }),
  z.object({ id: count, value: z.unknown() }),
  z.object({ key: count, stream: z.enum(['stdout', 'stderr']), data: z.string() }),
  z.object({ key: count, exit: z.number().nullable(), signal: z.string().nullable() }),
  z.object({ key: count, error: z.string() }),
])
export type HelperLine = z.infer<typeof helperLine>

/** The header of an answer that came through a file. */
export const frameHeader = z.object({ value: z.unknown(), sizes: z.array(count) })

const change = z.object({
  name: z.string(),
  kind,
  mode: count,
  mtimeMs: z.number().optional(),
  target: z.string().optional(),
  /** Its content is the next blob; else only its mode or time has changed. */
  hasData: z.boolean(),
})

/** Schema of each operation's result. */
export const ANSWERS = {
  hello: z.object({ keepsModes: z.boolean(), keepsLinks: z.boolean(), workspaceLink: z.boolean() }),
  stat: z.object({ kind, size: count, mode: count, mtimeMs: z.number() }),
  /** Null where the content is the next blob. */
  read: z.array(errno.nullable()),
  write: nothing,
  list: z.array(z.object({ name: z.string(), kind, size: count, mode: count })),
  mkdir: nothing,
  remove: nothing,
  rename: nothing,
  symlink: nothing,
  readlink: z.string(),
  chmod: nothing,
  sync: z.object({ removed: z.array(z.string()), changed: z.array(change), more: z.boolean() }),
  apply: nothing,
  replace: nothing,
  run: nothing,
  kill: z.boolean(),
} as const
export type Operation = keyof typeof ANSWERS
export type Answer<O extends Operation> = z.infer<(typeof ANSWERS)[O]>
