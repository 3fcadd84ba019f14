/** Locks of the person hold in every mode and whatever rules say. */
import { expect, it } from 'vitest'
import { PERMISSION_MODES } from '../protocol/permission-modes.ts'
import { decide } from './decide.ts'
import { fileCall, shellCall, stateWith } from './test-support.ts'

const LOCKS = ['/workspace/package.json', '/workspace/src/core']
const REFUSED = [
  fileCall('Edit', '/workspace/package.json'),
  fileCall('Write', '/workspace/src/core/new.ts'),
  fileCall('Edit', '/workspace/link.json', { real: '/workspace/package.json' }),
  ...[
    'echo x > package.json',
    'cp a package.json',
    'sed -i s/a/b/ src/core/a.ts',
    'cd src && touch core/b.ts',
    'rm -rf src',
    'mv src lib',
    'rm package.json; ls',
    'sh -c "echo x >> ./package.json"',
  ].map((command) => shellCall(command)),
]

it.each(REFUSED.map((call) => [call.title, call] as const))('%s', (_, call) => {
  for (const mode of PERMISSION_MODES) {
    const state = stateWith({
      mode,
      allowBypass: true,
      sandboxAutoAllow: true,
      locks: LOCKS,
      rules: { allow: ['Bash', 'Edit', 'Bash(rm:*)'] },
    })
    expect({ mode, ...decide(call, state) }).toMatchObject({
      mode,
      behavior: 'deny',
      source: 'safety_check',
      reason: expect.stringContaining('locked by the user'),
    })
  }
})

it.each([
  fileCall('Read', '/workspace/package.json'),
  fileCall('Edit', '/workspace/src/core.ts'),
  fileCall('Edit', '/workspace/package.json.bak'),
  shellCall('cat package.json'),
  shellCall('touch src/other.ts'),
  shellCall('cp package.json other.json'),
  shellCall('mkdir -p src/other'),
])('not: $title', (call) => {
  const state = stateWith({ mode: 'bypassPermissions', allowBypass: true, locks: LOCKS })
  expect(decide(call, state).behavior).toBe('allow')
})
