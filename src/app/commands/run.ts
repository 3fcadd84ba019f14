/** Runs commands: by the line that was typed, or from a list. */
import type { AppModel } from '../app-model.svelte.ts'
import { unexpected, type Problem } from '../problem.ts'
import { BUILT_IN_COMMANDS } from './built-in.ts'
import type { CommandLine } from './command-line.ts'
import type { Command } from './contract.ts'
import { CommandRegistry } from './registry.ts'
import { nearestName } from '../../agent/protocol/text/nearest-name.ts'
import { commands as t } from '../language/en/commands.ts'

export const commands = new CommandRegistry(BUILT_IN_COMMANDS)

/** False when there is no such command, or it cannot be run now: what was typed is still the person's then. */
export async function runCommandLine(app: AppModel, { name, args }: CommandLine): Promise<boolean> {
  const found = commands.find(name, app)
  if (!found) {
    const names = commands.list(app).flatMap(({ command }) => [command.name, ...(command.aliases ?? [])])
    const near = nearestName(name, names)
    app.session.problem = {
      message: t.noCommand(name),
      hint: near === undefined ? t.helpLists : t.didYouMean(near),
    }
    return false
  }
  if (found.whyNot !== undefined) {
    app.session.problem = { message: t.notRun(found.command.name, found.whyNot), hint: undefined }
    return false
  }
  await runCommand(app, found.command, args)
  return true
}

/** Never rejects: what fails is shown. */
export async function runCommand(app: AppModel, command: Command, args = ''): Promise<void> {
  app.session.problem = undefined
  app.commandOutput = undefined
  try {
    if (command.type === 'interactive') return await (await command.load())(app, args)
    if (command.type === 'prompt') {
      const isSent = app.session.sendText((await command.load())(args))
      if (!isSent) app.session.problem = notSent(command.name)
      return
    }
    const outcome = await (await command.load())(app, args)
    if (outcome.type === 'text') app.commandOutput = { command: command.name, text: outcome.text }
  } catch (error) {
    app.session.problem = unexpected(`/${command.name}`, error)
  }
}

function notSent(name: string): Problem {
  return {
    message: t.notSent(name),
    hint: t.tryInMoment,
  }
}
