/** `html-to-markdown`: a page as text, with the libraries of `WebFetch`. just-bash's own needs a page's `document`. */
import type { CommandBody } from '../../just-bash.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const SYNTAX: Syntax = {
  name: 'html-to-markdown',
  usage: 'html-to-markdown [-b CHAR] [-c FENCE] [-r STRING] [--heading-style=atx|setext] [FILE]',
  options: ['b,bullet=', 'c,code=', 'r,hr=', 'heading-style='],
}
/** Beside each option the values it takes, where they are few. */
const CHOICES = {
  bullet: ['-', '+', '*'],
  code: ['```', '~~~'],
  'heading-style': ['atx', 'setext'],
} as const

export const htmlToMarkdown: CommandBody = (args, context) => {
  return runCommand(SYNTAX, args, { context, body: convert })
}

async function convert(run: CommandRun): Promise<number> {
  const [file = '-', extra] = run.operands
  if (extra !== undefined) throw run.misuse(`extra operand '${extra}'`)
  const settings = {
    bulletListMarker: chosen(run, 'b', CHOICES.bullet),
    fence: chosen(run, 'c', CHOICES.code),
    hr: run.options.value('r') ?? '---',
    headingStyle: chosen(run, 'heading-style', CHOICES['heading-style']),
    codeBlockStyle: 'fenced',
  }
  const html = run.readText(file)
  const [{ default: TurndownService }, { createDocument }] = await Promise.all([
    import('turndown'),
    import('@mixmark-io/domino'),
  ])
  const { body } = createDocument(html)
  const service = new TurndownService(settings).remove(['script', 'style', 'noscript', 'template'])
  const text = body === null ? '' : service.turndown(body).trim()
  run.out(text === '' ? '' : `${text}\n`)
  return 0
}

/** The first where nothing is said. */
function chosen(run: CommandRun, option: string, choices: readonly [string, ...string[]]): string {
  const value = run.options.value(option) ?? choices[0]
  if (!choices.includes(value)) throw run.misuse(`'${value}' is none of ${choices.join(' ')}`)
  return value
}
