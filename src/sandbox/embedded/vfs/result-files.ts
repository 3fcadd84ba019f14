/** The files at `/results`: contents of the app's store that programs see without having them in their quota. */
import type { BlobStore, ResultFile } from '../../contract/contract.ts'
import { fail, ok } from '../../contract/errors.ts'
import type { Result } from '../../contract/errors.ts'
import { NAME_MAX_BYTES } from '../../contract/limits.ts'
import { isWithin, RESULTS } from '../../contract/path.ts'
import { ifThere } from '../if-there.ts'
import { DirectoryNode } from './inode.ts'
import { utf8Length } from './lookup.ts'
import { StoredContent } from './stored-content.ts'
import type { Vfs } from './vfs.ts'

interface Shown {
  readonly hash: string
  readonly content: StoredContent
}

export class ResultFiles {
  readonly #vfs: Vfs
  readonly #blobs: Pick<BlobStore, 'get'>
  #shown: ReadonlyMap<string, Shown> = new Map()

  constructor(vfs: Vfs, blobs: Pick<BlobStore, 'get'>) {
    this.#vfs = vfs
    this.#blobs = blobs
  }

  /** Shows exactly these. A content that is here already stays. */
  show(files: readonly ResultFile[]): Result<void> {
    const wrong = files.find(({ name }) => !isName(name))
    if (wrong) return fail('invalid', `No file can have the name ${JSON.stringify(wrong.name.slice(0, 80))}.`)
    const { node } = this.#vfs.locate(RESULTS, 'name')
    if (!(node instanceof DirectoryNode)) return fail('internal', `There is no ${RESULTS} in this sandbox.`)
    this.#shown = new Map(files.map((file) => [file.name, this.#shownOf(file)]))
    const contents = new Map([...this.#shown].map(([name, { content }]) => [name, content]))
    this.#vfs.volume.setReadOnlyFiles(node, contents)
    return ok(undefined)
  }

  /** Before a search at `path`, which cannot wait in its middle. */
  async fetchFor(path: string): Promise<void> {
    const real = ifThere(() => this.#vfs.realpath(path)) ?? path
    if (!isWithin(real, RESULTS) && !isWithin(RESULTS, real)) return
    await Promise.all([...this.#shown.values()].map(({ content }) => content.fetch()))
  }

  #shownOf({ name, hash, size }: ResultFile): Shown {
    const known = this.#shown.get(name)
    if (known?.hash === hash && known.content.size === size) return known
    const load = async () => (await this.#blobs.get([hash]))[0]?.slice()
    return { hash, content: new StoredContent(size, load) }
  }
}

function isName(name: string): boolean {
  return !/^\.{0,2}$|[/\0]/.test(name) && utf8Length(name, NAME_MAX_BYTES) <= NAME_MAX_BYTES
}
