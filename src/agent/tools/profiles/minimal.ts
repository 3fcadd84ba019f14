/**
 * A shell and an edit: all the tools of a small local model, which many tools only confuse. To the rest of the
 * program they are Bash and Edit; the model knows them by the names below.
 */
import { z } from 'zod'
import { WORKSPACE_ROOT, isWithin } from '../../../sandbox/contract/path.ts'
import { RESULT_CHARS, SHELL_TIMEOUT_CEILING_MS, SHELL_TIMEOUT_GRACE_MS } from '../../limits.ts'
import type { WireNames } from '../../model/contract.ts'
import { looksDestructive } from '../../permission/shell/rules/destructive.ts'
import { placesOf } from '../../permission/shell/places.ts'
import { isReadOnlyCommand, runsBesideOthers } from '../../permission/shell/rules/read-only.ts'
import { heldTo, liveRules } from '../shell/bash.ts'
import { cancellable } from '../cancellable.ts'
import { buildTool, errorOutput, textOutput, type Tool, type ToolContext } from '../contract.ts'
import { editFile, editProblem, unseen } from '../files/edit-file.ts'
import { asItIs } from '../files/freshness.ts'
import { absolute, shown } from '../files/paths.ts'
import { RunningCommand } from '../shell/running-command.ts'
import { startDirectory, withNote } from '../shell/start-directory.ts'
import { endingText, isFailure, outputText } from '../shell/shell-text.ts'
import { failureOf } from '../files/text-file.ts'
import { writeFile } from '../files/write.ts'

const bash = buildTool({
  name: 'Bash',
  description:
    'Runs a command in bash and shows its stdout, stderr and exit code. It starts in the directory where the last one ended, at first /workspace. It cannot be typed into; a command that serves or watches has to end with "&".',
  schema: z.strictObject({
    command: z.string().min(1).describe('The command line.'),
  }),
  kind: 'shell',
  maxResultChars: RESULT_CHARS.shell,
  previewEnd: true,
  timeoutMs: SHELL_TIMEOUT_CEILING_MS + SHELL_TIMEOUT_GRACE_MS,
  interruptBehavior: 'cancel',
  isConcurrencySafe: ({ command }) => runsBesideOthers(command),
  isReadOnly: ({ command }) => isReadOnlyCommand(command),
  isDestructive: ({ command }) => looksDestructive(command),
  title: ({ command }) => command.trim(),
  subject: ({ command }, { cwd }) => ({ command, cwd, ...placesOf(command, cwd) }),
  validate: async ({ command }) =>
    command.trim() === '' ? 'command is empty. Give the command line to run.' : undefined,
  run: async ({ command }, context) => {
    const { cwd, note } = await startDirectory(context)
    const timeoutMs = SHELL_TIMEOUT_CEILING_MS
    const rules = await liveRules(command, cwd, context)
    const running = await cancellable(context, async (id) => {
      const request = {
        id,
        command,
        cwd,
        timeoutMs,
        ...heldTo(command),
        skipsWithheld: true,
        isProjectScript: rules.isScript,
      }
      const started = new RunningCommand(context.sandbox, request, rules, (said) => context.emit(said))
      await started.done
      return started
    })
    const done = await running.done
    if (!done.ok) return errorOutput(`Error: the command was not run: ${failureOf(done.error)}`)
    const { exitCode, durationMs, timedOut } = done.value
    const end = isWithin(done.value.cwd, WORKSPACE_ROOT) ? done.value.cwd : WORKSPACE_ROOT
    const output = isFailure(command, done.value) ? errorOutput : textOutput
    const text = output(outputText(done.value), {
      ending: endingText(done.value, timeoutMs),
      display: { kind: 'process', exitCode, durationMs, timedOut },
      changes: (state) => {
        state.cwd = end
      },
    })
    return { ...withNote(text, note), command: running.outputOf() }
  },
})

const strReplace = buildTool({
  name: 'Edit',
  description:
    'Replaces a piece of text in a file. `old` has to be in the file exactly once, with its indentation; take more lines to make it unique. An empty `old` creates a file that does not exist yet.',
  schema: z.strictObject({
    file_path: z.string().min(1).describe('The file: absolute, or relative to /workspace.'),
    old_string: z.string().describe('The text as it is in the file.'),
    new_string: z.string().describe('The text to put there.'),
  }),
  kind: 'edit',
  maxResultChars: RESULT_CHARS.edit,
  isDestructive: () => false,
  title: ({ file_path }) => shown(absolute(file_path)),
  subject: ({ file_path }) => ({ writes: [absolute(file_path)] }),
  validate: async ({ file_path, old_string, new_string }, context) => {
    const path = absolute(file_path)
    if (old_string !== '')
      return inItsWords(await editProblem(path, [once(old_string, new_string)], context, unseen))
    return creationProblem(path, context)
  },
  run: async ({ file_path, old_string, new_string }, context) => {
    const path = absolute(file_path)
    if (old_string !== '') return editFile(path, [once(old_string, new_string)], context, unseen)
    const problem = await creationProblem(path, context)
    if (problem !== undefined) return errorOutput(`ValidationError: ${problem}`)
    return writeFile(path, { kind: 'missing' }, { content: new_string, context })
  },
})

const once = (oldString: string, newString: string) => ({ oldString, newString, replaceAll: false })

async function creationProblem(path: string, { sandbox }: ToolContext): Promise<string | undefined> {
  const existing = await asItIs(sandbox, path)
  if (existing.kind === 'missing') return undefined
  if (existing.kind === 'problem') return existing.text
  return `${path} exists, so old must not be empty. Give the text of it that new replaces.`
}

/** Translates text for the model into the names that it knows. */
function inItsWords<Text extends string | undefined>(text: Text): Text | string {
  return (text ?? '') === ''
    ? text
    : String(text)
        .replaceAll('file_path', 'path')
        .replaceAll('old_string', 'old')
        .replaceAll('new_string', 'new')
        .replace(', or set replace_all to change every place', '')
        .replace('To create it use Write.', 'To create it leave old empty.')
        .replace('Change it with a command of Bash.', 'Change it with a command.')
}

function withItsWords(tool: Tool): Tool {
  return {
    ...tool,
    prepare: (input) => {
      const prepared = tool.prepare(input)
      return prepared.ok ? prepared : { ok: false, issues: prepared.issues.map((issue) => inItsWords(issue)) }
    },
  }
}

export const MINIMAL_TOOLS: readonly Tool[] = [bash, withItsWords(strReplace)]

export const MINIMAL_NAMES: WireNames = {
  Bash: { name: 'bash' },
  Edit: { name: 'str_replace', fields: { file_path: 'path', old_string: 'old', new_string: 'new' } },
}
