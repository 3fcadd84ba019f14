/** Events that begin a run: the user's message, and the program's messages to the model. */
import { fail } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { PROMPT_CHARS, REJECTIONS_TOLD, TITLE_CHARS } from '../../limits.ts'
import type { QueuedMessage } from '../../loop/deps.ts'
import { personMessage } from '../../loop/turn-events.ts'
import { terseChange } from '../../prompt/terse.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Settings } from '../../protocol/settings.ts'
import { tokenBudgetIn, withoutTokenBudget } from '../../protocol/token-budget.ts'
import { untrustedText } from '../../protocol/text/untrusted-text.ts'
import { isTitleFree } from '../log/facts.ts'
import type { Session } from '../log/session.ts'

/** Events that begin a run, or the reason why it cannot begin. */
export type RunOpening = (session: Session) => Result<readonly EventBody[]>

export function promptProblem(prompt: string, images = 0): (Result<never> & { ok: false }) | undefined {
  if (prompt.trim() === '' && images === 0) return fail('invalid', 'The message is empty.')
  if (prompt.length <= PROMPT_CHARS) return undefined
  return fail(
    'too_large',
    `The message has ${prompt.length} characters; at most ${PROMPT_CHARS} can be sent.`,
    { hint: 'Put the long part into a file of the workspace and refer to it.' },
  )
}

/** The message, and a title for a session that has none of a person's. */
export function promptEvents(session: Pick<Session, 'facts'>, message: QueuedMessage): readonly EventBody[] {
  const titled = { type: 'session_titled', title: titleOf(message.text), by: 'prompt' } as const
  return [personMessage(message), ...(titled.title !== '' && isTitleFree(session.facts) ? [titled] : [])]
}

/** The tokens of output until which the person wants the run to go on; undefined when these messages do not say. */
export function budgetOf(opening: readonly EventBody[]): number | undefined {
  const texts = opening.flatMap((event) =>
    event.type === 'user_message' && event.origin === 'human'
      ? event.content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
      : [],
  )
  return texts.map(tokenBudgetIn).findLast((tokens) => tokens !== undefined)
}

/** How the model is to write, where that has changed. */
export function styleEvents(
  { facts }: Pick<Session, 'facts'>,
  { terseAnswers }: Pick<Settings, 'terseAnswers'>,
  newId: () => string,
): readonly EventBody[] {
  const text = terseChange(facts.terse, terseAnswers)
  return text === undefined ? [] : [{ type: 'style_told', terse: terseAnswers }, ...tellModel([text], newId)]
}

/** Message about the changes the user rejected since the last run; their files were restored. */
export function rejectionEvents(
  { facts }: Pick<Session, 'facts'>,
  newId: () => string,
): readonly EventBody[] {
  const files = facts.rejected.flatMap((rejection) => rejection.files)
  if (files.length === 0) return []
  const shown = files.slice(0, REJECTIONS_TOLD)
  const lines = shown.map(
    ({ path, what }) => `- ${untrustedText(JSON.stringify(path))}: ${untrustedText(what)}`,
  )
  if (files.length > shown.length) lines.push(`- and ${files.length - shown.length} more`)
  const text = `<system-reminder>
The person has reviewed your changes and rejected these; the files have been put back to what they were before them:
${lines.join('\n')}
Read a file again before you edit it. Do not make the same change once more unless you are asked to.
</system-reminder>`
  return tellModel([text], newId)
}

/** A message of the program's own; none without anything to say. */
export function tellModel(texts: readonly string[], newId: () => string): readonly EventBody[] {
  if (texts.length === 0) return []
  const content = texts.map((text) => ({ type: 'text', text }) as const)
  return [{ type: 'user_message', messageId: newId(), content, origin: 'program' }]
}

function titleOf(prompt: string): string {
  const line = withoutTokenBudget(prompt).trim().split('\n')[0] ?? ''
  return line.length > TITLE_CHARS ? `${line.slice(0, TITLE_CHARS - 1)}…` : line
}
