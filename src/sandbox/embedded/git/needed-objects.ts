/** Every object that a reference, a log of one, an index or a worktree's HEAD leads to. */
import type { Repository } from './repository.ts'
import { MODE } from './store/objects.ts'
import { parseIndex } from './store/index-file.ts'

export function neededObjects(repository: Repository): Set<string> {
  const { objects } = repository
  const needed = new Set<string>()
  const rest = rootsOf(repository)
  for (let oid = rest.pop(); oid !== undefined; oid = rest.pop()) {
    // A log may name objects that are gone already.
    if (needed.has(oid) || !objects.has(oid)) continue
    needed.add(oid)
    const { type } = objects.read(oid)
    if (type === 'tag') rest.push(objects.tag(oid).object)
    else if (type === 'commit') {
      const { tree, parents } = objects.commit(oid)
      rest.push(tree, ...parents)
    } else if (type === 'tree')
      for (const entry of objects.tree(oid)) {
        if (entry.mode === MODE.tree) rest.push(entry.oid)
        else if (entry.mode !== MODE.gitlink && objects.has(entry.oid)) needed.add(entry.oid)
      }
  }
  return needed
}

function rootsOf(repository: Repository): string[] {
  const { refs, files, commonDir, index } = repository
  const names = refs.list('refs/').map(({ name }) => name)
  const worktrees = files
    .entries(`${commonDir}/worktrees`)
    .map(({ name }) => `${commonDir}/worktrees/${name}`)
  const read = (path: string): string => files.readText(path) ?? ''
  const others = [commonDir, ...worktrees].flatMap((folder) => [
    ...oidsOf(read(`${folder}/HEAD`)),
    ...oidsOf(read(`${folder}/logs/HEAD`)),
    ...indexOids(files.read(`${folder}/index`)),
  ])
  return [
    ...refs.list('refs/').map(({ oid }) => oid),
    ...names.flatMap((name) => refs.readLog(name).flatMap(({ from, to }) => [from, to])),
    ...index.entries.map(({ oid }) => oid),
    ...others,
  ]
}

function oidsOf(text: string): string[] {
  return text.match(/\b[0-9a-f]{40}\b/g) ?? []
}

function indexOids(data: Uint8Array | undefined): string[] {
  return data === undefined ? [] : parseIndex(data).entries.map(({ oid }) => oid)
}
