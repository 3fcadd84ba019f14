import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HIDDEN_CHARACTERS } from '../../../agent/permission/shell/words/hidden-character.ts'
import { german } from '../../language/de/catalogue.ts'
import { setLanguage } from '../../language/language.svelte.ts'
import { predicateText, reasonText } from './reason.ts'

const PERMISSION = join(import.meta.dirname, '../../../agent/permission')

beforeEach(() => setLanguage('de', german))
afterEach(() => setLanguage('en', undefined))

/** Texts in the sources of a folder, with something in their gaps. */
function textsIn(files: RegExp, pattern: RegExp): string[] {
  const names = readdirSync(PERMISSION, { recursive: true, encoding: 'utf8' })
  const sources = names.filter((name) => files.test(name) && !name.includes('.test.'))
  return sources.flatMap((name) =>
    [...readFileSync(join(PERMISSION, name), 'utf8').matchAll(pattern)].map(({ groups }) =>
      (groups?.plain ?? groups?.filled ?? '').replace(/\$\{[^}]*\}/g, 'xyz'),
    ),
  )
}

/** Made of texts that are looked at by themselves. */
const COMPOSED =
  /^xyz (is )?xyz\.$|^It xyz\.$|^The rule xyz \(xyz\) xyz\.$|(In this mode nobody is asked|Nobody is there to be asked)\.$/

const TEXT = String.raw`(?:'(?<plain>[^'\n]*)'|${'`'}(?<filled>[^${'`'}\n]*)${'`'})`

describe('a reason', () => {
  it('is said in German, with what it is about', () => {
    expect(reasonText('src/a (b).ts is outside the workspace.')).toBe(
      'src/a (b).ts liegt außerhalb des Arbeitsbereichs.',
    )
    expect(reasonText('The rule Bash(git push:*) (user) asks for it.')).toBe(
      'Die Regel Bash(git push:*) (user) verlangt die Frage.',
    )
    expect(reasonText('It is not complete.')).toBe('Der Befehl ist nicht vollständig.')
    expect(reasonText('curl reaches out to the network.')).toBe('curl greift auf das Netz zu.')
    expect(reasonText('A command in it runs what it is told to (vm).')).toBe(
      'Ein Befehl darin führt aus, was ihm gesagt wird (vm).',
    )
    expect(
      reasonText(
        'The rule Bash(rm:*) (user) restricts commands, and this one cannot be checked against it: it is nested too deeply.',
      ),
    ).toBe(
      'Die Regel Bash(rm:*) (user) schränkt Befehle ein, und dieser lässt sich nicht an ihr prüfen: Der Befehl ist zu tief geschachtelt.',
    )
  })

  it('stays as it is when a hook or a model said it, and in English', () => {
    expect(reasonText('Ask Ada first.')).toBe('Ask Ada first.')
    expect(predicateText('does $& {name}')).toBe('does $& {name}')
    setLanguage('en', undefined)
    expect(reasonText('No rule allows it.')).toBe('No rule allows it.')
  })

  it('shows a value that looks like a pattern as it is', () => {
    expect(reasonText('$& {path} is outside the workspace.')).toBe(
      '$& {path} liegt außerhalb des Arbeitsbereichs.',
    )
  })

  it('is known for everything that is said of a command', () => {
    const said = textsIn(
      /^shell\/(judge|words)\/(judge|judgement|git-class|package-manager).*\.ts$/,
      new RegExp(String.raw`(?:made\(\s*'[a-z-]+',|made\(found,|unknown\(|program\()\s*${TEXT}`, 'g'),
    )
    expect(said.length).toBeGreaterThan(60)
    expect(said.filter((text) => predicateText(text) === text)).toEqual([])
  })

  it('is known for every obstacle to reading a command', () => {
    const said = textsIn(
      /^shell\/(?!generated).*\.ts$/,
      new RegExp(String.raw`(?:\b(?:problems\.add|onProblem|problem|tell|no)\(\s*|\bproblem: )${TEXT}`, 'g'),
    )
    expect(said.length).toBeGreaterThan(30)
    const obstacles = said.filter((text) => text !== 'has xyz, so that it may not be what it looks like')
    expect(obstacles.filter((text) => predicateText(text) === text)).toEqual([])
    expect(
      reasonText(
        'It has an invisible character (U+200B, character 5), so that it may not be what it looks like.',
      ),
    ).toBe(
      'Der Befehl hat ein unsichtbares Zeichen (U+200B, Zeichen 5) und ist vielleicht nicht, wonach er aussieht.',
    )
  })

  it('is known for parts that could not be read', () => {
    expect(reasonText('It has 1,048,576 characters, of which 10,000 are read.')).toBe(
      'Der Befehl hat 1.048.576 Zeichen, von denen 10.000 gelesen werden.',
    )
    expect(reasonText('awk runs a program that cannot be read (line 1: unterminated string).')).toBe(
      'awk führt ein Programm aus, das sich nicht lesen lässt (line 1: unterminated string).',
    )
    expect(reasonText('sed runs a script that cannot be read (char 3: unknown command).')).toBe(
      'sed führt ein Skript aus, das sich nicht lesen lässt (char 3: unknown command).',
    )
    expect(reasonText('It could not be judged (boom).')).toBe(
      'Ob das erlaubt ist, ließ sich nicht beurteilen (boom).',
    )
    for (const [what, pattern] of HIDDEN_CHARACTERS) {
      const place = pattern.source.startsWith("\\$'") ? 'character 3' : 'U+0085, character 3'
      const said = `has ${what} (${place}), so that it may not be what it looks like`
      expect({ said, text: predicateText(said) }).not.toEqual({ said, text: said })
    }
  })

  it('is known for checks that keep failing, and for what is told between messages', () => {
    const end = 'Allow it only if the check itself is wrong.'
    expect(reasonText(`The checks have failed twice, and in src/a.ts a check is taken out. ${end}`)).toBe(
      'Die Prüfungen sind zweimal fehlgeschlagen, und in src/a.ts wird eine Prüfung entfernt. Erlaube es nur, wenn die Prüfung selbst falsch ist.',
    )
    expect(reasonText('npm test has failed 5 times, "adds" among what fails.')).toBe(
      'npm test ist 5-mal fehlgeschlagen, darunter „adds“.',
    )
    expect(reasonText('The WebContainer has ended.')).toBe('Der WebContainer ist beendet.')
    expect(
      reasonText(
        'The command has opened .env, b/id_rsa and 2 more, so what it printed may hold secrets. A yes holds until what is in there changes.',
      ),
    ).toBe(
      'Der Befehl hat .env, b/id_rsa and 2 more geöffnet; was er ausgegeben hat, kann Geheimnisse enthalten. Ein Ja gilt, bis sich der Inhalt ändert.',
    )
    // Text of a hook or a program.
    expect(reasonText('The upload has failed for want of a key.')).toBe(
      'The upload has failed for want of a key.',
    )
  })

  it('is known for every sentence of the rules', () => {
    const said = textsIn(
      /^(scope|rank|decide|decide-egress|locks|shell\/(places|reason-to-ask))\.ts$/,
      new RegExp(TEXT, 'g'),
    )
    const sentences = said.filter((text) => /^[A-Zx].* .*\.$/.test(text) && !COMPOSED.test(text))
    expect(sentences.length).toBeGreaterThan(20)
    expect(sentences.filter((text) => reasonText(text) === text)).toEqual([])
  })
})
