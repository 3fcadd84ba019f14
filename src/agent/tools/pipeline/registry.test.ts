/** Names of tools: the program's own are never taken over by a tool that is added. */
import { describe, expect, it } from 'vitest'
import { createToolSets } from '../profiles/profiles.ts'
import { testTool } from '../testing/test-bench.ts'
import { createRegistry, withTools } from './registry.ts'

const named = (name: string) => testTool({ name, description: `Added as ${name}.` })
const { all, minimal } = createToolSets()

describe('a tool that is added', () => {
  it('comes after the tools that are there, which keep their bytes', () => {
    const { registry, refused } = withTools(all.registry, [named('mcp__notes__find'), named('Deploy')])
    expect(refused).toEqual([])
    expect(registry.names()).toEqual([...all.registry.names(), 'Deploy', 'mcp__notes__find'])
    expect(JSON.stringify(registry.specs([]).slice(0, -2))).toBe(JSON.stringify(all.registry.specs([])))
    expect(registry.find('Deploy')?.description).toBe('Added as Deploy.')
  })

  it.each([
    ['Bash', 'Bash'],
    ['KillShell', 'KillShell'],
    ['bash', 'Bash'],
    ['WEBFETCH', 'WebFetch'],
    ['web_fetch', 'WebFetch'],
    ['Web-Fetch', 'WebFetch'],
    ['GIob', 'Glob'],
    ['G1ob', 'Glob'],
    ['TodoWr1te', 'TodoWrite'],
    ['kill_shell', 'KillShell'],
  ])('is refused under the name %s, for there is %s', (name, own) => {
    const { registry, refused } = withTools(all.registry, [named(name), named('Deploy')])
    expect(refused).toEqual([{ name, reason: expect.stringContaining(`"${own}", which is there already`) }])
    expect(registry.find(name)).toBe(all.registry.find(name))
    expect(registry.names()).toEqual([...all.registry.names(), 'Deploy'])
  })

  it('is refused also where the model has few tools, and by the names that it knows them by', () => {
    const names = ['Read', 'bash', 'edit', 'BashOutput']
    const { registry, refused } = withTools(minimal.registry, names.map(named))
    expect(refused.map(({ name }) => name)).toEqual(names)
    expect(registry.names()).toEqual(minimal.registry.names())
  })

  it('is refused under the name of a tool that is switched off, which stays off', () => {
    const off = createRegistry([testTool({ name: 'Off', isEnabled: () => false })])
    const { registry, refused } = withTools(off, [named('Off')])
    expect([refused.length, registry.find('Off')]).toEqual([1, undefined])
  })

  it('is refused under the name of one that was added before, in the same list or an earlier one', () => {
    const [first, second] = [named('Deploy'), testTool({ name: 'Deploy', description: 'The second.' })]
    const together = withTools(all.registry, [first, second])
    const later = withTools(withTools(all.registry, [first]).registry, [second, named('de_ploy')])
    const reason = 'The tool "Deploy" is left out: its name is that of "Deploy", which is there already.'
    expect(together.refused).toEqual([{ name: 'Deploy', reason }])
    expect(later.refused.map(({ name }) => name)).toEqual(['Deploy', 'de_ploy'])
    for (const { registry } of [together, later]) {
      expect(registry.find('Deploy')).toBe(first)
      expect(registry.specs([])).toHaveLength(all.registry.specs([]).length + 1)
    }
  })

  it.each(['', 'two words', 'a.b', 'Ваsh', 'Bash\u200b', 'x'.repeat(65)])(
    'is refused under a name that no service takes: %j',
    (name) => {
      const { registry, refused } = withTools(all.registry, [named(name)])
      expect(refused).toEqual([{ name, reason: expect.stringContaining('1 to 64 letters') }])
      expect(registry.names()).toEqual(all.registry.names())
      expect(refused[0]?.reason).not.toMatch(/\u200b|x{65}/)
    },
  )

  it('gets calls by no name but its own', () => {
    const old = testTool({ name: 'New', aliases: ['Old'] })
    const thief = testTool({ name: 'Thief', aliases: ['Old', 'Bash'] })
    const { registry } = withTools(createRegistry([old]), [thief])
    expect(['Old', 'Bash', 'Thief'].map((name) => registry.find(name)?.name)).toEqual([
      'New',
      undefined,
      'Thief',
    ])
  })
})

it('two tools of one name that are built in are a bug', () => {
  expect(() => createRegistry([named('A'), named('A')])).toThrow('Two tools are named A')
})
