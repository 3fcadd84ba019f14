import { expect, test } from 'vitest'
import type { EgressInitiator } from '../../contract/egress.ts'
import { Network, type Requester } from './network.ts'

async function initiator(by: Partial<Requester>, command: string): Promise<EgressInitiator | undefined> {
  let seen: EgressInitiator | undefined
  const network = new Network(
    {
      request: (request) => {
        seen = request.initiator
        return Promise.resolve({ type: 'refused', message: 'no' })
      },
    },
    { request: () => undefined },
  )
  await network.send(
    {
      url: 'https://a.example/',
      method: 'GET',
      headers: [],
      followRedirects: false,
      command,
      operation: 'mine',
    },
    { execId: 'e', run: 'e 1', pid: 7, kind: 'shell', argv: ['sh', '-c', 'x'], ...by },
    new AbortController().signal,
  )
  return seen
}

test('a command of the shell has its own name, and git is known to be git', async () => {
  const shell = { execId: 'e', run: 'e 1', operation: 'e 7 mine' }
  expect(await initiator({}, 'curl x')).toEqual({ ...shell, command: 'curl x' })
  expect(await initiator({}, 'git push')).toEqual({ ...shell, command: 'git push', isGit: true })
  expect(await initiator({}, 'gitx push')).toEqual({ ...shell, command: 'gitx push' })
})

test.each(['node', 'python'] as const)(
  'a program of %s cannot claim another name or operation',
  async (kind) => {
    expect(await initiator({ kind, argv: [kind, 'evil'] }, 'git push')).toEqual({
      execId: 'e',
      run: 'e 1',
      command: `${kind} evil`,
      operation: 'e 7',
    })
  },
)
