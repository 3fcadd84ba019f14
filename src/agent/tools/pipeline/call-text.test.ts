import { expect, it } from 'vitest'
import { readCall } from './call-text.ts'
import { workspace } from '../testing/workspace.ts'
import { explainCall } from './explain.ts'

it.each([
  ['git push --force', 'Bash', { command: 'git push --force' }],
  ['Bash(npm test)', 'Bash', { command: 'npm test' }],
  ['Read(~/.ssh/id_rsa)', 'Read', { file_path: '/home/user/.ssh/id_rsa' }],
  ['Read(//etc/passwd)', 'Read', { file_path: '/etc/passwd' }],
  ['Read(/workspace/a.ts)', 'Read', { file_path: '/workspace/a.ts' }],
  ['LS(src)', 'LS', { path: '/workspace/src' }],
  ['TodoWrite', 'TodoWrite', {}],
])('%s', (text, tool, input) => {
  expect(readCall(text)).toEqual({ kind: 'call', tool, input })
})

it.each([
  ['WebFetch(https://a.example/x)', 'https://a.example/x', true, 'GET'],
  ['WebSend(domain:a.example)', 'https://a.example/', false, 'POST'],
  ['WebSend(domain:a.example method:delete,PUT)', 'https://a.example/', false, 'DELETE'],
  ['WebSend(https://a.example/x PATCH)', 'https://a.example/x', false, 'PATCH'],
])('%s', (text, url, readOnly, method) => {
  expect(readCall(text)).toEqual({ kind: 'address', url, readOnly, method })
})

it('every file tool can be asked about by its path', async () => {
  const { context, sandbox } = await workspace()
  for (const tool of ['Read', 'Edit', 'MultiEdit', 'Write', 'LS', 'Grep', 'Glob']) {
    const call = readCall(`${tool}(/src/a.ts)`)
    if (call.kind !== 'call') throw new Error('It is a call.')
    const told = await explainCall(
      { tools: context.tools, sandbox, state: context.state, permission: context.permission() },
      call,
    )
    expect({ tool, behavior: told.behavior }).toEqual({ tool, behavior: 'allow' })
  }
})
