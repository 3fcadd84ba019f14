/** Every problem of a policy file is told in the page's other language: read from the sources, as nobody keeps a list. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { german } from '../../language/de/catalogue.ts'
import { setLanguage } from '../../language/language.svelte.ts'
import { reasonText } from './reason.ts'

const POLICY = join(import.meta.dirname, '../../../agent/session/policy')
const SOURCES = ['policy-file.ts', 'fetch-policy.ts', 'deployment-policy.ts']

beforeEach(() => setLanguage('de', german))
afterEach(() => setLanguage('en', undefined))

it('is known for every problem of the agent', () => {
  const said = SOURCES.map((file) => readFileSync(join(POLICY, file), 'utf8')).flatMap((source) =>
    [...source.matchAll(/['`]((?:The file|The server answers|Its address) [^'`]*)['`]/g)].map(
      ([, text = '']) => text.replaceAll(/\$\{[^}]*\}/g, '7'),
    ),
  )
  expect(said.length).toBeGreaterThan(14)
  expect(said.filter((text) => reasonText(text) === text)).toEqual([])
})

it('leaves names as they are', () => {
  expect(reasonText('The file sets "permissions.x", which this version of Vivarium cannot enforce.')).toBe(
    'Die Datei setzt „permissions.x“; diese Version von Vivarium kann das nicht durchsetzen.',
  )
})
