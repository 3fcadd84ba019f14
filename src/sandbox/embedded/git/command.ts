import type { Session } from './session.ts'

/** One of git's commands: its arguments without its name, to its exit code. */
export type GitCommand = (session: Session, args: readonly string[]) => Promise<number>
