import { expect, test } from 'vitest'
import { readInstallSettings } from './install-settings.ts'

const read = (
  args: string,
  env: Record<string, string> = {},
  ...files: string[]
): ReturnType<typeof readInstallSettings> =>
  readInstallSettings({ args: args.split(' ').filter((word) => word !== ''), env, files })

const PLAIN = {
  registry: undefined,
  offline: false,
  silent: false,
  warns: true,
  legacyPeers: false,
  omit: new Set(),
  words: ['ci'],
}

test('options count before variables, and these before files', () => {
  expect(read('ci')).toEqual(PLAIN)
  const env = { npm_config_registry: 'https://b.example/x' }
  expect(read('ci', env, 'registry = https://c.example')?.registry).toBe('https://b.example/x/')
  expect(read('ci --registry https://a.example/', env)?.registry).toBe('https://a.example/')
  expect(read('ci', {}, '; first\nregistry="https://c.example"\n', 'registry=https://d.example')).toEqual({
    ...PLAIN,
    registry: 'https://c.example/',
  })
})

test('what is left out is what is said last', () => {
  expect(read('ci --omit=dev --omit optional')?.omit).toEqual(new Set(['dev', 'optional']))
  expect(read('ci --omit=dev --include=dev')?.omit).toEqual(new Set())
  expect(read('ci', { NODE_ENV: 'production' })?.omit).toEqual(new Set(['dev']))
  expect(read('ci --production')?.omit).toEqual(new Set(['dev']))
})

test('operands, short options and levels are read', () => {
  expect(read('install -D -E left-pad@1 --no-audit --no-fund -s')).toEqual({
    ...PLAIN,
    silent: true,
    warns: false,
    words: ['install', 'left-pad@1'],
  })
  expect(read('ci --offline --loglevel error --legacy-peer-deps')).toEqual({
    ...PLAIN,
    offline: true,
    warns: false,
    legacyPeers: true,
  })
})

test('whatever else is set is for the client', () => {
  for (const args of [
    'ci --force',
    'ci -g',
    'ci --dry-run',
    'ci --json',
    'ci --audit',
    'ci --loglevel=verbose',
  ])
    expect(read(args), args).toBeUndefined()
  for (const args of [
    'ci --ignore-scripts=false',
    'ci --no-save',
    'ci --no-package-lock',
    'ci --no-bin-links',
  ])
    expect(read(args), args).toBeUndefined()
  expect(read('ci', { npm_config_ignore_scripts: 'false' })).toBeUndefined()
  for (const file of ['@own:registry=https://a.example', '//a.example/:_authToken=x', 'cache=${HOME}/x'])
    expect(read('ci', {}, file), file).toBeUndefined()
})
