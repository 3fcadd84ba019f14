/** Faults of the model's server, and what a user sees of them. */
import type { ModelServer } from '../model-server/contract.ts'
import type { Fault } from '../model-server/turn.ts'
import { text, toolUse } from '../model-server/turn.ts'
import { expect } from './test.ts'
import type { Workbench } from './workbench.ts'

interface Parts {
  readonly workbench: Workbench
  readonly model: ModelServer
}

/** The turn after a fault. */
export const FINE = { content: [text('Fine again.')] }

interface FinalFault {
  readonly name: string
  readonly fault: Fault
  /** Requests that it spoils: one is made again in another way. */
  readonly times?: number
  /** The message that the user reads. */
  readonly says: RegExp
}

/** Faults that retrying cannot cure: said at once. */
export const FINAL_FAULTS: readonly FinalFault[] = [
  { name: 'a wrong key', fault: { kind: 'status', status: 401 }, times: 2, says: /API key/i },
  { name: 'a forbidden model', fault: { kind: 'status', status: 404 }, says: /model/i },
  {
    name: 'a refused request',
    fault: { kind: 'status', status: 400, message: 'max_tokens: too large' },
    says: /max_tokens: too large/,
  },
  { name: 'a request over the size limit', fault: { kind: 'status', status: 413 }, says: /too large/i },
  {
    name: 'an address that is not a Messages API',
    fault: { kind: 'body', status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' },
    times: 2,
    says: /not .*Messages API|Base URL/i,
  },
]

/** Faults that pass: the run recovers by itself, and nothing is said twice. */
export const PASSING_FAULTS: readonly { name: string; fault: Fault }[] = [
  { name: 'an overloaded server', fault: { kind: 'status', status: 529 } },
  { name: 'a rate limit', fault: { kind: 'status', status: 429, headers: { 'retry-after': '1' } } },
  { name: 'a server error', fault: { kind: 'status', status: 500 } },
  { name: 'a reset connection', fault: { kind: 'reset', after: { inside: 'text' } } },
  { name: 'a stream cut in the middle', fault: { kind: 'truncate', after: { inside: 'text' } } },
  {
    name: 'an error event in mid-stream',
    fault: { kind: 'error-event', after: { inside: 'text' }, errorType: 'overloaded_error' },
  },
  { name: 'a stream cut inside a tool call', fault: { kind: 'truncate', after: { inside: 'tool_use' } } },
]

/** Said at once, tried again by a button, and the next message goes through. */
export async function expectSaidAtOnce(
  { fault, says, times = 1 }: FinalFault,
  { workbench, model }: Parts,
): Promise<void> {
  model.setScript([FINE, FINE])
  model.faultNext(...Array.from({ length: times }, () => fault))
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask('Hello')
  await expect(workbench.conversation).toContainText(says)
  await workbench.page.getByRole('button', { name: 'Try again' }).click()
  await expect(workbench.answers.last()).toContainText('Fine again.')
  expect(model.rejections).toEqual([])
  await workbench.ask('Again, please')
  await expect(workbench.answers.last()).toContainText('Fine again.')
  expect(model.rejections).toEqual([])
}

/** Retried by itself; no text is repeated, no tool runs twice. */
export async function expectRetried(fault: Fault, { workbench, model }: Parts): Promise<void> {
  model.setScript([
    {
      content: [
        text('I write a file.'),
        toolUse('Bash', { command: 'echo once >> count.txt', description: 'Count' }),
      ],
      splitText: { size: 3 },
    },
    FINE,
  ])
  model.faultNext(fault)
  await workbench.open()
  await workbench.configure(model)
  await workbench.ask('Count')
  await expect(workbench.answers.last()).toContainText('Fine again.')
  expect((await workbench.exec('cat count.txt')).stdout).toBe('once\n')
  const shown = await workbench.transcript()
  expect(shown.split('I write a file.').length - 1).toBe(1)
  expect(model.rejections).toEqual([])
}
