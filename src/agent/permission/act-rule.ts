/**
 * Which calls a rule of a note speaks of: `Bash(npm test*)`, `Edit(src/**)`, `host:example.com`. It allows nothing and denies nothing, so
 * that it is read as leniently as a deny rule, but for files that a command only reads: an `Edit` rule is about those it writes.
 */
import { resolve } from '../../sandbox/contract/path.ts'
import { mentionsCommand } from './command-rule.ts'
import type { PermissionCall } from './contract.ts'
import { actionOf } from './match.ts'
import { matchesPath } from './path-rule.ts'
import { parseRule } from './rule.ts'
import { analyse } from './shell/analysis.ts'
import { possibleCommands } from './shell/rules/pieces.ts'
import { mentionsHost, readWebPattern } from './web-rule.ts'

const HOST = /^host:(\S+)$/
/** Tools whose rules name files, and the way in which they use them. */
const ACCESS: Readonly<Record<string, 'read' | 'write'>> = { edit: 'write', read: 'read' }
const WEB_TOOLS: ReadonlySet<string> = new Set(['webfetch', 'websend'])

/** A call as rules look at it; each part is read from it once, for however many rules there are. */
export class NamedAct {
  readonly #call: PermissionCall
  #hosts: readonly URL[] | undefined
  #touched: readonly { readonly access: 'read' | 'write'; readonly path: string }[] | undefined

  constructor(call: PermissionCall) {
    this.#call = call
  }

  /** Whether the rule names it. Never throws: a rule that means nothing names nothing. */
  isNamedBy(rule: string): boolean {
    const host = HOST.exec(rule.trim())?.[1]
    if (host !== undefined) return this.#reaches(host)
    const { tool, pattern } = parseRule(rule)
    const name = tool.toLowerCase()
    const address = WEB_TOOLS.has(name) ? readWebPattern(pattern ?? '') : undefined
    if (address) return this.#reaches(address.host)
    const { tool: called, kind } = this.#call
    if (kind === 'shell' && name !== called.toLowerCase())
      return pattern !== undefined && this.#touches(pattern, ACCESS[name])
    if (name !== called.toLowerCase() && name !== kind) return false
    return pattern === undefined || this.#fits(pattern)
  }

  #fits(pattern: string): boolean {
    const { kind, command = '', paths } = this.#call
    switch (kind) {
      case 'shell':
        return mentionsCommand(pattern, command)
      case 'read':
      case 'edit':
        return paths.some(({ path, real }) => isFile(pattern, path) || isFile(pattern, real))
      case 'page':
        return pattern === actionOf(this.#call)
      default:
        // A pattern that means nothing here: better one note too many.
        return true
    }
  }

  /** Files that a command names. A place that only a run can tell is none. */
  #touches(pattern: string, access: 'read' | 'write' | undefined): boolean {
    this.#touched ??= touchedBy(this.#call)
    return this.#touched.some((place) => place.access === access && isFile(pattern, place.path))
  }

  /** A host, and all below it. Of a command each word counts that may name one; what a program reaches of itself is not seen. */
  #reaches(wanted: string): boolean {
    this.#hosts ??= [...new Set(addressWords(this.#call))].flatMap(hostsIn)
    return this.#hosts.some((url) => mentionsHost(wanted, url))
  }
}

function touchedBy({ command = '', cwd }: PermissionCall) {
  return analyse(command, cwd).leaves.flatMap(({ touches }) =>
    touches.flatMap(({ access, paths = [] }) => paths.map((path) => ({ access, path }))),
  )
}

function isFile(pattern: string, path: string): boolean {
  return matchesPath(pattern, resolve(path), 'lenient')
}

/** Paths of files are no addresses. */
function addressWords({ kind, title, command = '' }: PermissionCall): readonly string[] {
  if (kind === 'shell') return possibleCommands(command).flat()
  return kind === 'read' || kind === 'edit' || kind === 'state' ? [] : title.split(/\s+/)
}

/** Characters of a word that are looked at: an address stands at its beginning, or behind an option's name. */
const WORD_CHARS = 2_000
const BARE = /^(?:[\w.+-]+@)?((?:[a-z\d_](?:[a-z\d_-]*[a-z\d_])?\.)+[a-z\d-]+|localhost)(:\d+)?(?=[:/?#]|$)/i

/** `https://a.example/x`, `--url=https://a.example`, `git@a.example:x.git`, `a.example:80/x`. */
function hostsIn(word: string): readonly URL[] {
  const text = word.slice(0, WORD_CHARS)
  const schemed = /(?:^|=)([a-z][a-z\d+.-]*:\/\/[^\s]+)$/i.exec(text)?.[1]
  if (schemed !== undefined) return urlsOf(schemed.replace(/^[a-z\d+.-]+:/i, portable))
  const [, host, port = ''] = BARE.exec(text) ?? []
  return host === undefined ? [] : urlsOf(`http://${host}${port}/`)
}

/** Other schemes have no host to the parser of addresses. */
function portable(scheme: string): string {
  return /^https:$/i.test(scheme) ? 'https:' : 'http:'
}

function urlsOf(address: string): readonly URL[] {
  return URL.canParse(address) ? [new URL(address)] : []
}
