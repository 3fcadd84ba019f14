import { describe, expect, it } from 'vitest'
import { BlockCutter } from './markdown-blocks.ts'

const splitBlocks = (text: string) => new BlockCutter().blocks(text)

describe('blocks', () => {
  it('cuts at blank lines', () => {
    expect(splitBlocks('# A\n\none\ntwo\n\n\nthree\n')).toEqual(['# A', 'one\ntwo', 'three'])
  })

  it('never cuts a fence, finished or not', () => {
    const fence = '```js\na\n\nb\n```'
    expect(splitBlocks(`x\n\n${fence}\n\ny`)).toEqual(['x', fence, 'y'])
    expect(splitBlocks('~~~\na\n\n```\n\nb')).toEqual(['~~~\na\n\n```\n\nb'])
  })

  it('keeps a list with its items and what is indented below them', () => {
    expect(splitBlocks('1. a\n\n   more\n\n2. b\n\nend')).toEqual(['1. a\n\n   more\n\n2. b', 'end'])
  })

  it('takes inline code at the start of a line for text', () => {
    expect(splitBlocks('```a``` b\n\nc')).toEqual(['```a``` b', 'c'])
  })

  it('changes only the last block while text grows', () => {
    const text = 'Intro\n\n- a\n- b\n\n```\ncode\n```\n\nThe end'
    for (let length = 1; length < text.length; length += 1) {
      const now = splitBlocks(text.slice(0, length))
      const next = splitBlocks(text.slice(0, length + 1))
      expect(next.slice(0, now.length - 1)).toEqual(now.slice(0, -1))
    }
  })

  it('has no blocks for empty text', () => {
    expect(splitBlocks('\n\n')).toEqual([])
  })
})

describe('BlockCutter', () => {
  it('cuts a growing text as one that is there at once, however it grows', () => {
    const pieces = ['a', '\n', '\n\n', '- b', '1', '.', ' c', '```', '~~~', '  d', '> e', ' ', '*', '# f']
    let random = 7
    const next = (below: number) => (random = (random * 16_807) % 2_147_483_647) % below
    for (let round = 0; round < 300; round += 1) {
      const cutter = new BlockCutter()
      let text = ''
      for (let step = 0; step < 25; step += 1) {
        text += pieces[next(pieces.length)] ?? ''
        expect(cutter.blocks(text), JSON.stringify(text)).toEqual(splitBlocks(text))
      }
    }
  })

  it('starts over with another text', () => {
    const cutter = new BlockCutter()
    cutter.blocks('one\n\ntwo\n\nthree')
    expect(cutter.blocks('one\n\nother\n\nfour')).toEqual(['one', 'other', 'four'])
    expect(cutter.blocks('')).toEqual([])
  })
})
