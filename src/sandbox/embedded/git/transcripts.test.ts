/**
 * Our git against what the real one printed. RECORD=1 writes the transcripts anew from the git of this machine; they
 * were made with 2.39.5.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandsOf, play, realPlace, sandboxPlace } from './testing/transcript.ts'

const FOLDER = join(import.meta.dirname, 'transcripts')
const names = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'))

test.each(names)('%s', async (name) => {
  const file = join(FOLDER, name)
  const commands = commandsOf(readFileSync(file, 'utf8'))
  if (process.env['RECORD'] === '1') {
    const place = realPlace()
    writeFileSync(file, await play(commands, place))
    place.dispose()
  }
  expect(await play(commands, sandboxPlace())).toBe(readFileSync(file, 'utf8'))
})
