/** Our git in scripts against what the real one printed. RECORD=1 writes anew from the git of this machine (2.39.5). */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { slice } from '../../../testing/slice.ts'
import { formatBlocks, parseBlocks, playForReal, playInSandbox } from './testing/script-transcript.ts'

const FOLDER = join(import.meta.dirname, 'script-transcripts')
const names = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'))

describe.each(names)('%s', (name) => {
  const file = join(FOLDER, name)
  let blocks = parseBlocks(readFileSync(file, 'utf8'))
  if (process.env['RECORD'] === '1') {
    blocks = blocks.map((block) => ({ ...block, output: playForReal(block.script) }))
    writeFileSync(file, formatBlocks(blocks))
  }
  test.each(slice(blocks, 4))('$title', async ({ script, output }) => {
    expect(await playInSandbox(script)).toBe(output)
  })
})
