import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { packageLicenses, writeLicenses } from './licenses.mjs'

const root = mkdtempSync(join(tmpdir(), 'vivarium-licenses-'))
const write = (path: string, text: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('has the text of each package that is shipped, and of Node’s library', () => {
  write(
    'package-lock.json',
    JSON.stringify({
      packages: {
        '': { name: 'app' },
        'node_modules/b': { version: '2.0.0', license: 'MIT' },
        'node_modules/@s/a': { version: '1.0.0', license: 'Apache-2.0' },
        'node_modules/tool': { version: '1.0.0', license: 'MIT', dev: true },
      },
    }),
  )
  write('node_modules/@s/a/LICENSE.md', 'Text of a')
  write('node_modules/@s/a/NOTICE', 'Notice of a')
  write('src/sandbox/embedded/node/generated/LICENSE.txt', 'Text of Node')
  write('src/sandbox/embedded/python/NOTICE.md', 'Text of Python')
  write('src/agent/model/local/NOTICE.md', 'Text of llama.cpp')
  write('src/sandbox/embedded/npm/generated/LICENSE.txt', 'Text of npm')
  write('src/sandbox/embedded/npm/generated/templates/LICENSE.txt', 'Text of a template’s package')
  mkdirSync(join(root, 'dist'))
  writeLicenses(['dist'], root)
  const text = readFileSync(join(root, 'dist/LICENSES.txt'), 'utf8')
  expect(text).toContain('@s/a 1.0.0 (Apache-2.0)\n\nText of a\n\nNotice of a')
  expect(text).toContain('b 2.0.0 (MIT)\n\nThe package comes without')
  expect(text).toContain('Text of Node')
  expect(text).toContain('Text of Python')
  expect(text).toContain('Text of npm')
  expect(text).not.toContain('tool 1.0.0')
})

it('finds the packages of this repository', () => {
  const texts = packageLicenses()
  expect(texts.find((text) => text.startsWith('just-bash '))).toContain('Apache License')
  expect(texts.filter((text) => /^.* \(see the text\)\n\nThe package comes without/.test(text))).toEqual([])
})
