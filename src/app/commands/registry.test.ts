/** Commands are listed and found by what is known of them without their code. */
import { describe, expect, it, vi } from 'vitest'
import type { AppModel } from '../app-model.svelte.ts'
import { BUILT_IN_COMMANDS } from './built-in.ts'
import type { Command } from './contract.ts'
import { CommandRegistry } from './registry.ts'
import { DEFAULT_SHORTCUTS } from './shortcuts.ts'

/** App state that the commands under test read. */
function appWith(state: { isIn: boolean }): AppModel {
  return state as unknown as AppModel
}

function command(name: string, more: Partial<Command> = {}): Command {
  return { name, description: name, group: 'Help', type: 'local', load: vi.fn(), ...more } as Command
}

describe('the registry', () => {
  it('lists a hundred commands without loading one', () => {
    const many = Array.from({ length: 100 }, (_, index) => command(`c${index}`))
    const registry = new CommandRegistry(many)
    expect(registry.list(appWith({ isIn: true }))).toHaveLength(100)
    expect(registry.find('c99', appWith({ isIn: true }))?.command.name).toBe('c99')
    for (const { load } of many) expect(load).not.toHaveBeenCalled()
  })

  it('takes the first of a name in the order of the sources, and a name before an alias', () => {
    const skill = command('help', { description: 'of a skill' })
    const own = command('help', { description: 'built in' })
    const other = command('manual', { aliases: ['help', 'man'] })
    const registry = new CommandRegistry([skill], [other, own])
    const app = appWith({ isIn: true })
    expect(registry.find('help', app)?.command).toBe(skill)
    expect(registry.find('man', app)?.command).toBe(other)
    expect(registry.list(app).map((listed) => listed.command)).toEqual([skill, other])
  })

  it.each([
    [true, true, [true, undefined]],
    [true, false, [true, 'not now']],
    [false, true, [false, undefined]],
    [false, false, [false, undefined]],
  ])('who may have one: %s; whether it can be run now: %s', (may, can, [listed, why]) => {
    const one = command('one', { isAvailable: () => may, whyNot: () => (can ? undefined : 'not now') })
    const found = new CommandRegistry([one]).list(appWith({ isIn: true }))
    expect(found.length > 0).toBe(listed)
    expect(found[0]?.whyNot).toBe(why)
  })

  it('asks anew at each listing whether it can be run', () => {
    const state = { isIn: false }
    const one = command('one', {
      whyNot: (app) => ((app as unknown as typeof state).isIn ? undefined : 'Sign in first.'),
    })
    const registry = new CommandRegistry([one])
    expect(registry.find('one', appWith(state))?.whyNot).toBe('Sign in first.')
    state.isIn = true
    expect(registry.find('one', appWith(state))?.whyNot).toBeUndefined()
  })
})

describe('the commands of the program', () => {
  const names = BUILT_IN_COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases])

  it('have names and aliases that are all different', () => {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('are at least those that people know', () => {
    const known =
      'help clear compact context cost model effort plan permissions rewind redo resume fork rename export share diff ' +
      'init config theme keybindings status doctor copy import download preview budget'
    expect(known.split(' ').filter((name) => !names.includes(name))).toEqual([])
  })

  it.each(BUILT_IN_COMMANDS.map((own) => [own.name, own] as const))('/%s can be loaded', async (_, own) => {
    expect(await own.load()).toBeTypeOf('function')
  })

  it('are what the shortcuts belong to', () => {
    for (const name of Object.keys(DEFAULT_SHORTCUTS)) expect(names).toContain(name)
  })
})
