/** Watches a session's checks that keep failing: hooks of its calls, and the pause that follows. */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { jobOf, RepeatedFailures, textOf } from '../../permission/repeated-failures/repeated-failures.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { HookedCall, ToolHooks } from '../../tools/deps.ts'
import type { Session } from '../log/session.ts'

const DECODER = new TextDecoder()

export class FailureWatch {
  #failures = new RepeatedFailures()
  /** The session whose log it has been told of. */
  #of: string | undefined

  /** Before a run: what the log tells, once for each session that is opened. */
  async begin(session: Pick<Session, 'id' | 'events'>): Promise<void> {
    if (this.#of === session.id) return
    this.#failures = new RepeatedFailures()
    this.#failures.recall(await session.events(1))
    this.#of = session.id
  }

  /** The workspace is another one: what failed is no longer there. */
  startOver(): void {
    this.#failures = new RepeatedFailures()
  }

  /** Another session is opened. */
  forget(): void {
    this.startOver()
    this.#of = undefined
  }

  /** Events of a run, and of background jobs at any time. */
  note(event: EventBody): void {
    if (event.type === 'user_message' && event.origin === 'human')
      this.#failures.noteMessage(textOf(event.content))
    this.#failures.noteJob(event)
  }

  readonly checkpoint = () => this.#failures.checkpoint()

  hooks(sandbox: Pick<Sandbox, 'readFile'>): ToolHooks {
    return {
      preToolUse: async (call) => {
        const before = await replacedText(call, sandbox)
        return this.#failures.judge(call, () => before)
      },
      postToolUse: async ({ toolUseId: id, tool, input }, { content, isError: failed, display }) =>
        this.#failures.note({ id, tool, input, failed, text: textOf(content), ...jobOf(display) }),
    }
  }
}

/** Present text of a file that a call is about to overwrite; undefined if there is none. */
async function replacedText(
  { input }: HookedCall,
  sandbox: Pick<Sandbox, 'readFile'>,
): Promise<string | undefined> {
  const path = input['file_path']
  if (typeof path !== 'string' || typeof input['content'] !== 'string') return undefined
  const content = await sandbox.readFile(path)
  return content.ok ? DECODER.decode(content.value) : undefined
}
