import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { german as germanTexts } from './de/catalogue.ts'
import { chat } from './en/chat.ts'
import { setLanguage, type Catalogue, type Texts } from './language.svelte.ts'
import { englishReasons } from './reasons/english.ts'
import { germanReasons } from './reasons/german.ts'

type Text = Texts[string]

/** Stand in the gaps of a text, and can be found in it again. */
const VALUES = [71, 73, 79, 83, 89, 97] as const

/** German has these words, too: it took most of them over, and the rest are names, units and an example. */
const SAME_WORDS: ReadonlySet<string> = new Set([
  ...'Agent Bucket Cache Chat Code Commit Demos Desktop Diff Editor Header Hooks Import Job Link Markdown Normal Offline Online PID Passphrase Pause Plan Region Sandbox Skills Tablet Terminal Terminals Tilde Tokens Version Vivarium offline online'.split(
    ' ',
  ),
  ...['Port 71', 'Shell 71', ' in 71 s', '71 in 73', 'api.example.com'],
])

const FOLDER = import.meta.dirname
/** Sentences of the agent are found by their English: the area translates, and its texts stand beside it. */
const english = { ...(await englishCatalogue()), reasons: englishReasons }
const german = { ...germanTexts, reasons: germanReasons }

afterEach(() => setLanguage('en', undefined))

describe('the catalogues', () => {
  it('have the same areas, each loaded with its language', () => {
    expect(Object.keys(german).toSorted()).toEqual(Object.keys(english).toSorted())
    const files = (language: string) =>
      readdirSync(join(FOLDER, language)).filter((file) => file !== 'catalogue.ts')
    expect(files('de')).toEqual(files('en'))
  })

  it('have the same keys, of which none is empty', () => {
    const keys = (catalogue: Catalogue) => [...textsIn(catalogue).keys()].toSorted()
    expect(keys(german)).toEqual(keys(english))
    const all = [...textsIn(english).values(), ...textsIn(german).values()]
    expect(all.filter((text) => typeof text === 'string' && text.trim() === '')).toEqual([])
    expect(all.length).toBeGreaterThan(200)
  })

  it('show the same values and leave the same gaps', () => {
    const translated = textsIn(german)
    const differing = [...textsIn(english)].filter(([key, text]) => {
      const other = translated.get(key)
      return other === undefined || gapsOf(text) !== gapsOf(other)
    })
    expect(differing.map(([key]) => key)).toEqual([])
  })

  it('say the same in other words, but where both languages have one word for it', () => {
    const translated = textsIn(german)
    const equal = [...textsIn(english)].filter(([key, text]) => {
      const other = translated.get(key)
      const isOfWords = /\p{L}{2}/u.test(filled(text)) && !SAME_WORDS.has(filled(text))
      return isOfWords && other !== undefined && filled(text) === filled(other)
    })
    expect(equal.map(([key]) => key)).toEqual([])
    const shown = new Set([...textsIn(english).values()].map(filled))
    expect([...SAME_WORDS].filter((words) => !shown.has(words))).toEqual([])
  })

  it('would notice a value that is lost, and a gap with another name', () => {
    expect(gapsOf((a: number, b: number) => `${b} of ${a}`)).toBe('71 73')
    expect(gapsOf(() => 'all')).not.toBe(gapsOf((a: number) => `all ${a}`))
    expect(gapsOf('Allow {tool}?')).not.toBe(gapsOf('{werkzeug} erlauben?'))
  })
})

describe('a text', () => {
  it('is English until another language is set, and then of that one', () => {
    expect(chat.send).toBe('Send')
    setLanguage('de', germanTexts)
    expect(chat.send).toBe('Senden')
    expect(chat.steps(1)).toBe('1 Schritt')
    setLanguage('en', undefined)
    expect(chat.steps(1204)).toBe('1,204 steps')
  })
})

async function englishCatalogue(): Promise<Catalogue> {
  const files = readdirSync(join(FOLDER, 'en'))
  // Each file exports its area and nothing else.
  const areas = await Promise.all(
    files.map((file) => import(`./en/${file.replace('.ts', '')}.ts`) as Promise<Catalogue>),
  )
  return Object.fromEntries(areas.flatMap((area) => Object.entries(area)))
}

function textsIn(catalogue: Texts, prefix = ''): Map<string, Exclude<Text, Texts>> {
  const found = Object.entries(catalogue).flatMap(([key, text]) =>
    typeof text === 'object' ? [...textsIn(text, `${prefix}${key}.`)] : [[`${prefix}${key}`, text] as const],
  )
  return new Map(found)
}

/** A text with values in its gaps. */
function filled(text: Exclude<Text, Texts>): string {
  // Texts take numbers for words as well: both stand in them as they are.
  return typeof text === 'string' ? text : (text as (...values: readonly number[]) => string)(...VALUES)
}

/** The values that a text shows and the gaps it leaves for parts of the screen, in one line. */
function gapsOf(text: Exclude<Text, Texts>): string {
  const shown = filled(text)
  const values = VALUES.filter((value) => shown.includes(String(value)))
  return [...values, ...[...shown.matchAll(/\{\w+\}/g)].map(([gap]) => gap).toSorted()].join(' ')
}
