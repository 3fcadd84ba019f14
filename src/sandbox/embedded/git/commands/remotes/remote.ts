import { GitFailure } from '../../failure.ts'
import { parseOptions } from '../../options.ts'
import type { Session } from '../../session.ts'
import { fetchCommand } from './fetch.ts'

const NETWORK = new Set(['update', 'prune', 'show', 'set-head'])

/** Remotes as they are written down: nothing is asked of them. */
export async function remoteCommand(session: Session, args: readonly string[]): Promise<number> {
  const verbose = args[0] === '-v' || args[0] === '--verbose'
  const [command, ...rest] = verbose ? args.slice(1) : args
  const { config } = session.repository
  const names = config.subsections('remote')
  const need = (name: string | undefined): string => {
    if (name === undefined)
      throw new GitFailure('usage: git remote <command> <name>', { exitCode: 129, prefix: '' })
    if (!names.includes(name))
      throw new GitFailure(
        `No such remote${/^(remove|rm|rename)$/.test(command ?? '') ? ':' : ''} '${name}'`,
        { exitCode: 2, prefix: 'error: ' },
      )
    return name
  }
  switch (command) {
    case undefined:
      for (const name of [...names].sort()) session.out(verbose ? verboseLines(session, name) : `${name}\n`)
      return 0
    case 'add':
      return add(session, rest, names)
    case 'remove':
    case 'rm':
      return remove(session, need(rest[0]))
    case 'rename':
      return rename(session, need(rest[0]), rest[1] ?? '')
    case 'get-url': {
      const name = need(rest.find((word) => !word.startsWith('-')))
      const urls = config.all(`remote.${name}.url`)
      session.out((rest.includes('--all') ? urls : urls.slice(0, 1)).map((url) => `${url}\n`).join(''))
      return 0
    }
    case 'set-url': {
      const [name, url = ''] = rest.filter((word) => !word.startsWith('-'))
      const key = rest.includes('--push') ? 'pushurl' : 'url'
      config.set(
        'local',
        `remote.${need(name)}.${key}`,
        url,
        rest.includes('--add') ? () => false : undefined,
      )
      return 0
    }
    default:
      if (NETWORK.has(command))
        throw new GitFailure(
          `'git remote ${command}' is not supported in this sandbox's git: 'git fetch --prune' and 'git ls-remote' are`,
        )
      throw new GitFailure(`unknown subcommand: \`${command}'`, { exitCode: 129, prefix: 'error: ' })
  }
}

function verboseLines(session: Session, name: string): string {
  const { config } = session.repository
  const urls = config.all(`remote.${name}.url`)
  const pushed = config.all(`remote.${name}.pushurl`)
  const push = pushed.length > 0 ? pushed : urls
  return [`${name}\t${urls[0] ?? name} (fetch)\n`, ...push.map((url) => `${name}\t${url} (push)\n`)].join('')
}

async function add(session: Session, args: readonly string[], names: readonly string[]): Promise<number> {
  const options = parseOptions(args, ['f,fetch', 't,track=', 'm,master=', 'tags', 'no-tags', 'mirror=?'])
  const [name, url] = options.operands
  if (name === undefined || url === undefined)
    throw new GitFailure('usage: git remote add [<options>] <name> <url>', { exitCode: 129, prefix: '' })
  if (options.has('mirror'))
    throw new GitFailure("remote add --mirror is not supported in this sandbox's git")
  if (names.includes(name))
    throw new GitFailure(`remote ${name} already exists.`, { exitCode: 3, prefix: 'error: ' })
  if (!/^[^\s/:~^?*[\\]+(?:\/[^\s:~^?*[\\]+)*$/.test(name))
    throw new GitFailure(`'${name}' is not a valid remote name`)
  const { config } = session.repository
  config.set('local', `remote.${name}.url`, url)
  config.set('local', `remote.${name}.fetch`, `+refs/heads/*:refs/remotes/${name}/*`)
  return options.has('fetch') ? fetchCommand(session, [name]) : 0
}

function remove(session: Session, name: string): number {
  const { config, refs } = session.repository
  config.removeSection(`remote.${name}`)
  for (const ref of refs.list(`refs/remotes/${name}/`)) refs.delete(ref.name)
  for (const branch of config.subsections('branch')) {
    if (config.get(`branch.${branch}.remote`) !== name) continue
    config.set('local', `branch.${branch}.remote`, undefined)
    if (config.get(`branch.${branch}.merge`) !== undefined)
      config.set('local', `branch.${branch}.merge`, undefined)
    config.dropSection(`branch.${branch}`)
  }
  return 0
}

function rename(session: Session, from: string, to: string): number {
  const { config, refs } = session.repository
  if (to === '') throw new GitFailure('usage: git remote rename <old> <new>', { exitCode: 129, prefix: '' })
  if (config.subsections('remote').includes(to))
    throw new GitFailure(`remote ${to} already exists.`, { exitCode: 3, prefix: 'error: ' })
  config.renameSection(`remote.${from}`, `remote.${to}`)
  config.set('local', `remote.${to}.fetch`, `+refs/heads/*:refs/remotes/${to}/*`)
  for (const branch of config.subsections('branch'))
    if (config.get(`branch.${branch}.remote`) === from) config.set('local', `branch.${branch}.remote`, to)
  for (const ref of refs.list(`refs/remotes/${from}/`)) {
    refs.write(`refs/remotes/${to}/${ref.name.slice(`refs/remotes/${from}/`.length)}`, ref.oid)
    refs.delete(ref.name)
  }
  return 0
}
