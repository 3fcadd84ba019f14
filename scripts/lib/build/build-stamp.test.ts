import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildUnlessStamped, filesBelow, stampOf } from './build-stamp.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vivarium-stamp-'))
  mkdirSync(join(root, 'in/generated'), { recursive: true })
  writeFileSync(join(root, 'in/a.ts'), 'a')
  writeFileSync(join(root, 'in/a.test.ts'), 'test')
  writeFileSync(join(root, 'in/generated/b.js'), 'b')
})
afterEach(() => {
  rmSync(root, { recursive: true })
})

const inputs = () => filesBelow(join(root, 'in'), (path: string) => path.endsWith('generated'))
const stamp = () => stampOf({ root, files: inputs(), text: '' })

describe('the stamp of a build', () => {
  it('is made of the inputs, which tests and what is left out are not', () => {
    expect(inputs()).toEqual([join(root, 'in/a.ts')])
    const before = stamp()
    writeFileSync(join(root, 'in/a.test.ts'), 'another')
    expect(stamp()).toBe(before)
    writeFileSync(join(root, 'in/a.ts'), 'another')
    expect(stamp()).not.toBe(before)
  })

  it('spares a build whose inputs and outputs are as they were', async () => {
    const output = join(root, 'out')
    let builds = 0
    const build = () =>
      buildUnlessStamped({ output, outputs: ['o.js'], stamp: stamp() }, () => {
        builds += 1
        writeFileSync(join(output, 'o.js'), '')
      })
    await build()
    await build()
    expect(builds).toBe(1)
    rmSync(join(output, 'o.js'))
    await build()
    writeFileSync(join(root, 'in/a.ts'), 'another')
    await build()
    expect(builds).toBe(3)
  })

  it('is not left by a build that failed', async () => {
    const output = join(root, 'out')
    const done = { output, outputs: [], stamp: stamp() }
    await buildUnlessStamped(done, () => undefined)
    await expect(
      buildUnlessStamped({ ...done, stamp: 'another' }, () => Promise.reject(new Error('half done'))),
    ).rejects.toThrow('half done')
    let built = false
    await buildUnlessStamped(done, () => {
      built = true
    })
    expect(built).toBe(true)
  })
})
