import { z } from 'zod'
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import { stateWith } from '../../permission/test-support.ts'
import type { PermissionState } from '../../permission/contract.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { ToolUseBlock } from '../../protocol/messages.ts'
import type { UserAnswer } from '../../protocol/questions.ts'
import type { PermissionAnswer } from '../../protocol/permission-requests.ts'
import { buildTool, textOutput, type Tool, type ToolDefinition } from '../contract.ts'
import { BackgroundJobs } from '../shell/background-jobs.ts'
import type { CallContext, LongResult, ResultStore } from '../deps.ts'
import { createRegistry } from '../pipeline/registry.ts'
import { CallSchedule } from '../pipeline/schedule.ts'
import { ToolState } from '../state.ts'

export type ToolResult = Extract<EventBody, { type: 'tool_result' }>

/** For tests of the machinery, whose tools touch no file: nothing is there, checkpoints find no change. */
export function emptySandbox(change: Partial<Sandbox> = {}): Sandbox {
  const none = () => Promise.resolve(fail('not_found', 'nothing is there'))
  return {
    describe: () =>
      Promise.resolve({
        backend: 'memory',
        contained: true,
        separateStderr: true,
        shell: false,
        openShells: false,
        endDirectory: true,
        readOnlyCommands: false,
        reportsOpened: false,
        resultFiles: false,
        forks: false,
        workspacePath: '/workspace',
      }),
    stat: none,
    readFile: none,
    readFiles: none,
    writeFile: none,
    writeFiles: none,
    list: none,
    makeDirectory: none,
    remove: none,
    rename: none,
    symlink: none,
    readLink: none,
    setMode: none,
    importArchive: none,
    exportArchive: none,
    glob: none,
    grep: none,
    findText: none,
    exec: none,
    kill: none,
    cancel: () => Promise.resolve(),
    processes: none,
    signal: none,
    outputTail: none,
    openedFiles: none,
    fork: none,
    openShell: none,
    writeShell: none,
    closeShell: none,
    checkpoint: () => Promise.resolve(ok({ root: 'r0', changed: false, files: 0, bytes: 0 })),
    restore: none,
    diff: none,
    showResults: none,
    usage: none,
    subscribe: () => () => undefined,
    dispose: () => Promise.resolve(),
    ...change,
  }
}

export interface Bench {
  readonly context: CallContext
  readonly asked: unknown[]
  readonly granted: string[]
  /** Events logged by background jobs. */
  readonly logged: EventBody[]
}

/** A store of results that has each under the name of its tool, and what was kept in it. */
export function keptResults(): { readonly kept: LongResult[]; readonly results: ResultStore } {
  const kept: LongResult[] = []
  const keep = async (result: LongResult) => {
    kept.push(result)
    return { name: `${result.tool.toLowerCase()}.txt`, hash: 'a'.repeat(64), size: result.text.length }
  }
  return { kept, results: { keep } }
}

/** Everything allowed unless `permission` says otherwise; the clock stands still. */
export function bench(options: {
  tools: readonly Tool[]
  sandbox?: Sandbox
  permission?: Parameters<typeof stateWith>[0]
  answer?: PermissionAnswer | 'never'
  /** The user's answer to questions. */
  says?: UserAnswer | 'never'
  signal?: AbortSignal
  unparsed?: ReadonlyMap<string, string>
  context?: Partial<CallContext>
}): Bench {
  const asked: unknown[] = []
  const granted: string[] = []
  const logged: EventBody[] = []
  const permission: PermissionState = stateWith({
    mode: 'bypassPermissions',
    allowBypass: true,
    ...options.permission,
  })
  const context: CallContext = {
    sandbox: options.sandbox ?? emptySandbox(),
    egress: { request: async () => ({ type: 'refused', message: 'There is no network in this test.' }) },
    browser: { ask: async () => ({ ok: false, text: 'There is no page in this test.' }) },
    tools: createRegistry(options.tools),
    state: new ToolState(),
    jobs: new BackgroundJobs((event) => logged.push(event)),
    turnId: 't1',
    signal: options.signal ?? new AbortController().signal,
    unparsed: options.unparsed ?? new Map(),
    permission: () => permission,
    ask: (request) => {
      asked.push(request)
      const answer = options.answer ?? { behavior: 'allow', scope: 'once' }
      return answer === 'never' ? new Promise(() => {}) : Promise.resolve(answer)
    },
    answer: () => {
      const says = options.says ?? { kind: 'skipped' }
      return says === 'never' ? new Promise(() => {}) : Promise.resolve(says)
    },
    setMode: (mode) => {
      granted.push(`mode ${mode}`)
      return Promise.resolve()
    },
    grant: (rule, scope) => {
      granted.push(`${scope}: ${rule}`)
      return Promise.resolve()
    },
    now: () => 1_000,
    ...options.context,
  }
  return { context, asked, granted, logged }
}

export function call(name: string, input: Record<string, unknown> = {}, id = 'u1'): ToolUseBlock {
  return { type: 'tool_use', id, name, input }
}

export function scheduled(calls: readonly ToolUseBlock[], context: CallContext): CallSchedule {
  const schedule = new CallSchedule(context)
  for (const block of calls) schedule.add(block, context.unparsed.get(block.id))
  return schedule
}

export async function run(calls: readonly ToolUseBlock[], context: CallContext): Promise<EventBody[]> {
  const schedule = scheduled(calls, context)
  const events: EventBody[] = []
  for await (const event of schedule.finish(context.unparsed)) events.push(event)
  return events
}

export function resultsOf(events: readonly EventBody[]): ToolResult[] {
  return events.filter((event): event is ToolResult => event.type === 'tool_result')
}

/** The text of one call's result, as the model reads it. */
export async function resultText(block: ToolUseBlock, context: CallContext): Promise<string> {
  return textOf(resultsOf(await run([block], context))[0])
}

export function textOf(result: ToolResult | undefined): string {
  const blocks = result?.content.content ?? []
  return blocks
    .map((block) => (block.type === 'text' ? block.text : `[${block.source.media_type}]`))
    .join('\n')
}

const plain = z.strictObject({ n: z.number().optional().describe('A number.') })

/** A tool that does what the test says. */
export function testTool(change: Partial<ToolDefinition<typeof plain>> = {}): Tool {
  return buildTool({
    name: 'Probe',
    description: 'For tests.',
    schema: plain,
    title: ({ n }) => `probe ${n ?? ''}`.trim(),
    run: () => Promise.resolve(textOutput('done')),
    ...change,
  })
}
