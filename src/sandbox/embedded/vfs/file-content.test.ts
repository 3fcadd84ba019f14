import { describe, expect, it } from 'vitest'
import { FileContent } from './file-content.ts'

describe('file content', () => {
  it('leaves views alone whatever is written later', () => {
    const content = new FileContent(Uint8Array.of(1, 2, 3))
    const first = content.view()
    content.write(3, Uint8Array.of(4))
    const second = content.view()
    content.write(0, Uint8Array.of(9))
    content.resize(1)
    content.write(2, Uint8Array.of(7))
    expect([[...first], [...second], [...content.view()]]).toEqual([
      [1, 2, 3],
      [1, 2, 3, 4],
      [9, 0, 7],
    ])
  })

  it('shares bytes between copies until one of them is written', () => {
    const one = new FileContent(Uint8Array.of(1, 2))
    const two = one.share()
    one.write(2, Uint8Array.of(3))
    two.write(2, Uint8Array.of(8))
    two.write(0, Uint8Array.of(7))
    expect([[...one.view()], [...two.view()]]).toEqual([
      [1, 2, 3],
      [7, 2, 8],
    ])
  })

  it('reads zeros where nothing was written', () => {
    const content = new FileContent()
    content.resize(5)
    expect([...content.read(3, 10)]).toEqual([0, 0])
    content.write(3, Uint8Array.of(1))
    expect([[...content.read(0, 10)], [...content.view()], content.size]).toEqual([
      [0, 0, 0, 1, 0],
      [0, 0, 0, 1, 0],
      5,
    ])
  })

  it('shows zeros, not old bytes, after shrinking and growing', () => {
    const content = new FileContent(Uint8Array.of(1, 2, 3, 4))
    content.resize(1)
    content.resize(4)
    expect([...content.read(0, 4)]).toEqual([1, 0, 0, 0])
  })
})
