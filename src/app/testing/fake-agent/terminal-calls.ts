/** Programs in the sandbox of the fake agent: one process, and a command that says hello. */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import { START } from './session-summary.ts'
import type { FakeAgent } from './fake-agent.ts'

export function terminalCalls(fake: FakeAgent, ready: Promise<void>): Pick<AgentApi, 'terminals'> {
  return {
    terminals: {
      exec: async (command: string, options: { cwd?: string }) => {
        await ready
        fake.calls.push(`exec: ${command} ${options.cwd ?? ''}`.trim())
        const stdout = new TextEncoder().encode('hello\n')
        const stderr = new Uint8Array()
        return ok({
          exitCode: 0,
          stdout,
          stderr,
          droppedBytes: 0,
          durationMs: 5,
          timedOut: false,
          cwd: '/workspace',
        })
      },
      open: async (_: unknown, port: MessagePort) => {
        port.close()
        return fail('unsupported', 'There is no shell here.')
      },
      close: async () => undefined,
      memory: async () => ({ terminals: [], history: [] }),
      keepMemory: async () => undefined,
      processes: async () =>
        ok([
          {
            pid: 7,
            parent: 1,
            group: 7,
            command: 'node server.js',
            state: 'waiting' as const,
            startedAt: START,
            execId: 'x',
            background: true,
            detached: false,
          },
        ]),
      signal: async () => ok(undefined),
      outputTail: async () => ok({ data: new TextEncoder().encode('listening\n'), droppedBytes: 0 }),
    },
  }
}
