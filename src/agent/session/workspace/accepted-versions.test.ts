/** Accepted versions are bounded; saves of one file push out no other. */
import { describe, expect, it } from 'vitest'
import { STEERING_VERSIONS } from '../../limits.ts'
import { keptVersions } from './accepted-versions.ts'
import type { AcceptedVersion } from './workspace-record.ts'

const versionsOf = (path: string, count: number): AcceptedVersion[] =>
  Array.from({ length: count }, (_, at) => ({ path, version: `${path} ${at}` }))
const pathsOf = (folder: string, count: number, name = 'x.md'): AcceptedVersion[] =>
  Array.from({ length: count }, (_, at) => ({ path: `${folder}/${at}/${name}`, version: `${at}` }))
const countOf = (versions: readonly AcceptedVersion[], path: string) =>
  versions.filter((known) => known.path === path).length

/** One after the other, as saves come. */
function saved(versions: readonly AcceptedVersion[], before: readonly AcceptedVersion[] = []) {
  let known = before
  for (const version of versions) known = keptVersions(known, [version])
  return known
}

const CLAUDE = { path: 'CLAUDE.md', version: 'mine' }
const ADDRESS = { path: 'https://example.com/rules', version: 'theirs' }

describe('accepted versions', () => {
  it('are all kept while there is room, in the order in which they came', () => {
    const known = versionsOf('a.md', STEERING_VERSIONS - 1)
    expect(keptVersions(known, [CLAUDE])).toEqual([...known, CLAUDE])
    expect(keptVersions([], [])).toEqual([])
  })

  it('accepted again are the latest, and there once', () => {
    const [first = CLAUDE, ...others] = versionsOf('a.md', 3)
    expect(keptVersions([first, ...others], [first])).toEqual([...others, first])
  })

  it('of prose that is saved ever again push out no other file', () => {
    const prose = versionsOf('a.md', 2 * STEERING_VERSIONS)
    const before = [CLAUDE, ADDRESS, { path: 'docs/style.md', version: 'once' }]
    const kept = saved(prose, before)
    expect(kept).toEqual([...before, ...prose.slice(before.length - STEERING_VERSIONS)])
  })

  it('of a steering file that is saved ever again push out neither its latest nor another file', () => {
    const steering = versionsOf('CLAUDE.md', 2 * STEERING_VERSIONS)
    const before = [ADDRESS, { path: 'docs/style.md', version: 'once' }]
    expect(saved(steering, before)).toEqual([...before, ...steering.slice(before.length - STEERING_VERSIONS)])
  })

  it('go from the files first that have the most of them', () => {
    const many = versionsOf('many.md', STEERING_VERSIONS - 100)
    const kept = saved(versionsOf('new.md', 300), [...versionsOf('few.md', 100), ...many])
    expect(kept).toHaveLength(STEERING_VERSIONS)
    expect(countOf(kept, 'few.md')).toBe(100)
    expect(countOf(kept, 'many.md')).toBe(200)
    expect(countOf(kept, 'new.md')).toBe(200)
    expect(kept).toContainEqual(many.at(-1))
  })

  it('of steering files and addresses stay longer than of prose, earlier ones too', () => {
    const before = [...versionsOf('CLAUDE.md', 100), ...versionsOf(ADDRESS.path, 100)]
    const kept = saved(
      [...versionsOf('a.md', STEERING_VERSIONS), ...versionsOf('b.md', STEERING_VERSIONS)],
      before,
    )
    expect(kept.slice(0, before.length)).toEqual(before)
  })

  it('of more files than there may be stay for steering files and addresses', () => {
    const before = [ADDRESS, CLAUDE, ...pathsOf('nested', 100, 'AGENTS.md')]
    const prose = pathsOf('docs', 2 * STEERING_VERSIONS)
    const kept = saved(prose, before)
    expect(kept).toEqual([...before, ...prose.slice(before.length - STEERING_VERSIONS)])
  })

  it('count when they are accepted, however many others would stay longer', () => {
    const steering = pathsOf('nested', STEERING_VERSIONS, 'AGENTS.md')
    const note = { path: 'a.md', version: 'now' }
    expect(keptVersions(steering, [note])).toEqual([...steering.slice(1), note])
    const more = pathsOf('others', STEERING_VERSIONS + 5, 'AGENTS.md')
    expect(keptVersions(steering, more)).toEqual(more.slice(5))
  })

  it('of an old record with too many are cut to the bound', () => {
    const old = [CLAUDE, ADDRESS, ...versionsOf('a.md', 20 * STEERING_VERSIONS)]
    const kept = keptVersions(old)
    expect(kept).toHaveLength(STEERING_VERSIONS)
    expect(kept.slice(0, 2)).toEqual([CLAUDE, ADDRESS])
    expect(kept.at(-1)).toEqual(old.at(-1))
  })

  it('of paths with strange names are files like others', () => {
    const strange = ['', '__proto__', 'constructor', 'https://', '/'].map((path) => ({ path, version: 'v' }))
    const kept = saved(versionsOf('a.md', STEERING_VERSIONS), strange)
    expect(kept.slice(0, strange.length)).toEqual(strange)
    expect(kept).toHaveLength(STEERING_VERSIONS)
  })
})
