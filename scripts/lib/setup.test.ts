import { describe, expect, it } from 'vitest'
import { explainInstallFailure, requireNode } from './setup.mjs'

describe('set-up', () => {
  it('accepts the Node versions that the build tools run on, and refuses the others with what to do', () => {
    for (const good of ['20.19.0', '20.20.2', '22.12.0', '24.0.0', '26.1.0']) requireNode(good)
    for (const bad of ['18.20.0', '20.18.1', '21.7.0', '22.11.0', '23.1.0']) {
      expect(() => requireNode(bad)).toThrow(`Node ${bad} cannot build Vivarium. Install Node 20.19`)
    }
  })

  it('tells a missing network, a missing npm and a full disk apart', () => {
    expect(explainInstallFailure(1, 'npm error code ENOTFOUND')).toContain('registry cannot be reached')
    expect(explainInstallFailure(127, '')).toContain('npm was not found')
    expect(explainInstallFailure(1, 'npm error ENOSPC')).toContain('the disk is full')
    expect(explainInstallFailure(1, 'npm error code EUSAGE')).toContain('npm ended with 1')
  })
})
