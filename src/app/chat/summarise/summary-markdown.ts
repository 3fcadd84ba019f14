/** A summary as Markdown, in which sources and remarks of the program are links that are known by their mark. Pure. */
import { citedLine } from '../../../agent/protocol/text/cites.ts'
import { nextFence } from '../markdown/markdown-blocks.ts'

/** Ends the text of a link, or of the line. */
const LINK_MARKS = /[\\[\]<>]/g

/** A remark may name the call that it rests on. */
const CALL_OF_REMARK = /^(.+), #(\d{1,9})$/

/**
 * `mark` is a word that the summary cannot know: sources lead to `#<mark>-<number>`, remarks to `#<mark>`. Without it a text could
 * pass its own link off as the program's. `say`: a remark in the language of the page.
 */
export function summaryMarkdown(
  summary: string,
  mark: string,
  say: (remark: string) => string = (remark) => remark,
): string {
  let fence: string | undefined
  return summary
    .split('\n')
    .map((line) => {
      const before = fence
      fence = nextFence(fence, line)
      return before === undefined && fence === undefined ? withLinks(line, mark, say) : line
    })
    .join('\n')
}

/** Text of a page in which links of that mark are not drawn as links, in code, say: as the summary has them. */
export function withoutLinks(text: string, mark: string): string {
  return text.replaceAll(/\[((?:\\.|[^\]\\])*)\]\(#([\w-]+)\)/g, (whole, label: string, target: string) => {
    if (!target.startsWith(mark)) return whole
    const plain = label.replaceAll(/\\(.)/g, '$1')
    return target === mark ? `[log: ${plain}]` : `[${plain}]`
  })
}

function withLinks(line: string, mark: string, say: (remark: string) => string): string {
  const { text, sources, remarks } = citedLine(line)
  const source = (seq: number | string) => `[#${seq}](#${mark}-${seq})`
  const links = [
    ...sources.map(source),
    ...remarks.flatMap((remark) => {
      const [, said = remark, seq] = CALL_OF_REMARK.exec(remark) ?? []
      const words = say(said).replaceAll(LINK_MARKS, String.raw`\$&`)
      return [`[${words}](#${mark})`, ...(seq === undefined ? [] : [source(seq)])]
    }),
  ]
  if (links.length === 0) return line
  // Behind the last cell of a table nothing is shown.
  const row = /^(\s*\|.*)\|\s*$/.exec(text)?.[1]
  return row === undefined ? `${text} ${links.join(' ')}` : `${row}${links.join(' ')} |`
}
