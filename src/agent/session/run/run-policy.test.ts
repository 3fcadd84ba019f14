import { describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import type { PermissionState } from '../../permission/contract.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import type { Settings } from '../../protocol/settings.ts'
import { emptySandbox } from '../../tools/testing/test-bench.ts'
import { RunPolicy } from './run-policy.ts'

/** Stored settings whose reads and computed permissions are counted; a read can be held up. */
function stored() {
  let mode: Settings['permissionMode'] = 'default'
  let failure: Error | undefined
  let hold: Promise<void> = Promise.resolve()
  const counts = { reads: 0, permissions: 0 }
  const source = {
    now: async (): Promise<Settings> => {
      counts.reads++
      const read = { ...DEFAULT_SETTINGS, permissionMode: mode }
      await hold
      if (failure) throw failure
      return read
    },
    permission: async ({ permissionMode }: Settings, sandbox: Sandbox): Promise<PermissionState> => {
      counts.permissions++
      const { contained } = await sandbox.describe()
      return {
        mode: permissionMode,
        allowBypass: false,
        sandboxAutoAllow: false,
        ruleSets: [],
        locks: [],
        contained,
        canAsk: true,
      }
    },
  }
  return {
    policy: new RunPolicy(source),
    counts,
    set: (next: Settings['permissionMode']) => void (mode = next),
    fail: (error: Error | undefined) => void (failure = error),
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      hold = promise
      return resolve
    },
  }
}

describe('policy of a run', () => {
  it('reads and computes once where nothing changes', async () => {
    const { policy, counts } = stored()
    expect(await policy.begin()).toEqual(DEFAULT_SETTINGS)
    await policy.attach(emptySandbox())
    await policy.settled()
    expect([policy.permission.mode, counts]).toEqual(['default', { reads: 1, permissions: 1 }])
  })

  it('sees a change made before the sandbox was there', async () => {
    const { policy, counts, set } = stored()
    await policy.begin()
    set('plan')
    await policy.changed()
    await policy.attach(emptySandbox())
    expect([policy.settings.permissionMode, policy.permission.mode]).toEqual(['plan', 'plan'])
    expect(counts).toEqual({ reads: 2, permissions: 1 })
  })

  it('sees a change made while it reads, and ends with the latest', async () => {
    const { policy, set, hold } = stored()
    await policy.begin()
    await policy.attach(emptySandbox())
    const goOn = hold()
    set('acceptEdits')
    const first = policy.changed()
    set('plan')
    const second = policy.changed()
    goOn()
    await second
    await first
    expect(policy.permission.mode).toBe('plan')
  })

  it('reads changes that came together once', async () => {
    const { policy, counts } = stored()
    await policy.begin()
    await policy.attach(emptySandbox())
    await Promise.all([policy.changed(), policy.changed(), policy.changed()])
    expect(counts).toEqual({ reads: 2, permissions: 2 })
  })

  it('rejects for a read that fails, and reads again after it', async () => {
    const { policy, set, fail } = stored()
    await policy.begin()
    await policy.attach(emptySandbox())
    set('plan')
    fail(new Error('no storage'))
    await expect(policy.changed()).rejects.toThrow('no storage')
    fail(undefined)
    await policy.settled()
    expect(policy.permission.mode).toBe('plan')
  })
})
