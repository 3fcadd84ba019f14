import { expect, it } from 'vitest'
import { browserReport, type Abilities } from './browser-report.ts'

const ALL: Abilities = {
  isolated: true,
  secure: true,
  serviceWorker: true,
  kept: true,
  persisted: true,
  folders: true,
  notifications: 'granted',
  clipboard: true,
  threads: 8,
  memory: 8,
  highlights: true,
  trustedTypes: true,
}

/** Report rows that are less than good, with this change. */
const lacks = (change: Partial<Abilities>) =>
  browserReport({ ...ALL, ...change }).flatMap(({ name, state, fix }) =>
    state === 'good' ? [] : [[name, state, fix !== undefined]],
  )

it('has nothing to say against a browser that can do it all', () => {
  expect(lacks({})).toEqual([])
  expect(lacks({ memory: undefined, notifications: 'default' })).toEqual([])
})

it.each([
  [{ isolated: false }, ['Shared memory', 'bad', true]],
  [{ secure: false }, ['Secure address', 'bad', true]],
  [{ kept: false, persisted: false }, ['Storage', 'bad', true]],
  [{ persisted: false }, ['Storage', 'less', true]],
  [{ serviceWorker: false }, ['Offline', 'less', true]],
  [{ folders: false }, ['Folders of this computer', 'less', true]],
  [{ notifications: 'denied' }, ['Notifications', 'less', true]],
  [{ notifications: 'missing' }, ['Notifications', 'less', false]],
  [{ clipboard: false }, ['Clipboard', 'less', true]],
  [{ threads: 2 }, ['Processor', 'less', false]],
  [{ memory: 2 }, ['Memory', 'less', true]],
  [{ highlights: false }, ['Highlights', 'less', true]],
  [{ trustedTypes: false }, ['Trusted types', 'less', false]],
] as const)('says what goes without it, and what helps: %j', (change, row) => {
  expect(lacks(change)).toEqual([row])
})

it('puts first what is worst', () => {
  const states = browserReport({ ...ALL, isolated: false, folders: false }).map(({ state }) => state)
  expect(states.slice(0, 3)).toEqual(['bad', 'less', 'good'])
})
