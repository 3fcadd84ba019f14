/**
 * The output of a command, before it is shown to the model: where it has opened a withheld file, the user is asked, and of scripts
 * of the project and of servers the file's values are masked. Names on the command line are looked at before it runs (`permission/`).
 */
import { relativeTo } from '../../../sandbox/contract/path.ts'
import { isOwnWithheldFile } from '../../../sandbox/contract/withheld-file.ts'
import { OPENED_FILES_NAMED } from '../../limits.ts'
import type { PermissionCall, PermissionState } from '../../permission/contract.ts'
import { runsPackageScripts, showsNoContent } from '../../permission/shell/rules/shown-content.ts'
import { untilAborted } from '../abort.ts'
import type { CallRun } from '../pipeline/call-run.ts'
import type { ToolOutput } from '../contract.ts'
import type { CallContext } from '../deps.ts'
import type { CommandOutput } from '../shell/live-output.ts'

interface Opened {
  readonly path: string
  readonly byServer: boolean
}

/** The output as it may be shown. Rejects with `Aborted` when the run is stopped while the user is asked. */
export async function shownOutput(
  output: ToolOutput,
  call: PermissionCall,
  run: CallRun,
): Promise<ToolOutput> {
  const { command } = output
  const { withheld } = run.context
  if (command === undefined || withheld === undefined || command.isSilent) return output
  if (showsNoContent(command.line, command.cwd)) return output
  const named = new Set(
    call.paths.flatMap(({ access, path, real }) => (access === 'read' ? [path, real] : [])),
  )
  const opened = (await untilAborted(openedBy(command, run.context), run.signal)).filter(
    // A file that the line names was asked about before it ran.
    ({ path }) => !named.has(path) && !withheld.isAllowed(path),
  )
  if (opened.length === 0) return output
  const paths = opened.map(({ path }) => path)
  const isForProject =
    opened.every(({ byServer }) => byServer) || runsPackageScripts(command.line, command.cwd)
  const mask = isForProject ? withheld.mask(paths) : undefined
  if (mask !== undefined) return withTexts(output, mask)
  return (await mayShow(paths, call, run)) ? output : withheldOutput(output, paths)
}

async function openedBy(
  command: CommandOutput,
  { sandbox }: Pick<CallContext, 'sandbox'>,
): Promise<readonly Opened[]> {
  const told = await sandbox.openedFiles(command.id)
  if (told.ok) return told.value
  // A back end that cannot tell: as if it had opened all of them.
  const found = await sandbox.glob({
    id: `${command.id}:opened`,
    pattern: '**',
    ...(command.cwd === undefined ? {} : { path: command.cwd }),
    includeIgnored: true,
    onlySecrets: true,
  })
  const paths = found.ok ? found.value.paths.filter(isOwnWithheldFile) : []
  return paths.toSorted().map((path) => ({ path, byServer: false }))
}

async function mayShow(paths: readonly string[], call: PermissionCall, run: CallRun): Promise<boolean> {
  const { context, planned, signal, emit } = run
  const ids = { turnId: context.turnId, toolUseId: planned.block.id }
  const reason = `The command has opened ${namesOf(paths)}, so what it printed may hold secrets. A yes holds until what is in there changes.`
  const decided = (behavior: 'allow' | 'deny', source: string, why: string, comment?: string): boolean => {
    const said = comment === undefined || comment.trim() === '' ? {} : { comment: comment.trim() }
    emit({ type: 'permission_decided', ...ids, behavior, source, reason: why, about: 'output', ...said })
    return behavior === 'allow'
  }
  if (!canAsk(context.permission())) return decided('deny', 'safety_check', reason)
  const request = {
    ...ids,
    tool: call.tool,
    title: call.title,
    reason,
    suggestedRule: '',
    destructive: false,
    about: 'output' as const,
  }
  emit({ type: 'permission_requested', ...request })
  const asking = { judge: () => ({ problem: 'No rule lets secrets be shown.', warnings: [] }) }
  const answer = await untilAborted(context.ask(request, asking), signal)
  if (answer.behavior === 'deny') return decided('deny', 'person', 'The user refused it.', answer.comment)
  context.withheld?.allow(paths)
  return decided('allow', 'person', 'The user allowed it.', answer.comment)
}

/** Nobody is asked in modes without questions, or where nobody is there: then the output is withheld. */
function canAsk({ canAsk: isSomebodyThere, mode, allowBypass }: PermissionState): boolean {
  return isSomebodyThere && mode !== 'dontAsk' && !(mode === 'bypassPermissions' && allowBypass)
}

function withheldOutput(output: ToolOutput, paths: readonly string[]): ToolOutput {
  const { display } = output
  const end = display?.kind === 'process' ? ` It ended with exit code ${display.exitCode}.` : ''
  const text = `[The output is withheld: the command has opened ${namesOf(paths)}, which ${paths.length === 1 ? 'holds' : 'hold'} secrets, and the user has not allowed it to be shown.${end} Scripts of package.json and servers may read such files: of their output only the values are masked.]`
  return { ...output, content: [{ type: 'text', text }], ending: undefined }
}

function withTexts(output: ToolOutput, mask: (text: string) => string): ToolOutput {
  const content = output.content.map((block) =>
    block.type === 'text' ? { ...block, text: mask(block.text) } : block,
  )
  return { ...output, content, ending: output.ending === undefined ? undefined : mask(output.ending) }
}

function namesOf(paths: readonly string[]): string {
  const names = paths.slice(0, OPENED_FILES_NAMED).map((path) => relativeTo(path))
  const more = paths.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}
