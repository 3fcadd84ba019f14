import { describe, expect, it } from 'vitest'
import { fail } from '../sandbox/contract/errors.ts'
import { AppModel } from './app-model.svelte.ts'
import { createFakeAgent } from './testing/fake-agent/create-fake-agent.ts'
import { putNote } from './testing/fake-agent/memory-calls.ts'
import { createVivariumApi } from './vivarium-api.ts'

function start() {
  const fake = createFakeAgent()
  const app = new AppModel(fake.agent, location.origin)
  const api = createVivariumApi('1.2.3', fake.agent, app.session)
  const started = app.start(fake)
  const sandboxReady = () => fake.notice({ type: 'sandbox', state: { status: 'ready', backend: 'embedded' } })
  return { fake, api, started, sandboxReady }
}

describe('window.vivarium', () => {
  it('waits for the session, leaves the sandbox to the agent, and decodes what a command printed', async () => {
    const { fake, api, started } = start()
    const run = api.sandbox.exec('pwd', { cwd: 'src' })
    expect(fake.calls).toEqual([])
    await started
    expect(await run).toEqual({ stdout: 'hello\n', stderr: '', exitCode: 0, durationMs: 5, timedOut: false })
    expect(fake.calls).toEqual(['open: s1', 'exec: pwd /workspace/src'])
  })

  it('writes text and bytes at paths relative to the workspace, and lists them', async () => {
    const { api, started, sandboxReady } = start()
    await started
    sandboxReady()
    await api.sandbox.writeFile('a/b.txt', 'héllo')
    await api.sandbox.writeFile('/workspace/a/c.bin', new Uint8Array([1, 2]))
    expect(await api.sandbox.list('a')).toEqual([
      { name: 'b.txt', kind: 'file', size: 6 },
      { name: 'c.bin', kind: 'file', size: 2 },
    ])
    expect(await api.sandbox.readFile('a/c.bin')).toEqual(new Uint8Array([1, 2]))
  })

  it('rejects with what failed and what to try', async () => {
    const { fake, api, started, sandboxReady } = start()
    await started
    sandboxReady()
    await expect(api.sandbox.readFile('gone')).rejects.toThrow('/workspace/gone does not exist.')
    fake.agent.runs.run = async () => fail('not_permitted', 'A run is going on.', { hint: 'Stop it first.' })
    await expect(api.session.send('hi')).rejects.toThrow('A run is going on. Stop it first.')
    await expect(api.session.recording()).rejects.toThrow('Nothing can be recorded here.')
  })

  it('sends, tells the terminal, the session and its events', async () => {
    const { fake, api, started, sandboxReady } = start()
    await started
    sandboxReady()
    fake.onSend = async () => fake.emit({ type: 'session_titled', title: 'Hi', by: 'person' })
    expect(await api.session.send('hi')).toEqual({ terminal: 'completed' })
    expect(api.session.id()).toBe('s1')
    expect((await api.session.events()).map(({ type }) => type)).toEqual(['session_titled'])
    expect(await api.session.events(2)).toEqual([])
  })

  it('lists, reads, writes and removes notes, and switches them off', async () => {
    const { fake, api, started } = start()
    await started
    const { memory } = api
    expect(await memory.project()).toEqual({ id: 'p1', name: 'dates' })
    fake.memory.project = null
    expect(await memory.project()).toEqual({ id: '', name: '' })
    expect(await memory.enabled()).toBe(true)
    await memory.write('port.md', 'Port 4000')
    await memory.write('port.md', 'Port 5000')
    putNote(fake, 'a.md', '---\nname: A\ntype: project\n---\nA\n', {
      ...{ at: Date.UTC(2026, 10, 2), stale: ['src/a.ts'], source: { by: 'agent' }, origin: 'unconfirmed' },
    })
    const [latest, other] = await memory.list()
    expect(latest).toMatchObject({
      path: 'port.md',
      type: '',
      title: 'Port 5000',
      source: 'user',
      stale: false,
    })
    expect(other).toEqual({
      ...{ path: 'a.md', type: 'project', title: 'A', source: 'agent', stale: true },
      updated: '2026-11-02T00:00:00.000Z',
    })
    expect(await memory.read('port.md')).toBe('Port 5000')
    await memory.remove('port.md')
    await expect(memory.read('port.md')).rejects.toThrow('There is no note port.md.')
    await memory.setEnabled(false)
    expect(await memory.enabled()).toBe(false)
    await expect(memory.write('b.md', 'B')).rejects.toThrow('The memory is switched off.')
    await memory.setEnabled(true)
    fake.settingsNow = { ...fake.settingsNow, memory: false }
    expect(await memory.enabled()).toBe(false)
  })

  it('cannot be changed, and carries its version', () => {
    const { api } = start()
    expect([api.version, Object.isFrozen(api), Object.isFrozen(api.sandbox)]).toEqual(['1.2.3', true, true])
  })
})
