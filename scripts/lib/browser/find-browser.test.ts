import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBrowser, findTestBrowser } from './find-browser.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vivarium-browsers-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

function install(name: string, content = 'ELF'): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  chmodSync(path, 0o755)
  return path
}

describe('the browser of the tests', () => {
  it('is the headless shell where there is one, and else the whole one', () => {
    const whole = install('chromium')
    expect(findTestBrowser({ PATH: folder })).toBe(whole)
    const shell = install('chromium-headless-shell')
    expect([findTestBrowser({ PATH: folder }), findBrowser({ PATH: folder })]).toEqual([shell, whole])
  })

  it('is the one that a person has chosen', () => {
    install('chromium-headless-shell')
    const mine = install('mine')
    const env = { PATH: folder, CHROMIUM_PATH: mine }
    expect([findTestBrowser(env), findBrowser(env)]).toEqual([mine, mine])
  })

  it('may be told to runners with both', () => {
    const env = { PATH: '', CHROMIUM_PATH: install('whole'), HEADLESS_SHELL_PATH: install('shell') }
    expect([findTestBrowser(env), findBrowser(env)]).toEqual([env.HEADLESS_SHELL_PATH, env.CHROMIUM_PATH])
  })

  it('is refused by name where there is no file', () => {
    const none = join(folder, 'none')
    for (const variable of ['CHROMIUM_PATH', 'HEADLESS_SHELL_PATH'])
      expect(() => findTestBrowser({ PATH: folder, [variable]: none })).toThrow(
        `${variable} is set to ${none}, but there is no file there.`,
      )
  })

  it('is not a script that asks for a snap', () => {
    install('chromium-browser', '#!/bin/sh\necho "run snap install chromium"\n')
    const chrome = install('google-chrome')
    expect(findBrowser({ PATH: folder })).toBe(chrome)
  })
})
