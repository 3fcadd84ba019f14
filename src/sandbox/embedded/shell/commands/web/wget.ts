/** `wget`: files from addresses, one after the other. It does not walk through sites. */
import { encodeText } from '../../byte-string.ts'
import type { CommandBody, CommandContext } from '../../just-bash.ts'
import { runStream, type CommandStream } from '../../stream/command-stream.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { parseOptions, type Options, type Syntax } from '../../../../languages/option-parser.ts'
import { basicAuthorization, fileNameOf, withScheme } from './address.ts'
import { CommandPaths } from './paths.ts'
import { breakOf, commandLine, WebCall, WebStopped, type WebResponse } from './web-call.ts'
import { randomId } from '../../../../contract/random-id.ts'

const SYNTAX: Syntax = {
  name: 'wget',
  usage: 'wget [OPTION]... [URL]...',
  misuse: 2,
  options: [
    'O,output-document=',
    'P,directory-prefix=',
    'q,quiet',
    'no-verbose',
    'v,verbose',
    'S,server-response',
    'no-clobber',
    'spider',
    'header=',
    'U,user-agent=',
    'user=',
    'password=',
    'http-user=',
    'http-password=',
    'post-data=',
    'post-file=',
    'method=',
    'body-data=',
    'body-file=',
    'T,timeout=',
    't,tries=',
    'no-check-certificate',
    'show-progress',
    'progress=',
    '4,inet4-only',
    '6,inet6-only',
  ],
}
const FAILED = { generic: 1, file: 3, network: 4, server: 8 } as const

export const wget: CommandBody = (args, context) =>
  runStream('wget', context, async (stream) => {
    const long = args.map((arg) => ({ '-nv': '--no-verbose', '-nc': '--no-clobber' })[arg] ?? arg)
    const options = parseOptions(SYNTAX, long)
    if (options.has('help')) await stream.text(`Usage: ${SYNTAX.usage}\n`)
    else if (options.has('version')) await stream.text('GNU Wget (Vivarium) over the browser\n')
    else return new Wget({ args, options, stream, context }).run()
    return 0
  })

class Wget {
  readonly #args: readonly string[]
  readonly #options: Options
  readonly #stream: CommandStream
  readonly #context: CommandContext
  readonly #paths: CommandPaths
  readonly #operation = randomId()
  /** `-O` names one file for all. */
  #document: number | undefined

  constructor(parts: {
    args: readonly string[]
    options: Options
    stream: CommandStream
    context: CommandContext
  }) {
    this.#args = parts.args
    this.#options = parts.options
    this.#stream = parts.stream
    this.#context = parts.context
    this.#paths = new CommandPaths(parts.context)
  }

  async run(): Promise<number> {
    const { operands } = this.#options
    if (operands.length === 0)
      throw new CommandError(
        "missing URL\nUsage: wget [OPTION]... [URL]...\n\nTry `wget --help' for more options.",
        1,
      )
    if (this.#options.has('no-check-certificate'))
      this.#stream.error(
        'wget: --no-check-certificate has no effect: a browser checks certificates all the same\n',
      )
    let code = 0
    try {
      for (const operand of operands) {
        const ended = await this.#tryAll(withScheme(operand))
        if (ended !== 0) code = ended
      }
    } finally {
      if (this.#document !== undefined) this.#paths.files.close(this.#document)
    }
    return code
  }

  async #tryAll(address: string): Promise<number> {
    const tries = Number(this.#options.value('tries') ?? 1) || 1
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#fetch(address)
        return 0
      } catch (error) {
        const failure = this.#explain(error)
        if (failure.code === FAILED.network && attempt < tries) {
          this.#say(`${failure.message}\nRetrying.\n\n`)
          continue
        }
        if (failure.message !== '' && !this.#options.has('quiet')) this.#stream.error(`${failure.message}\n`)
        return failure.code
      }
    }
  }

