/**
 * The sandbox's search on a file system of its own, in a worker as in the kernel. Given files, posts for each query the
 * milliseconds of some rounds, and of the plainest thing there is: a scan of all texts in memory for a word.
 */
import { createStandardVfs } from '../../src/sandbox/embedded/vfs/standard-tree.ts'
import { FileNode } from '../../src/sandbox/embedded/vfs/inode.ts'
import { FileSearch } from '../../src/sandbox/search/file-search.ts'

export interface SearchRequest {
  readonly files: readonly { readonly path: string; readonly data: Uint8Array }[]
  readonly patterns: readonly string[]
  readonly rounds: number
}

export interface SearchTimes {
  /** By pattern, in order: how many files match, and the rounds; the first of all is cold. */
  readonly searches: readonly { readonly total: number; readonly ms: readonly number[] }[]
  readonly scan: readonly number[]
}

async function measure({ files, patterns, rounds }: SearchRequest): Promise<SearchTimes> {
  const vfs = createStandardVfs()
  for (const { path, data } of files) {
    const absolute = `/workspace/${path}`
    vfs.mkdir(absolute.slice(0, absolute.lastIndexOf('/')), 0o755, true)
    vfs.writeFile(absolute, data)
  }
  const search = new FileSearch({
    find: (path) => {
      const { node } = vfs.locate(path, 'target')
      return node?.kind === 'character' ? undefined : node
    },
    mtimeMs: (file) => (file instanceof FileNode ? file.times.mtimeMs : 0),
  })
  const { signal } = new AbortController()
  const searches = []
  for (const pattern of patterns) {
    const ms: number[] = []
    let total = 0
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      const found = await search.grep({ id: 'bench', pattern, mode: 'files', limit: 10_000 }, signal)
      ms.push(performance.now() - start)
      if (!found.ok) throw new Error(found.error.message)
      total = found.value.total
    }
    searches.push({ total, ms })
  }
  return { searches, scan: scanStrings(files, rounds) }
}

function scanStrings(files: SearchRequest['files'], rounds: number): number[] {
  const decoder = new TextDecoder()
  const texts = files.map(({ data }) => decoder.decode(data))
  return Array.from({ length: rounds }, () => {
    const start = performance.now()
    const found = texts.filter((text) => text.includes('a word that is nowhere')).length
    if (found > 0) throw new Error('What cannot be there was found.')
    return performance.now() - start
  })
}

onmessage = ({ data }: MessageEvent<SearchRequest>) => {
  measure(data).then(
    (times) => postMessage(times),
    (error: unknown) => postMessage(String(error)),
  )
}
