import { describe, expect, it } from 'vitest'
import { buildRequest, type RequestParts } from './build-request.ts'
import { dynamicSections } from './dynamic-prompt.ts'
import { SectionCache, cachedSection, listSections, volatileSection } from './sections.ts'
import { staticSections } from './static-prompt.ts'

const tool = (name: string) => ({ name, description: '', inputSchema: { type: 'object' as const } })

function parts(change: Partial<RequestParts> = {}): RequestParts {
  return {
    model: 'm',
    thinkingTokens: 0,
    tools: [tool('Bash'), tool('Read')],
    facts: {
      model: 'm',
      workspace: 'left "pad"',
      backend: 'embedded',
      workspacePath: '/workspace',
      date: '2026-11-21',
    },
    sections: new SectionCache(),
    messages: [],
    ...change,
  }
}

describe('a request', () => {
  it('has a static and a dynamic system block, both worth caching', () => {
    const { system, ...rest } = buildRequest(parts())
    expect(rest).toEqual({ model: 'm', tools: parts().tools, messages: [], thinkingTokens: 0 })
    expect(system.map(({ cache }) => cache)).toEqual([true, true])
    expect(system[1]?.text.replace(/# The sandbox\n\n[^]*?\n\n/, '')).toBe(
      `# This session

- Working directory: /workspace (the repository "left \\"pad\\"")
- Sandbox: embedded, Linux-like
- Model: m
- Session opened on 2026-11-21

Tools in this session: Bash, Read.`,
    )
  })

  it('has the same static bytes in every session', () => {
    const facts = {
      model: 'other',
      workspace: undefined,
      backend: 'webcontainer',
      workspacePath: '/home/vivarium/workspace',
      date: '2027-01-01',
    }
    const one = buildRequest(parts())
    const other = buildRequest(parts({ facts, tools: [], model: 'other', thinkingTokens: 5 }))
    expect(other.system[0]).toEqual(one.system[0])
    expect(other.system[1]?.text).toContain(
      '- Working directory: /workspace (no imported repository); commands see it as /home/vivarium/workspace, and tools take both names\n',
    )
    expect(buildRequest(parts())).toEqual(one)
  })

  it('begins with who the model is, in verbs of its role, and goes on in order', () => {
    const sections = staticSections('assistant')
    expect(sections.map(({ name }) => name)).toEqual(['identity', 'rules', 'tool usage', 'calibration'])
    const first = (['assistant', 'coordinator', 'worker'] as const).map((role) => {
      const text = buildRequest(parts({ role, sections: new SectionCache() })).system[0]?.text ?? ''
      return /helps|delegates|agent for/.exec(text.split('\n')[0] ?? '')?.[0]
    })
    expect(first).toEqual(['helps', 'delegates', 'agent for'])
  })

  it('says whose peer the model is, how it writes, and what it does about failures', () => {
    const [{ text } = { text: '' }] = buildRequest(parts()).system
    const clauses = [
      ...[
        /the user's peer/,
        /Disagree when you have reason to/,
        /recommend to stop/,
        /not work for approval/,
      ],
      ...[/Short sentences/, /Direct:/, /No superlatives/],
      ...[/root cause before you change anything/, /also when you have failed/, /Never retry blindly/],
      ...[/Never claim success that you have not verified/],
      ...[/No filler and no drama/, /No agreement for its own sake/, /Small results are told as small/],
    ]
    for (const clause of clauses) expect(text).toMatch(clause)
    expect(buildRequest(parts()).system[0]?.text).toBe(text)
  })

  it('tells what this sandbox can do, and not what another can', () => {
    const textOf = (backend: string) =>
      buildRequest(parts({ sections: new SectionCache(), facts: { ...parts().facts, backend } })).system[1]
        ?.text
    expect(textOf('embedded')).toMatch(/npm and npx work[^]*passes a gate/)
    expect(textOf('webcontainer')).not.toMatch(/passes a gate/)
  })

  it('says in numbers what it wants', () => {
    const text = buildRequest(parts()).system[0]?.text ?? ''
    for (const limit of ['at most 3 sentences', 'at most 2 before', 'at most 5 a task', '95 %']) {
      expect(text).toContain(limit)
    }
  })
})

describe('sections', () => {
  it('are computed once when cached, each time when volatile, until cleared', () => {
    const cache = new SectionCache()
    let count = 0
    const sections = [
      cachedSection('a', () => `a${++count}`),
      volatileSection('b', () => `b${++count}`, 'it counts'),
      cachedSection('empty', () => ''),
    ]
    expect([cache.render(sections, undefined), cache.render(sections, undefined)]).toEqual([
      'a1\n\nb2',
      'a1\n\nb3',
    ])
    cache.clear()
    expect(cache.render(sections, undefined)).toBe('a4\n\nb5')
  })

  it('can be listed with their intent', () => {
    expect(listSections(dynamicSections('assistant'))).toEqual([
      'session context: cached',
      'sandbox: cached',
      'active tools: volatile, a rule that lets in a tool which was denied adds it to the list',
    ])
  })
})
