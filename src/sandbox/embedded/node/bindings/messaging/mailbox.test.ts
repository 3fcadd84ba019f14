import { expect, it } from 'vitest'
import { createMailbox, emptyMailbox, fromBytes, leaveInMailbox, setByEvent } from './mailbox.ts'

const MEBIBYTE = 1024 * 1024

it('gives messages once, in their order, and none while events are enough', () => {
  const mailbox = createMailbox()
  leaveInMailbox(mailbox, 1, { a: [1] }, true)
  leaveInMailbox(mailbox, 2, 'not plain', false)
  expect(emptyMailbox(mailbox).map(({ number, bytes }) => [number, bytes && fromBytes(bytes)])).toEqual([
    [1, { a: [1] }],
    [2, undefined],
  ])
  expect(emptyMailbox(mailbox)).toEqual([])
  setByEvent(mailbox, true)
  leaveInMailbox(mailbox, 3, 'x', true)
  expect(emptyMailbox(mailbox)).toEqual([])
})

it('keeps the number of what it has no room for, so that nothing behind it is taken before', () => {
  const mailbox = createMailbox()
  leaveInMailbox(mailbox, 1, new Uint8Array(60 * MEBIBYTE), true)
  leaveInMailbox(mailbox, 2, new Uint8Array(8 * MEBIBYTE), true)
  leaveInMailbox(mailbox, 3, 'small', true)
  expect(emptyMailbox(mailbox).map(({ number, bytes }) => [number, bytes !== undefined])).toEqual([
    [1, true],
    [2, false],
    [3, true],
  ])
})
