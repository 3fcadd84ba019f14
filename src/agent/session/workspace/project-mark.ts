/** The mark that says which project the files of one import belong to, and by what a later import of it is recognised. */
import { z } from 'zod'

/** Nothing in it is proof: whoever packs an archive can copy all of it. */
const evidence = z.object({
  /** Hashes of the commits that have no parent. */
  commits: z.array(z.string()),
  /** Hosts and paths of the Git remotes, without a user, a password or `.git`. */
  remotes: z.array(z.string()),
  /** Number of different contents. */
  contents: z.number(),
  /** The smallest of their hashes, shortened, ascending. */
  sample: z.array(z.string()),
  /** Shortened hashes of the files that steer an agent or Git, by path from the workspace's root. */
  steering: z.record(z.string(), z.string()),
})
export type ProjectEvidence = Readonly<z.infer<typeof evidence>>

export const projectMark = z.object({
  /** Made at the first import of the project. */
  id: z.string(),
  /** For people: the name of the import. */
  name: z.string(),
  /** Milliseconds since the epoch, of the import. */
  at: z.number(),
  evidence,
})
export type ProjectMark = Readonly<z.infer<typeof projectMark>>
