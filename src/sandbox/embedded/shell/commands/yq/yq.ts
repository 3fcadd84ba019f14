/** `yq`: jq's filters on YAML, with the options of the Go program of that name. */
import { Document, parseAllDocuments, stringify } from 'yaml'
import { decodeText, toByteString } from '../../byte-string.ts'
import type { CommandBody } from '../../just-bash.ts'
import { runScript } from '../../program/run-script.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { replaceContents } from './keep-comments.ts'

const SYNTAX: Syntax = {
  name: 'yq',
  usage: "yq [-i] [-n] [-e] [-r] [-p yaml|json] [-o yaml|json] [-I INDENT] [eval] 'JQ FILTER' [FILE]...",
  options: [
    'i,inplace,in-place',
    'n,null-input',
    'e,exit-status',
    'r,raw-output,unwrapScalar=?',
    'p,input-format=',
    'o,output-format=',
    'I,indent=',
    'P,prettyPrint',
    'j,tojson',
    'y,yaml-output,yml-output',
    'c,compact-output',
    'N,no-doc',
    'M,no-colors',
    'C,colors',
    's,slurp',
    'arg',
    'argjson',
  ],
}
const COMMANDS = ['e', 'eval']
const FORMATS: Readonly<Record<string, 'yaml' | 'json'>> = {
  y: 'yaml',
  yaml: 'yaml',
  yml: 'yaml',
  j: 'json',
  json: 'json',
}

export const yq: CommandBody = (args, context) => {
  // Go's programs take `-o=json` for `-o json`.
  const plain = args.map((arg) => arg.replace(/^(-[a-zA-Z])=/, '$1'))
  return runCommand(SYNTAX, plain, { context, body: (run) => new Yq(run).run() })
}

class Yq {
  readonly #run: CommandRun
  readonly #input: 'yaml' | 'json'
  readonly #output: 'yaml' | 'json'
  /** `--arg NAME VALUE` and `--argjson NAME JSON`, as jq takes them. */
  readonly #named: string[] = []
  readonly #operands: string[] = []
  #isEmpty = true
  #printed = 0

  constructor(run: CommandRun) {
    this.#run = run
    const { options } = run
    this.#readOperands()
    this.#input = formatOf(options.value('p') ?? 'yaml')
    this.#output = options.has('j') || options.has('c') ? 'json' : formatOf(options.value('o') ?? 'yaml')
  }

