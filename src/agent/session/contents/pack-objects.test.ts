import { describe, expect, it } from 'vitest'
import { patience } from '../../../testing/patience.ts'
import { soak } from '../../../testing/soak.ts'
import { DIFFERENCE_BYTES_MAX, DIFFERENCES_MAX } from '../../limits.ts'
import { chainOf, contentOf, differenceFrom, encodePack, objectsOf } from './pack-objects.ts'
import type { PackedObject, PackInput } from './pack-objects.ts'

const SOAK = soak('pack-objects', { gate: 20, round: 120, isGateFixed: true })

const HEX = 16

/** A name for a test: hashes are not looked at here. */
const name = (at: number) => at.toString(HEX).padStart(64, '0')

function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The objects listed by these packs, read back. */
function read(packs: readonly (readonly PackInput[])[]) {
  const objects = new Map<string, PackedObject>()
  const contents = new Map<number, Uint8Array>()
  for (const [id, pack] of packs.entries()) {
    const { data, ...index } = encodePack(pack)
    contents.set(id, data)
    for (const object of objectsOf({ ...index, id })) objects.set(object.hash, object)
  }
  return { objects, contents }
}

/** Takes some bytes out at some place and puts others in. */
function edited(data: Uint8Array, next: (below: number) => number): Uint8Array {
  const at = next(data.length + 1)
  const cut = next(Math.min(data.length - at, 200) + 1)
  const put = Uint8Array.from({ length: next(200) }, () => next(256))
  return Uint8Array.from([...data.subarray(0, at), ...put, ...data.subarray(at + cut)])
}

describe('objects in packs', () => {
  it(SOAK.title('come back byte-equal through chains of random edits'), { timeout: patience(180_000) }, () =>
    SOAK.each(({ seed }) => {
      const next = seeded(seed)
      const versions: Uint8Array[] = [
        Uint8Array.from({ length: next(3_000) }, () => next(seed % 2 ? 256 : 3)),
      ]
      const packs: PackInput[][] = [[{ hash: name(0), data: versions[0] ?? new Uint8Array() }]]
      for (let step = 1; step <= DIFFERENCES_MAX; step++) {
        const before = versions[step - 1] ?? new Uint8Array()
        const data = edited(before, next)
        const difference = differenceFrom(before, data)
        versions.push(data)
        packs.push([
          { hash: name(1_000 + step), data: Uint8Array.of(step) },
          difference
            ? { hash: name(step), data: difference, base: name(step - 1) }
            : { hash: name(step), data },
        ])
      }
      const { objects, contents } = read(packs)
      for (const [step, data] of versions.entries()) {
        const chain = chainOf(objects, name(step))
        expect(chain && contentOf(chain, contents), `seed ${seed}, step ${step}`).toEqual(data)
      }
    }),
  )

  it('are differences only where that is much less, and none is looked for in what is large', () => {
    const text = (value: string) => new TextEncoder().encode(value)
    const lines = Array.from({ length: 100 }, (_, at) => `line ${at} of a file\n`)
    const before = text(lines.join(''))
    const after = text(lines.toSpliced(40, 3, 'another line\n').join(''))
    expect(differenceFrom(before, after)?.length).toBeLessThan(60)
    expect(differenceFrom(text('nothing alike'), text('something else entirely'))).toBeUndefined()
    expect(differenceFrom(before, text(''))).toBeUndefined()
    expect(differenceFrom(text(''), after)).toBeUndefined()
    const large = new Uint8Array(DIFFERENCE_BYTES_MAX + 1)
    expect(differenceFrom(large, before)).toBeUndefined()
    expect(differenceFrom(before, large)).toBeUndefined()
  })

  it('are not there when what they differ from is lacking, goes round in circles, or is another', () => {
    const base = new TextEncoder().encode('the same words again and again '.repeat(20))
    const data = new TextEncoder().encode(`${'the same words again and again '.repeat(20)}!`)
    const difference = differenceFrom(base, data)
    if (!difference) throw new Error('No difference.')
    const based = { hash: name(1), data: difference, base: name(0) }
    expect(chainOf(read([[based]]).objects, name(1))).toBeUndefined()
    const circle = read([[based], [{ ...based, hash: name(0), base: name(1) }]])
    expect(chainOf(circle.objects, name(1))).toBeUndefined()
    const { objects, contents } = read([[{ hash: name(0), data: base.subarray(1) }], [based]])
    const chain = chainOf(objects, name(1)) ?? []
    expect(contentOf(chain, contents)).toBeUndefined()
    expect(contentOf(chain, new Map([[1, difference]]))).toBeUndefined()
  })
})
