/** Names of a summary against those of the log: only a slip of the pen is put right. */
import { describe, expect, it } from 'vitest'
import { KnownNames } from './known-names.ts'

const LOG = `Mend parseDuration in /workspace/src/clock/duration.ts; setUserName and the tests of src/clock/zones.test.ts stay.
get it done: \`npm run build:site\` gave exit 3 in 40,960 ms, version 1.14.2, commit 8f3a2bc. API_TOKEN is set. left-pad@1.3.0
readFile of node:fs, and src/format/zones.css`

const verdict = (name: string, ...more: readonly string[]) => new KnownNames([LOG, ...more]).judge(name)

describe('a name', () => {
  it.each([
    ['parseDuration'],
    ['src/clock/duration.ts'],
    ['/workspace/src/clock/duration.ts'],
    ['./src/clock/duration.ts'],
    ['duration.ts'],
    ['40960'],
    ['40,960'],
    ['1.14.2'],
    ['8f3a2bc'],
    ['API_TOKEN'],
    ['npm run build:site'],
  ])('of the log is known: %s', (name) => expect(verdict(name)).toEqual({ type: 'known' }))

  it.each([
    ['parseDuratoin', 'parseDuration'],
    ['parseDurration', 'parseDuration'],
    ['src/clock/duratoin.ts', 'src/clock/duration.ts'],
    ['src/clok/duration.ts', 'src/clock/duration.ts'],
    ['build:stie', 'build:site'],
  ])('that is a slip is one: %s', (name, meant) => {
    expect(verdict(name)).toEqual({ type: 'slip', meant })
  })

  it.each([
    // Another word that the log has, too.
    ['getUserName', 'setUserName'],
    // A name that differs in its capitals may be that of a type.
    ['ParseDuration', 'parseDuration'],
    // Another form of the word.
    ['parseDurations', 'parseDuration'],
    ['setUserNames', 'setUserName'],
    // Another number, another letter of a short name.
    ['1.14.3', '1.14.2'],
    ['8f3a2bd', '8f3a2bc'],
    ['left-pad@1.4.0', 'left-pad@1.3.0'],
    ['src/clock/zones.test.js', 'src/clock/zones.test.ts'],
  ])('that may be meant as it stands is left: %s', (name, alike) => {
    expect(verdict(name)).toEqual({ type: 'other', alike })
  })

  it('that is nearly two of them is neither', () => {
    expect(verdict('src/clock/a-zones.ts', 'src/clock/b-zones.ts', 'src/clock/c-zones.ts').type).not.toBe(
      'slip',
    )
  })

  it('in another folder is named with the one that there is', () => {
    expect(verdict('lib/duration.ts')).toEqual({ type: 'other', alike: 'src/clock/duration.ts' })
  })

  it.each(['formatHours', 'src/new/place.ts', '4711', 'constructor.name', '__proto__', '$&name_x'])(
    'that is new is unknown: %s',
    (name) => expect(verdict(name)).toEqual({ type: 'unknown' }),
  )
})
