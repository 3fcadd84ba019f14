/** A page's own import map: which address a specifier stands for. */
import { resolveAddress } from './addresses.ts'

type Specifiers = ReadonlyMap<string, string>

export class ImportMap {
  readonly #imports: Specifiers
  readonly #scopes: ReadonlyMap<string, Specifiers>

  constructor(imports: Specifiers = new Map(), scopes: ReadonlyMap<string, Specifiers> = new Map()) {
    this.#imports = imports
    this.#scopes = scopes
  }

  /** From the text of the script element; throws a `SyntaxError` for what is no JSON. */
  static parse(text: string, base: string): ImportMap {
    const { imports, scopes } = readObject(JSON.parse(text))
    const scoped = Object.entries(readObject(scopes)).map(
      ([scope, map]) => [resolveAddress(scope, base) ?? scope, readSpecifiers(map, base)] as const,
    )
    // The narrowest first.
    scoped.sort(([a], [b]) => b.length - a.length)
    return new ImportMap(readSpecifiers(imports, base), new Map(scoped))
  }

  /** The address of a specifier in the module at `base`; undefined for a bare one that the map does not have. */
  resolve(specifier: string, base: string): string | undefined {
    const isAddress = /^(\.{0,2}\/|[a-z][a-z\d+.-]*:)/i.test(specifier)
    const name = isAddress ? (resolveAddress(specifier, base) ?? specifier) : specifier
    for (const [scope, map] of this.#scopes) {
      const found =
        scope === base || (scope.endsWith('/') && base.startsWith(scope)) ? look(map, name) : undefined
      if (found !== undefined) return found
    }
    return look(this.#imports, name) ?? (isAddress ? name : undefined)
  }
}

function look(map: Specifiers, name: string): string | undefined {
  const exact = map.get(name)
  if (exact !== undefined) return exact
  const prefixes = [...map.keys()].filter((key) => key.endsWith('/') && name.startsWith(key))
  const [longest] = prefixes.sort((a, b) => b.length - a.length)
  if (longest === undefined) return undefined
  return resolveAddress(name.slice(longest.length), map.get(longest) ?? '')
}

function readSpecifiers(data: unknown, base: string): Specifiers {
  return new Map(
    Object.entries(readObject(data)).flatMap(([name, address]) => {
      const resolved = typeof address === 'string' ? resolveAddress(address, base) : undefined
      const isRelative = /^\.{0,2}\//.test(name)
      return resolved === undefined
        ? []
        : [[isRelative ? (resolveAddress(name, base) ?? name) : name, resolved]]
    }),
  )
}

function readObject(data: unknown): Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null ? { ...data } : {}
}
