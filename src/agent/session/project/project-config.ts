/**
 * Describes a project's own configuration in words, and extracts the part that can be in force. Its text is
 * untrusted: parts that are not understood, or that a project may not set, are left out and named.
 */
import { z } from 'zod'
import { isRecord } from '../../../sandbox/page/fields.ts'
import { PROJECT_ITEMS } from '../../limits.ts'
import { STEERING_VARIABLES } from '../../permission/shell/words/tables.ts'
import { isWellFormed, parseRule } from '../../permission/rule.ts'
import type { PermissionRules } from '../../protocol/settings.ts'
import type { ConfigItem } from '../../protocol/calls/permissions.ts'
import { untrustedText } from '../../protocol/text/untrusted-text.ts'

export interface ConfigFile {
  /** From the workspace's root. */
  readonly path: string
  readonly text: string
}

/** Settings in force once the user has trusted the project. */
export interface ProjectGrants {
  /** Rules of `.claude/settings.json`. */
  readonly project: PermissionRules
  /** Rules of `.claude/settings.local.json`. */
  readonly local: PermissionRules
  readonly env: Readonly<Record<string, string>>
}

export interface ProjectConfig {
  readonly grants: ProjectGrants
  /** All that it would do. */
  readonly items: readonly ConfigItem[]
  /** Sentences about what is left out whatever the person says. */
  readonly ignored: readonly string[]
}

const NO_RULES: PermissionRules = { allow: [], ask: [], deny: [] }
/** Values that point programs elsewhere, prove who somebody is, or steer the agent itself. */
const CLOSED_VARIABLES =
  /^(ANTHROPIC|CLAUDE|OPENAI|VIVARIUM)_|(_BASE_URL|_API_URL|_ENDPOINT)$|TOKEN|SECRET|PASSW|_KEY$|CERT|REGISTRY/i

const texts = z.array(z.unknown()).transform((list) => list.filter((item) => typeof item === 'string'))
const hookGroup = z.object({
  matcher: z.string().optional(),
  hooks: z.array(
    z.object({ type: z.string().optional(), command: z.string().optional(), url: z.string().optional() }),
  ),
})
const server = z.object({
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  url: z.string().optional(),
})

/** Never fails: unreadable parts are reported. */
export function readProjectConfig(files: readonly ConfigFile[]): ProjectConfig {
  const reader = new Reader()
  for (const file of files) reader.file(file)
  return reader.config()
}

class Reader {
  readonly #items: ConfigItem[] = []
  readonly #ignored: string[] = []
  readonly #rules: Record<'project' | 'local', PermissionRules> = { project: NO_RULES, local: NO_RULES }
  readonly #env: Record<string, string> = {}

  config(): ProjectConfig {
    const { project, local } = this.#rules
    return {
      grants: { project, local, env: this.#env },
      items: this.#items.slice(0, PROJECT_ITEMS),
      ignored: this.#ignored.slice(0, PROJECT_ITEMS),
    }
  }

  file({ path, text }: ConfigFile): void {
    if (path === '.claude/settings.json') return this.#settings(path, text, 'project')
    if (path === '.claude/settings.local.json') return this.#settings(path, text, 'local')
    if (path === '.mcp.json') return this.#servers(path, text)
    const [, kind = '', rest = ''] = /^\.claude\/(commands|skills|agents)\/(.+)$/.exec(path) ?? []
    if (kind === 'commands') return this.#item('command', path, `Command /${named(rest)}: ${aboutOf(text)}`)
    if (kind === 'agents') return this.#item('agent', path, `Sub-agent ${named(rest)}: ${aboutOf(text)}`)
    if (kind !== 'skills') return
    if (/(^|\/)SKILL\.md$/i.test(rest))
      return this.#item('skill', path, `Skill ${rest.split('/')[0]}: ${aboutOf(text)}`)
    if (!/\.(md|txt|json)$/i.test(rest)) this.#item('skill', path, `A skill's script: ${rest}`)
  }

  #settings(path: string, text: string, source: 'project' | 'local'): void {
    const read = this.#object(path, text)
    if (read === undefined) return
    const { permissions, env, hooks, ...others } = read
    this.#permissions(path, permissions, source)
    this.#variables(path, env)
    this.#hooks(path, hooks)
    for (const name of Object.keys(others)) this.#leaveOut(path, name)
  }

