import { describe, expect, it } from 'vitest'
import { fenceFile } from './fence-file.ts'

describe('the file of a block of code', () => {
  it.each([
    ['js', 'let a', 'js', undefined],
    ['', 'let a', '', undefined],
    ['src/a.js', '', 'js', 'src/a.js'],
    ['js src/a.js', '', 'js', 'src/a.js'],
    ['js:src/a.js', '', 'js', 'src/a.js'],
    ['js title="src/a b.js"', '', 'js', 'src/a b.js'],
    ["ts {filename='src/a.ts' highlight=3}", '', 'ts', 'src/a.ts'],
    ['json file=package.json', '', 'json', 'package.json'],
    ['js', '// src/a.js\nlet a', 'js', 'src/a.js'],
    ['python', '# tools/run.py', 'python', 'tools/run.py'],
    ['html', '<!-- public/index.html -->\n<p>', 'html', 'public/index.html'],
    ['css', '/* file: a.css */\n', 'css', 'a.css'],
    ['js', '/workspace/src/a.js', 'js', undefined],
    ['js /workspace/src/a.js', '', 'js', 'src/a.js'],
  ])('%s with %j is of %s, %s', (info, code, language, path) => {
    expect(fenceFile(info, code)).toEqual({ language, path })
  })

  it.each([
    ['a comment of words', 'js', '// see a.js for more'],
    ['a shebang', 'bash', '#!/bin/sh\n'],
    ['what is outside of the workspace', 'js ../../etc/passwd.js', ''],
    ['another place of the machine', 'sh:/etc/profile.d/a.sh', ''],
    ['an address', 'js https://example.org/a.js', ''],
    ['a name that hides a part of itself', 'js title="a\u202egnp.js"', ''],
    ['the workspace itself', 'js title="/workspace"', ''],
  ])('takes %s for none', (_what, info, code) => {
    expect(fenceFile(info, code).path).toBeUndefined()
  })
})
