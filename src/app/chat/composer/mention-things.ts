/** Mentions with `@` besides files: a terminal's output, a step's result, a name's declaration. */
import type { ToolView } from '../../../agent/protocol/view/screen-state.ts'
import { relativeTo } from '../../../sandbox/contract/path.ts'
import type { AppModel } from '../../app-model.svelte.ts'
import { places as t } from '../../language/en/places.ts'
import { MENTIONED_CHARS, STEPS_OFFERED, SUGGESTIONS_SHOWN, TERMINAL_MENTION_LINES } from '../../limits.ts'
import { mention } from './mentions.ts'
import type { Suggestion } from './suggestion.ts'

const PLAIN = { whyNot: undefined, insert: '', runs: false, isFolder: false } as const

/** Terminals, and the latest steps first: those that have what is typed in their name. */
export function mentionThings(app: AppModel, typed: string): readonly Suggestion[] {
  const wanted = typed.toLowerCase()
  const fits = (kind: string, name: string) =>
    kind.toLowerCase().startsWith(wanted) || (wanted.length > 1 && name.toLowerCase().includes(wanted))
  return [...terminals(app), ...steps(app)]
    .filter(({ label, detail }) => fits(detail, label))
    .slice(0, 2 * STEPS_OFFERED)
}

function terminals({ terminals: { shells } }: AppModel): readonly Suggestion[] {
  return shells.map((shell) => ({
    ...PLAIN,
    id: `terminal ${shell.id}`,
    label: shell.name,
    detail: t.terminalOutput,
    attach: () => ({
      name: t.outputOf(shell.name),
      text: shell.screen.lastLines(TERMINAL_MENTION_LINES).slice(-MENTIONED_CHARS),
    }),
  }))
}

function steps({ session }: AppModel): readonly Suggestion[] {
  const calls = session.view.items
    .flatMap((item) => (item.kind === 'assistant' ? item.blocks : []))
    .filter((block) => block.kind === 'tool')
  return calls
    .map((call, index) => stepOf(call, index + 1))
    .toReversed()
    .slice(0, STEPS_OFFERED)
}

function stepOf(call: ToolView, number: number): Suggestion {
  const name = `${call.tool}: ${call.title}`
  return {
    ...PLAIN,
    id: `step ${call.id}`,
    label: name,
    detail: t.step(number),
    attach: () => ({
      name: t.step(number),
      text: `${t.step(number)}, ${name}\n\n${call.result.slice(0, MENTIONED_CHARS)}`,
    }),
  }
}

/** Lines that look like a declaration, in the languages that people have most. */
const DECLARES =
  '(?:function\\*?|class|interface|type|enum|const|let|var|def|fn|func|struct|trait|impl|module|namespace|package|val|record|object)'

/** Declarations of names that begin so, by a text search, as there is no language server.
/** Ends a search in files. */
export async function mentionedSymbols({ agent }: AppModel, typed: string): Promise<readonly Suggestion[]> {
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(typed)) return []
  const start = typed.replaceAll('$', '\\$')
  const found = await agent.files.searchText(
    {
      text: `\\b${DECLARES}\\s+(?:\\([^)]*\\)\\s*)?(${start}\\w*)`,
      isRegex: true,
      matchCase: false,
      wholeWord: false,
      include: [],
      exclude: [],
    },
    SUGGESTIONS_SHOWN,
  )
  if (!found.ok) return []
  return found.value.files.flatMap(({ path, matches }) =>
    matches.map(({ line, start: from, groups }) => {
      const name = groups[0] ?? typed
      const file = relativeTo(path)
      return {
        ...PLAIN,
        id: `${file} ${line} ${from}`,
        label: name,
        detail: `${file}:${line}`,
        insert: `${mention(file)} (${t.symbolAt(name, line)})`,
      }
    }),
  )
}