  async #fetch(address: string): Promise<void> {
    if (!URL.canParse(address)) throw new CommandError(`${address}: Invalid URL.`, FAILED.generic)
    const wanted = this.#fileOf(address)
    if (this.#options.has('no-clobber') && wanted !== undefined && this.#paths.exists(wanted))
      return this.#say(`File '${wanted}' already there; not retrieving.\n\n`)
    this.#say(`--${stamp()}--  ${address}\n`)
    const body = this.#body()
    const seconds = Number(this.#options.value('timeout') ?? 0)
    const call = new WebCall(
      this.#context,
      {
        url: address,
        method:
          this.#options.value('method') ?? (this.#options.has('spider') ? 'HEAD' : body ? 'POST' : 'GET'),
        headers: this.#headers(body !== undefined),
        followRedirects: true,
        command: commandLine('wget', this.#args),
        operation: this.#operation,
      },
      { body, deadline: seconds > 0 ? performance.now() + seconds * 1000 : undefined },
    )
    try {
      const head = await call.head()
      if (head.type !== 'response') {
        const hint = head.hint === undefined ? '' : `\n${head.hint}`
        throw new CommandError(`failed: ${head.message}${hint}`, FAILED.network)
      }
      await this.#receive(call, head, wanted)
    } finally {
      call.close()
    }
  }

  async #receive(call: WebCall, head: WebResponse, wanted: string | undefined): Promise<void> {
    const { status, statusText, headers } = head
    this.#say(`HTTP request sent, awaiting response... ${status} ${statusText}\n`)
    if (this.#options.has('server-response'))
      this.#stream.error(headers.map(([name, value]) => `  ${name}: ${value}\n`).join(''))
    if (status >= 400) throw new CommandError(`${stamp()} ERROR ${status}: ${statusText}.`, FAILED.server)
    if (this.#options.has('spider')) return this.#say('Remote file exists.\n\n')
    const length = headers.find(([name]) => name === 'content-length')?.[1]
    const type = headers.find(([name]) => name === 'content-type')?.[1]
    this.#say(
      `Length: ${length ?? 'unspecified'}${type === undefined ? '' : ` [${type.split(';')[0] ?? ''}]`}\n`,
    )
    const file = wanted === undefined ? undefined : this.#unused(wanted)
    this.#say(`Saving to: '${file ?? 'STDOUT'}'\n\n`)
    const bytes = await this.#save(call, file)
    this.#say(
      `${stamp()} - '${file ?? 'STDOUT'}' saved [${bytes}${length === undefined ? '' : `/${length}`}]\n\n`,
    )
    if (this.#options.has('no-verbose') && !this.#options.has('quiet'))
      this.#stream.error(
        `${stamp()} URL:${head.url} [${bytes}${length === undefined ? '' : `/${length}`}] -> "${file ?? '-'}" [1]\n`,
      )
  }

  async #save(call: WebCall, file: string | undefined): Promise<number> {
    const { files } = this.#paths
    const fd = file === undefined ? undefined : this.#openFile(file)
    let bytes = 0
    try {
      for (;;) {
        const part = await call.read()
        if (part.length === 0) return bytes
        bytes += part.length
        if (fd === undefined) await this.#stream.write(part)
        else files.write(fd, part, null)
      }
    } finally {
      if (fd !== undefined && fd !== this.#document) files.close(fd)
    }
  }

  #openFile(file: string): number {
    if (this.#document !== undefined) return this.#document
    this.#paths.makeParents(file)
    const fd = this.#paths.create(file, (reason) => new CommandError(`${file}: ${reason}`, FAILED.file))
    if (this.#options.has('O')) this.#document = fd
    return fd
  }

  /** Undefined is stdout. */
  #fileOf(address: string): string | undefined {
    const document = this.#options.value('O')
    if (document !== undefined) return document === '-' ? undefined : document
    const { search } = new URL(address)
    const name = fileNameOf(address)
    const prefix = this.#options.value('P')
    const file = `${name === '' ? 'index.html' : decodeURIComponentSafe(name)}${search}`
    return prefix === undefined ? file : `${prefix.replace(/\/+$/, '')}/${file}`
  }

  /** `name`, or `name.1` and so on where that is taken. */
  #unused(file: string): string {
    if (this.#options.has('O') || !this.#paths.exists(file)) return file
    for (let number = 1; ; number += 1)
      if (!this.#paths.exists(`${file}.${number}`)) return `${file}.${number}`
  }

  #body(): Uint8Array | undefined {
    const text = this.#options.value('post-data') ?? this.#options.value('body-data')
    if (text !== undefined) return encodeText(text)
    const file = this.#options.value('post-file') ?? this.#options.value('body-file')
    return file === undefined ? undefined : this.#paths.read(file)
  }

  #headers(hasBody: boolean): (readonly [string, string])[] {
    const given = this.#options.values('header').flatMap((text): [string, string][] => {
      const [, name, value] = /^([^:]+):\s*([^]*)$/.exec(text) ?? []
      return name === undefined || value === undefined ? [] : [[name, value]]
    })
    const user = this.#options.value('user') ?? this.#options.value('http-user')
    const password = this.#options.value('password') ?? this.#options.value('http-password') ?? ''
    const agent = this.#options.value('U')
    return [
      ...(user === undefined ? [] : [['Authorization', basicAuthorization(`${user}:${password}`)] as const]),
      ...(agent === undefined ? [] : [['User-Agent', agent] as const]),
      ...(hasBody && !given.some(([name]) => name.toLowerCase() === 'content-type')
        ? [['Content-Type', 'application/x-www-form-urlencoded'] as const]
        : []),
      ...given,
    ]
  }

  #explain(error: unknown): { code: number; message: string } {
    if (error instanceof CommandError) return error
    if (error instanceof WebStopped)
      return error.by === 'timeout'
        ? { code: FAILED.network, message: 'failed: Connection timed out.' }
        : { code: 128 + (this.#context.host.waitingSignal ?? 2), message: '' }
    const broken = breakOf(error)
    if (broken === undefined) throw error
    return { code: FAILED.network, message: `The answer broke off (${broken}).` }
  }

  #say(text: string): void {
    if (!this.#options.has('quiet') && !this.#options.has('no-verbose')) this.#stream.error(text)
  }
}

function stamp(): string {
  return new Date().toISOString().slice(0, 19).replace('T', ' ')
}

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll('/', '%2F')
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
