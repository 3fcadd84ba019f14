import { afterEach, expect, it } from 'vitest'
import { mountApp, unmountApp } from '../testing/mount-app.ts'
import { runTyped } from './typed-command.ts'

afterEach(unmountApp)

it('waits for what was said before it is decided whether a command can be run', async () => {
  const opening = Promise.withResolvers<void>()
  const { app, fake, started } = mountApp((agent) => {
    agent.emit({
      type: 'user_message',
      messageId: 'm',
      content: [{ type: 'text', text: 'Go on' }],
      origin: 'human',
    })
    const openSession = agent.agent.sessions.open
    agent.agent.sessions.open = async (id) => {
      await opening.promise
      return openSession(id)
    }
  })
  let isDecided = false
  const ran = runTyped(app, { name: 'compact', args: 'the ports' }).finally(() => (isDecided = true))
  // The same, begun after it without the wait, is decided before it.
  const { runCommandLine } = await import('./run.ts')
  await runCommandLine(app, { name: 'compact', args: 'at once' })
  expect(isDecided).toBe(false)
  opening.resolve()
  await started
  expect(await ran).toBe(true)
  expect(fake.calls).toContain('compact: the ports')
})

it('runs what needs no session where none could be opened', async () => {
  const { app } = mountApp((agent) => {
    agent.agent.sessions.open = () => Promise.reject(new Error('gone'))
    agent.agent.connection.connect = () => Promise.reject(new Error('gone'))
  })
  await expect.poll(() => app.session.connection).toBe('failed')
  expect(await runTyped(app, { name: 'settings', args: '' })).toBe(true)
  expect(app.dialog).toBe('settings')
})
