/**
 * The modules of an inlined page. A module's `blob:` address is no base for what it imports, so that each specifier is
 * written out as an address of the page, and an import map gives that its `blob:` address; cycles work as ever.
 */
import { parse } from 'es-module-lexer/js'
import { isInWorkspace } from './addresses.ts'
import { ImportMap } from './import-map.ts'
import { blobAddress, textOf } from './page-files.ts'
import type { PageFiles } from './page-files.ts'

/** The global through which rewritten modules import later and ask for their address. */
export const MODULE_GLOBAL = '__vivarium'
/** `t` of the lexer's entries, which its types have as an enum that exists at no run time of ours. */
const DYNAMIC = new Set([2, 5, 7])
const META = 3

export class ModuleGraph {
  importMap = new ImportMap()
  readonly #files: PageFiles
  /** `blob:` addresses by the modules' own; undefined when there is no such file. */
  readonly #modules = new Map<string, Promise<string | undefined>>()
  /** Modules that no import map of the page names yet. */
  #unmapped = new Map<string, string>()

  constructor(files: PageFiles) {
    this.#files = files
  }

  /** Loads the module and all that it imports; its `blob:` address, undefined when there is no such file. */
  async load(address: string): Promise<string | undefined> {
    const seen = new Set<string>()
    await this.#loadAll(address, seen)
    return this.#modules.get(address)
  }

  /** An import map of what was loaded since the last; undefined when there is nothing new. */
  takeImportMap(): string | undefined {
    if (this.#unmapped.size === 0) return undefined
    const imports = Object.fromEntries(this.#unmapped)
    this.#unmapped = new Map()
    return JSON.stringify({ imports })
  }

  /** A script's text with its imports written out, and their addresses. Text that does not parse stays as it is. */
  rewrite(text: string, base: string): { text: string; imports: string[] } {
    let found
    try {
      ;[found] = parse(text)
    } catch {
      // The browser will say what is wrong with it, and where.
      return { text, imports: [] }
    }
    const imports: string[] = []
    let result = ''
    let position = 0
    for (const { n: specifier, t: type, s, e, ss, d } of found) {
      const replace = (start: number, end: number, replacement: string) => {
        result += text.slice(position, start) + replacement
        position = end
      }
      if (Number(type) === META) replace(s, e, `${MODULE_GLOBAL}.meta(${JSON.stringify(base)})`)
      else if (DYNAMIC.has(Number(type))) replace(ss, d, `${MODULE_GLOBAL}.importer(${JSON.stringify(base)})`)
      else if (specifier !== undefined) {
        const address = this.importMap.resolve(specifier, base)
        if (address === undefined || !isInWorkspace(address)) continue
        imports.push(address)
        replace(s, e, address)
      }
    }
    return { text: result + text.slice(position), imports }
  }

  async #loadAll(address: string, seen: Set<string>): Promise<void> {
    if (seen.has(address)) return
    seen.add(address)
    const answer = await this.#files.read(address)
    if (answer.status !== 200) {
      this.#files.reportMissing(address)
      this.#modules.set(address, Promise.resolve(undefined))
      return
    }
    if (!/javascript/.test(answer.contentType)) {
      this.#keep(address, this.#files.blobOf(address))
      await this.#modules.get(address)
      return
    }
    const { text, imports } = this.rewrite(textOf(answer), address)
    this.#keep(address, Promise.resolve(blobAddress({ body: text, contentType: answer.contentType })))
    await this.#modules.get(address)
    await Promise.all(imports.map((imported) => this.#loadAll(imported, seen)))
  }

  /** A module keeps its first `blob:` address: another would be another instance of it. */
  #keep(address: string, blob: Promise<string | undefined>): void {
    if (this.#modules.has(address)) return
    this.#modules.set(
      address,
      blob.then((made) => {
        if (made !== undefined) this.#unmapped.set(address, made)
        return made
      }),
    )
  }
}
