/**
 * Commands whose purpose is to leave the sandbox, or that change what runs after an export. The sandbox itself
 * is what keeps code in; this only makes sure that the user is asked about intent (DESIGN, "Exits always ask").
 */
import { baseName, possibleCommands } from './pieces.ts'

const NETWORK = /^(curl|wget|ssh|scp|sftp|rsync|ftp|telnet|nc|ncat|netcat|socat)$/
const PACKAGE_MANAGER = /^(npm|pnpm|yarn|bun|pip[\d.]*)$/
const FETCHING =
  /^(i|in|ins|inst|install|install-.*|ci|clean-install|it|add|update|up|upgrade|create|init|publish|login|dlx|x|exec|audit|view|info|search|link|dedupe|outdated)$/
const GIT_NETWORK = /^(push|pull|fetch|clone|ls-remote|submodule|remote|request-pull|send-email)$/

/** Why the command asks in spite of the sandbox, or undefined. */
export function exitOf(command: string): string | undefined {
  if (namesGitInternals(command))
    return 'It names files in .git that can make git run programs outside the sandbox.'
  for (const words of possibleCommands(command)) {
    const [first = '', ...args] = words
    const name = baseName(first)
    const verb = args.find((arg) => !arg.startsWith('-')) ?? ''
    if (NETWORK.test(name)) return `${name} reaches out to the network.`
    if (name === 'npx' || name === 'pnpx' || name === 'bunx')
      return `${name} may fetch a package from the network.`
    if (PACKAGE_MANAGER.test(name) && FETCHING.test(verb))
      return `${name} ${verb} reaches out to the network.`
    if (name === 'git' && GIT_NETWORK.test(verb)) return `git ${verb} reaches out to the network.`
    if (name === 'git' && verb === 'config')
      return 'git config can make git run programs outside the sandbox.'
  }
  return undefined
}

function namesGitInternals(command: string): boolean {
  const plain = command.replace(/["'\\]/g, '').toLowerCase()
  return /\.git\/+(\.\/+)*(hooks|config|modules|info)\b|\bcore\.?hookspath\b/.test(plain)
}
