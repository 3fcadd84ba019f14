/** Watches a session's checks that keep failing: hooks of its calls, and the pause that follows. */
import type { Sandbox } from '../../../../sandbox/contract/contract.ts'
import type { HookFacts } from '../../../extend/hooks/events.ts'
import type { Hook, HookReply } from '../../../extend/hooks/hook.ts'
import { ownHook, saidBefore } from '../../../extend/hooks/own-hook.ts'
import { jobOf, RepeatedFailures, textOf } from '../../../permission/repeated-failures/repeated-failures.ts'
import type { EventBody } from '../../../protocol/events.ts'
import type { Session } from '../../log/session.ts'

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

  hook(sandbox: Pick<Sandbox, 'readFile'>): Hook {
    return ownHook({
      name: 'repeated failures',
      events: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'],
      run: async (input) => {
        if (input.hook_event_name === 'PreToolUse') return this.#judge(input, sandbox)
        return 'tool_response' in input ? { context: this.#note(input) } : {}
      },
    })
  }

  async #judge(
    { tool_name: tool, tool_input: input }: HookFacts['PreToolUse'],
    sandbox: Pick<Sandbox, 'readFile'>,
  ): Promise<HookReply> {
    const before = await replacedText(input, sandbox)
    return saidBefore(this.#failures.judge({ tool, input }, () => before).decision)
  }

  #note({ tool_use_id: id, tool_name: tool, tool_input: input, tool_response }: HookFacts['PostToolUse']) {
    const { content, is_error: failed, display } = tool_response
    return this.#failures.note({ id, tool, input, failed, text: textOf(content), ...jobOf(display) })
  }
}

/** Present text of a file that a call is about to overwrite; undefined if there is none. */
async function replacedText(
  input: Readonly<Record<string, unknown>>,
  sandbox: Pick<Sandbox, 'readFile'>,
): Promise<string | undefined> {
  const path = input['file_path']
  if (typeof path !== 'string' || typeof input['content'] !== 'string') return undefined
  const content = await sandbox.readFile(path)
  return content.ok ? DECODER.decode(content.value) : undefined
}
