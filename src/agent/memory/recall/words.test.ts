import { describe, expect, it } from 'vitest'
import { passagesOf } from './passages.ts'
import { lettersOf, stemOf, wordsOf } from './words.ts'

const stemsOf = (text: string) => wordsOf(text).map(stemOf)

describe('words', () => {
  it('are compared by their stems, without common ones', () => {
    expect(stemsOf('The tests are running; it was tested.')).toEqual(['test', 'run', 'test'])
    expect(stemsOf('What is it?')).toEqual([])
    expect(stemsOf('')).toEqual([])
  })

  it('are the parts of a name beside the whole', () => {
    expect(stemsOf('parseQuery')).toEqual(['parsequeri', 'pars', 'queri'])
    expect(stemsOf('HTTPServer2')).toEqual(['httpserver2', 'http', 'server2'])
    expect(stemsOf('src/user_store.ts')).toEqual(['src', 'user', 'store', 'ts'])
    expect(stemsOf('Login')).toEqual(['login'])
  })

  it('are spelled alike where they share fours of letters', () => {
    expect(lettersOf('port')).toEqual(['_por', 'port', 'ort_'])
    expect(lettersOf('ci')).toEqual(['_ci_'])
    const shared = lettersOf('postgress').filter((four) => lettersOf('postgres').includes(four))
    expect(shared).toHaveLength(6)
  })

  it('are found with and without accents, in any writing', () => {
    expect(stemsOf('Größe NAÏVE')).toEqual(stemsOf('größe naive'))
    expect(stemsOf('ｔｅｓｔ')).toEqual(['test'])
    // Without spaces, two characters each.
    expect(stemsOf('設定画面')).toEqual(['設定', '定画', '画面'])
    expect(stemsOf('日')).toEqual(['日'])
  })

  it('cost no more than their length: one word of a megabyte, and a million of them', () => {
    expect(stemsOf('a'.repeat(1_000_000))).toEqual(['a'.repeat(40)])
    expect(stemsOf('Ab'.repeat(500_000)).length).toBeGreaterThan(1)
    expect(stemsOf('port '.repeat(200_000))).toHaveLength(200_000)
  })
})

describe('passages', () => {
  it('are sentences and lines, with their offsets', () => {
    const text = 'One v1.2 here. Two?\n\n- three'
    const passages = passagesOf(text)
    expect(passages.map((passage) => passage.text.trim())).toEqual(['One v1.2 here.', 'Two?', '- three'])
    for (const { at, text: own } of passages) expect(text.slice(at, at + own.length)).toBe(own)
  })

  it('of nothing are none', () => {
    expect(passagesOf('')).toEqual([])
    expect(passagesOf(' \n\n ')).toEqual([])
  })
})
