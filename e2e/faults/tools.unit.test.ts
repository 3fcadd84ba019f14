/** Tools that break, hang, flood or find another workspace than they left: the run goes on, the model knows. */
import { afterAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../src/sandbox/contract/contract.ts'
import { readResults } from '../model-server/conversation.ts'
import { asArray, asObject } from '../model-server/json.ts'
import { startModelServer } from '../model-server/server.ts'
import { BROKEN_COMMANDS, BROKEN_TOOLS } from './broken-tools.ts'
import { Engine } from './engine.ts'
import { brokenInvariants } from './invariants.ts'
import { DONE, jobBrain, startJob } from './job.ts'
import type { Step } from './job.ts'

/** Characters of all that a model is sent in this file's longest run: results are cut, not history. */
const MOST_CHARS = 400_000

const server = await startModelServer()
afterAll(() => server.close())

interface ToolRow {
  readonly name: string
  readonly steps: readonly Step[]
  /** Results that the model reads, one a call, in order. */
  readonly says: readonly RegExp[]
  /** Wraps the sandbox between the tools and the workspace. */
  readonly through?: (sandbox: Sandbox) => Sandbox
}

const one = (tool: string, input = {}): Step => ({ calls: [[tool, input]] })
const READ_A: Step = one('Read', { file_path: '/workspace/a.txt' })
const EDIT_A: Step = one('Edit', { file_path: '/workspace/a.txt', old_string: 'alpha', new_string: 'ALPHA' })

/** Something else writes the file, once, right after it was first read. */
function changedBehind(sandbox: Sandbox): Sandbox {
  let reads = 0
  return {
    ...sandbox,
    readFile: async (path) => {
      const content = await sandbox.readFile(path)
      if (path.endsWith('a.txt') && ++reads === 1) {
        await sandbox.writeFile({ path, data: new TextEncoder().encode('first\nalpha\nrest\n') })
      }
      return content
    },
  }
}

/** Its worker is gone: every command rejects, as no contract allows. */
const broken = (sandbox: Sandbox): Sandbox => ({
  ...sandbox,
  exec: () => Promise.reject(new Error('the worker is gone')),
})

const ROWS: readonly ToolRow[] = [
  { name: 'throws', steps: [one('Throws')], says: [/Throws failed: a bug in it.*try another way/] },
  { name: 'throws at once', steps: [one('ThrowsAtOnce')], says: [/another bug/] },
  { name: 'hangs', steps: [one('Hangs')], says: [/did not finish within 0.06 s/] },
  { name: 'returns 50 MB', steps: [one('Floods')], says: [/persisted-output/] },
  { name: 'returns no text', steps: [one('SaysNothing')], says: [/\(no output\)/] },
  { name: 'returns what is no text', steps: [one('Garbles')], says: [/a/] },
  { name: 'a command that says 50 MB', steps: [one('Bash', { command: 'flood' })], says: [/yyy/] },
  { name: 'a command that says bytes', steps: [one('Bash', { command: 'garble' })], says: [/\ufffd/] },
  {
    name: 'a sandbox that breaks its contract',
    steps: [one('Bash', { command: 'note one' })],
    says: [/broke off, and may have run in part: The sandbox failed: the worker is gone/],
    through: broken,
  },
  {
    name: 'a file that changes behind',
    steps: [READ_A, EDIT_A, READ_A, EDIT_A],
    says: [/alpha/, /changed|modified/, /first/, /a\.txt/],
    through: changedBehind,
  },
  {
    name: 'a tool that nobody has',
    steps: [one('Readd', { path: 'x' })],
    says: [/no tool named "Readd".*Did you mean Read/],
  },
  {
    name: 'an input of another shape',
    steps: [one('Edit', { file_path: 7, unknown: [] })],
    says: [/InputValidationError.*Fix the call/s],
  },
  {
    name: 'all of them together',
    steps: [
      {
        calls: [
          ['Throws', {}],
          ['Hangs', {}],
          ['Floods', {}],
          ['Readd', {}],
          ['Bash', { command: 'flood' }],
        ],
      },
    ],
    says: [/a bug in it/, /did not finish/, /persisted-output/, /no tool named/, /yyy/],
  },
]

describe('a tool that', () => {
  it.each(ROWS)('$name', async ({ steps, says, through = (sandbox) => sandbox }) => {
    server.setScript(jobBrain({ steps }))
    const job = await startJob(BROKEN_COMMANDS)
    const engine = new Engine({
      provider: 'anthropic',
      server,
      sandbox: through(job.sandbox),
      tools: BROKEN_TOOLS,
    })
    expect(await engine.send('Please')).toEqual({ terminal: 'completed' })
    expect(brokenInvariants({ engine, job, server })).toEqual([])

    const last = asObject(server.messageRequests().at(-1)?.body)
    const read = readResults(asArray(last['messages']).map(asObject))
    expect(read.map(({ text }) => text)).toEqual(says.map((pattern) => expect.stringMatching(pattern)))
    expect(JSON.stringify(last['messages']).length).toBeLessThan(MOST_CHARS)
    expect(JSON.stringify(engine.messages.at(-1))).toContain(DONE)
  })
})