  #permissions(path: string, value: unknown, source: 'project' | 'local'): void {
    if (value === undefined) return
    if (!isRecord(value)) return this.#leaveOut(path, 'permissions')
    const { allow, ask, deny, ...others } = value
    const list = (given: unknown) =>
      texts.safeParse(given ?? []).data?.filter((rule) => this.#isRule(path, rule)) ?? []
    const rules = {
      allow: list(allow).filter((rule) => this.#mayAllow(path, rule)),
      ask: list(ask),
      deny: list(deny),
    }
    this.#rules[source] = rules
    const SAID = {
      allow: 'Runs unasked, unless it leaves the sandbox',
      ask: 'Is always asked for',
      deny: 'Is never allowed',
    }
    for (const kind of ['allow', 'ask', 'deny'] as const)
      for (const rule of rules[kind]) this.#item('rule', path, `${SAID[kind]}: ${rule}`, true)
    for (const name of Object.keys(others)) this.#leaveOut(path, `permissions.${name}`)
  }

  #isRule(path: string, rule: string): boolean {
    if (isWellFormed(rule)) return true
    this.#ignored.push(shown(`${path}: "${rule}" is no rule.`))
    return false
  }

  /** Rules about addresses allow nothing but egress, which the user alone allows. */
  #mayAllow(path: string, rule: string): boolean {
    if (!/^Web(Fetch|Send)$/.test(parseRule(rule).tool)) return true
    this.#ignored.push(shown(`${path}: "${rule}" is ignored: the user alone allows what leaves the sandbox.`))
    return false
  }

  #variables(path: string, value: unknown): void {
    if (value === undefined) return
    if (!isRecord(value)) return this.#leaveOut(path, 'env')
    for (const [name, given] of Object.entries(value)) {
      const isOpen =
        /^[A-Za-z_]\w*$/.test(name) && !STEERING_VARIABLES.test(name) && !CLOSED_VARIABLES.test(name)
      if (typeof given !== 'string' || !isOpen) {
        this.#leaveOut(path, `env.${name}`)
        continue
      }
      this.#env[name] = given
      this.#item('variable', path, `Sets ${name}=${given} for commands`, true)
    }
  }

  #hooks(path: string, value: unknown): void {
    if (value === undefined) return
    if (!isRecord(value)) return this.#leaveOut(path, 'hooks')
    for (const [event, groups] of Object.entries(value)) {
      for (const group of Array.isArray(groups) ? groups : []) {
        const read = hookGroup.safeParse(group)
        if (!read.success) this.#leaveOut(path, `hooks.${event}`)
        for (const { command, url } of read.data?.hooks ?? []) {
          const what = command === undefined ? `calls ${url ?? 'something'}` : `runs ${command}`
          this.#item(
            'hook',
            path,
            `On ${event}${read.data?.matcher ? ` (${read.data.matcher})` : ''}: ${what}`,
          )
        }
      }
    }
  }

  #servers(path: string, text: string): void {
    const servers = this.#object(path, text)?.['mcpServers']
    for (const [name, value] of Object.entries(isRecord(servers) ? servers : {})) {
      const { command, args = [], url } = server.safeParse(value).data ?? {}
      const what =
        command === undefined ? `connects to ${url ?? 'nothing'}` : `runs ${[command, ...args].join(' ')}`
      this.#item('server', path, `MCP server ${name}: ${what}`)
    }
  }

  #object(path: string, text: string): Record<string, unknown> | undefined {
    try {
      const read: unknown = JSON.parse(text)
      if (isRecord(read)) return read
    } catch {
      // Told below.
    }
    this.#ignored.push(`${path} is not JSON; nothing of it is used.`)
    return undefined
  }

  #item(kind: ConfigItem['kind'], path: string, text: string, isUsed = false): void {
    this.#items.push({ kind, path: shown(path), text: shown(text), isUsed })
  }

  #leaveOut(path: string, name: string): void {
    this.#ignored.push(shown(`${path}: "${name}" is not for a project to set, and is ignored.`))
  }
}

function named(path: string): string {
  return path.replace(/\.md$/i, '').replaceAll('/', ':')
}

/** The description of its front matter, or its first line. */
function aboutOf(text: string): string {
  const matter = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? ''
  const described = /^description:[ \t]*(.+)$/m.exec(matter)?.[1]
  const body = text.slice(matter === '' ? 0 : matter.length + 8).trim()
  return (described ?? body.split('\n', 1)[0] ?? '').replace(/^#+/, '').trim() || 'says nothing of itself'
}

/** On one line, with what hides made visible. */
function shown(text: string): string {
  const plain = untrustedText(text.replaceAll(/\s+/g, ' '))
  return plain.length > 300 ? `${plain.slice(0, 300)}…` : plain
}
