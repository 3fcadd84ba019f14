import { describe, expect, it } from 'vitest'
import { placesFor, withCode } from './place-code.ts'

const FILE = `import { a } from './a.js'

export function first() {
  return a
}

export class Box {
  open() {
    return 1
  }
}
`

/** In the likeliest place. */
function placed(text: string, code: string): string {
  const [place] = placesFor(text, code)
  if (!place) throw new Error('There is no place.')
  return withCode(text, code, place)
}

describe('where code goes', () => {
  it('takes the place of the function that begins and ends as it does', () => {
    const code = 'export function first() {\n  return a + 1\n}\n'
    expect(placesFor(FILE, code).map(({ kind }) => kind)).toEqual(['part', 'end', 'whole'])
    expect(placed(FILE, code)).toBe(FILE.replace('return a\n', 'return a + 1\n'))
  })

  it('is indented as what it replaces', () => {
    expect(placed(FILE, 'open() {\n  const two = 2\n\n  return two\n}')).toBe(
      FILE.replace('    return 1\n', '    const two = 2\n\n    return two\n'),
    )
  })

  it('replaces the whole file when it is a version of all of it', () => {
    const next = FILE.replace('return 1', 'return 2').replace('./a.js', './b.js')
    expect(placesFor(FILE, next)[0]).toEqual({ kind: 'whole' })
    expect(placed(FILE, next)).toBe(next)
  })

  it('goes to the end when nothing of it is there', () => {
    expect(placed(FILE, 'export const last = 1')).toBe(`${FILE}\nexport const last = 1\n`)
    expect(placed('one', 'two\nthree\n')).toBe('one\n\ntwo\nthree\n')
  })

  it('makes a file that is not there', () => {
    expect(placesFor('', 'x')).toEqual([{ kind: 'whole' }])
    expect(placed('', 'x\n\n')).toBe('x\n')
  })

  it('takes no part whose head stands twice, or whose end is nowhere', () => {
    const twice = `${FILE}\nexport function first() {\n}\n`
    expect(placesFor(twice, 'export function first() {\n  return 2\n}')[0]?.kind).not.toBe('part')
    expect(placesFor(FILE, 'export function first() {\n  return 2\n};')[0]?.kind).not.toBe('part')
  })
})
