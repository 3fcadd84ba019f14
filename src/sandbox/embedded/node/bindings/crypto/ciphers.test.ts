// @vitest-environment node
/** Against the crypto of the Node that runs the tests. */
import * as native from 'node:crypto'
import { expect, it } from 'vitest'
import type { NodeContext } from '../../context.ts'
import { createCipherClasses } from './ciphers.ts'

// All that these classes use of it.
const context = { bufferPrototype: Buffer.prototype } as unknown as NodeContext
const { CipherBase, getCiphers } = createCipherClasses(context)
/** The types want to know the mode from the name. */
const createNative = native.createCipheriv as (
  name: string,
  key: Buffer,
  iv: Buffer | null,
) => native.CipherGCM
const parts = ['some text', '', ' that ends in the middle of a block', '!'.repeat(40)]

it.each(getCiphers())('%s comes in parts as natively, and goes back', (name) => {
  const key = Buffer.alloc(Number(name.slice(4, 7)) / 8, 7)
  const iv = name.endsWith('ecb') ? null : Buffer.alloc(name.endsWith('gcm') ? 12 : 16, 3)
  const theirs = createNative(name, key, iv)
  const ours = new CipherBase(true)
  ours.initiv(name, key, iv, -1)
  const cut = parts.map((part) => {
    const output = ours.update(part, 'utf8')
    expect(Buffer.from(output)).toEqual(theirs.update(part, 'utf8'))
    return output
  })
  const last = ours.final()
  expect(Buffer.from(last)).toEqual(theirs.final())
  const back = new CipherBase(false)
  back.initiv(name, key, iv, -1)
  if (name.endsWith('gcm')) {
    expect(Buffer.from(ours.getAuthTag() ?? [])).toEqual(theirs.getAuthTag())
    back.setAuthTag(theirs.getAuthTag())
  }
  const text = Buffer.concat([...[...cut, last].map((part) => back.update(part)), back.final()])
  expect(text.toString()).toBe(parts.join(''))
})

it('refuses a text that was changed', () => {
  const open = new CipherBase(false)
  open.initiv('aes-128-gcm', Buffer.alloc(16), Buffer.alloc(12), -1)
  open.setAuthTag(Buffer.alloc(16))
  open.update(Buffer.from('x'))
  expect(() => open.final()).toThrow('Unsupported state or unable to authenticate data')
})