  #readOperands(): void {
    let wanted = 0
    for (const argument of this.#run.options.all) {
      if (argument.type === 'option' && argument.name.startsWith('arg')) {
        this.#named.push(`--${argument.name}`)
        wanted = 2
      } else if (argument.type === 'operand' && wanted > 0) {
        this.#named.push(argument.value)
        wanted -= 1
      } else if (argument.type === 'operand') this.#operands.push(argument.value)
    }
    if (COMMANDS.includes(this.#operands[0] ?? '')) this.#operands.shift()
    if (this.#operands[0] === 'eval-all' || this.#operands[0] === 'ea')
      throw new CommandError('eval-all is not supported here; use -s to read all documents as one list')
  }

  async run(): Promise<number> {
    const { options } = this.#run
    const [first, ...rest] = this.#operands
    // A lone file is shown as it is.
    const isFile =
      first !== undefined && rest.length === 0 && !options.has('n') && /^[\w./-]+\.(ya?ml|json)$/.test(first)
    const filter = first === undefined || isFile ? '.' : first
    const files = isFile ? [first] : rest
    if (options.has('i') && files.length === 0)
      throw new CommandError(
        'write in place flag only applicable when giving an expression and at least one file',
      )
    if (options.has('n')) await this.#show(filter, [new Document(null)])
    else if (options.has('s')) await this.#show(filter, [slurped(this.#documents(files))])
    else if (options.has('i')) for (const file of files) await this.#replace(filter, file)
    else await this.#show(filter, this.#documents(files))
    return options.has('e') && this.#isEmpty ? 1 : 0
  }

  #documents(files: readonly string[]): Document[] {
    return (files.length === 0 ? ['-'] : files).flatMap((file) => this.#parse(file))
  }

  #parse(file: string): Document[] {
    const parsed = parseAllDocuments(this.#run.readText(file), { merge: true, version: '1.2' })
    const documents = Array.isArray(parsed) ? parsed : []
    for (const document of documents) {
      const [error] = document.errors
      if (error !== undefined)
        throw new CommandError(`bad file '${file}': ${error.message.split('\n')[0] ?? ''}`)
    }
    return documents
  }

  async #show(filter: string, documents: readonly Document[]): Promise<void> {
    for (const document of documents) {
      if (filter === '.' && this.#output === 'yaml' && this.#input === 'yaml') {
        this.#isEmpty = false
        this.#print(document.toString({ lineWidth: 0, indent: this.#indent() }).replace(/^---\n/, ''))
      } else for (const value of await this.#jq(filter, document)) this.#print(this.#text(value))
    }
  }

  #print(text: string): void {
    const isSeparate = this.#output === 'yaml' && this.#printed > 0 && !this.#run.options.has('N')
    // Scalars stand one a line; documents and lists apart.
    if (isSeparate && /^(---|[^\n]*: |[^\n]*:\n|- )/.test(text)) this.#run.out('---\n')
    this.#printed += 1
    this.#run.out(text)
  }

  async #replace(filter: string, file: string): Promise<void> {
    const documents = this.#parse(file)
    for (const document of documents) {
      const values = await this.#jq(filter, document)
      if (values.length !== 1)
        throw new CommandError(
          `the filter gives ${values.length} results for a document of ${file}; nothing was written`,
        )
      replaceContents(document, values[0])
    }
    const indent = this.#indent()
    const text =
      this.#output === 'json' || (this.#input === 'json' && !this.#run.options.has('o'))
        ? documents.map((document) => `${JSON.stringify(document.toJS(), null, indent)}\n`).join('')
        : documents.map((document) => document.toString({ lineWidth: 0, indent })).join('')
    const stats = this.#run.files.stat(this.#run.path(file))
    this.#run.write(file, new TextEncoder().encode(text), stats.mode)
  }

  #indent(): number {
    return Math.max(1, Number(this.#run.options.value('I') ?? 2) || 2)
  }

  #text(value: unknown): string {
    const { options } = this.#run
    const isRaw = options.value('r') !== 'false'
    if (this.#output === 'json') {
      if (options.has('r') && typeof value === 'string') return `${value}\n`
      const indent = options.has('c') || options.value('I') === '0' ? 0 : this.#indent()
      return `${JSON.stringify(value, null, indent)}\n`
    }
    if (typeof value === 'string' && isRaw) return `${value}\n`
    return stringify(value, { lineWidth: 0, indent: this.#indent() })
  }

  async #jq(filter: string, document: Document): Promise<readonly unknown[]> {
    const input = JSON.stringify(document.toJS({ maxAliasCount: 10_000 }) ?? null)
    const { context } = this.#run
    const result = await runScript(context.exec, {
      script: 'jq -c "$@"',
      name: 'yq',
      args: [...this.#named, filter],
      cwd: context.cwd,
      env: context.exportedEnv ?? {},
      stdin: toByteString(new TextEncoder().encode(input)),
      live: { stdin: null, stdout: null, stderr: null },
    })
    if (result.exitCode !== 0) throw new CommandError(result.stderr.trim().replace(/^jq: /, ''))
    const text = result.stdoutKind === 'bytes' ? decodeText(result.stdout) : result.stdout
    const values: unknown[] = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line))
    if (values.some((value) => value !== null && value !== false)) this.#isEmpty = false
    return values
  }
}

function formatOf(name: string): 'yaml' | 'json' {
  const format = FORMATS[name]
  if (format === undefined)
    throw new CommandError(`format '${name}' is not supported here; there are yaml and json`)
  return format
}

function slurped(documents: readonly Document[]): Document {
  return new Document(documents.map((document): unknown => document.toJS()))
}
