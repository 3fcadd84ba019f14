/** Input that is typed at a terminal while its line ends, and comes back. */
import { expect, it } from 'vitest'
import type { ExecResult, Sandbox, ShellInput } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { FromTerminal, ToTerminal } from '../../protocol/calls/terminals.ts'
import { Terminals } from './terminals.ts'
import type { UserFiles } from './user-files.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** A terminal whose line has ended, with what it has not read, and is being stored; nothing runs that could read more. */
async function whileStoring(unread: string) {
  const stored = Promise.withResolvers<void>()
  const sandbox: Pick<Sandbox, 'openShell' | 'writeShell' | 'exec'> = {
    openShell: async () => ok(undefined),
    writeShell: async (_id: string, input: ShellInput) =>
      input.type === 'bytes' && input.data.length > 0
        ? fail('not_permitted', 'Nothing runs.')
        : ok(undefined),
    exec: async (): Promise<Result<ExecResult>> =>
      ok({
        exitCode: 0,
        stdout: bytes(''),
        stderr: bytes(''),
        droppedBytes: 0,
        durationMs: 1,
        timedOut: false,
        cwd: '/workspace',
        unread: bytes(unread),
      }),
  }
  const look = async <T>(act: (sandbox: Sandbox) => Promise<Result<T>>) => act(sandbox as Sandbox)
  const files: Pick<UserFiles, 'read' | 'changeAndGoOn'> = {
    read: look,
    changeAndGoOn: async (act) => {
      const outcome = await look(act)
      await stored.promise
      return outcome
    },
  }
  const terminals = new Terminals({ files: files as UserFiles, newId: () => 'line' })
  const { port1, port2 } = new MessageChannel()
  const said: string[] = []
  port1.addEventListener('message', ({ data }: MessageEvent<FromTerminal>) =>
    said.push(data.type === 'unread' ? new TextDecoder().decode(data.data) : data.type),
  )
  port1.start()
  await terminals.open({ id: 'one', cwd: '/workspace', columns: 80, rows: 24, history: [] }, port2)
  const send = (message: ToTerminal) => port1.postMessage(message)
  const type = (text: string) => send({ type: 'input', input: { type: 'bytes', data: bytes(text) } })
  return { said, send, type, stored, close: () => port1.close() }
}

it('comes back in the order in which it was typed, before the line has ended for the page', async () => {
  const { said, send, type, stored, close } = await whileStoring('one\n')
  send({ type: 'line', text: 'sleep 9' })
  type('two\n')
  type('three\n')
  send({ type: 'settle' })
  await expect.poll(() => said).toEqual(['settled'])
  stored.resolve()
  await expect.poll(() => said).toEqual(['settled', 'one\n', 'two\n', 'three\n', 'line_end'])
  type('four\n')
  send({ type: 'settle' })
  await expect.poll(() => said.slice(5)).toEqual(['four\n', 'settled'])
  close()
})
