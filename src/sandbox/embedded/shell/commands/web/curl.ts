/** `curl`, over the way out of the sandbox: what a browser does not let a page do is refused in words. */
import { encodeText } from '../../byte-string.ts'
import type { CommandBody, CommandContext } from '../../just-bash.ts'
import { runStream, type CommandStream } from '../../stream/command-stream.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import type { Options } from '../../../../languages/option-parser.ts'
import { fileNameOf } from './address.ts'
import { readBody, type CurlBody } from './curl-body.ts'
import { CurlFailure, EXIT, failureOf, HTTP_ERROR, httpFailure, WRITE_ERROR } from './curl-failure.ts'
import { readCurlOptions } from './curl-options.ts'
import { readAddress, requestHeaders, requestMethod, withQuery } from './curl-request.ts'
import { CommandPaths } from './paths.ts'
import { breakOf, commandLine, WebCall, WebStopped, type WebResponse } from './web-call.ts'
import { writeOut, type Transfer } from './write-out.ts'
import { randomId } from '../../../../contract/random-id.ts'

const USAGE = `Usage: curl [options...] <url>
 -d, --data <data>           HTTP POST data
 -f, --fail                  Fail fast with no output on HTTP errors
 -H, --header <header>       Pass custom header(s) to server
 -i, --include               Include response headers in output
 -L, --location              Follow redirects
 -o, --output <file>         Write to file instead of stdout
 -O, --remote-name           Write output to file named as remote file
 -s, --silent                Silent mode
 -u, --user <user:password>  Server user and password
 -X, --request <method>      Specify request method to use
Requests leave through the permission dialog; a browser sends no cookies and reads only what servers let pages read.
`

/** Answers after which another try makes sense. */
const TRANSIENT = new Set([408, 429, 500, 502, 503, 504])
const RETRIED = new Set([EXIT.timeout, EXIT.interrupted])

export const curl: CommandBody = (args, context) =>
  runStream('curl', context, async (stream) => {
    const options = readCurlOptions(args, (text) => stream.error(text))
    if (options.has('help')) await stream.text(USAGE)
    else if (options.has('version'))
      await stream.text('curl (Vivarium) over the browser\nProtocols: http https\n')
    else return new Curl({ args, options, stream, context }).run()
    return 0
  })

/** State of the response so far; a status of 0 is none. */
type Answer = Pick<Transfer, 'status' | 'headers' | 'effectiveUrl'> & { downloaded: number }

class Curl {
  readonly #args: readonly string[]
  readonly #options: Options
  readonly #stream: CommandStream
  readonly #context: CommandContext
  readonly #paths: CommandPaths
  readonly #operation = randomId()

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
    const addresses = this.#options.all.flatMap((argument) =>
      argument.type === 'operand' || argument.name === 'url' ? [argument.value ?? ''] : [],
    )
    if (addresses.length === 0)
      throw new CommandError(
        "no URL specified!\ncurl: try 'curl --help' or 'curl --manual' for more information",
        2,
      )
    const body = readBody(this.#options, this.#paths)
    const outputs = this.#outputs(addresses)
    let code = 0
    for (const [index, address] of addresses.entries()) {
      code = await this.#transfer(readAddress(address, this.#options), body, outputs[index])
      if (code !== 0 && this.#options.has('fail-early')) break
    }
    return code
  }

  /** Destination of each response; undefined is stdout. */
  #outputs(addresses: readonly string[]): (string | undefined)[] {
    const given = this.#options.all.flatMap((argument) =>
      argument.type === 'option' && (argument.name === 'o' || argument.name === 'O')
        ? [argument.name === 'O' ? true : (argument.value ?? '')]
        : [],
    )
    const folder = this.#options.value('output-dir')
    return addresses.map((address, index) => {
      const to = given[index] ?? this.#options.has('remote-name-all')
      if (to === false || to === '-') return undefined
      const name = to === true ? remoteName(readAddress(address, this.#options)) : to
      return folder === undefined ? name : `${folder}/${name}`
    })
  }

  /** With retries. Says what went wrong. */
  async #transfer(address: string, body: CurlBody | undefined, file: string | undefined): Promise<number> {
    const tries = this.#number('retry') ?? 0
    const until = performance.now() + (this.#number('retry-max-time') ?? Infinity) * 1000
    for (let left = tries, pause = 1; ; left -= 1, pause = Math.min(pause * 2, 600)) {
      const { code, again, message } = await this.#once(address, body, file)
      if (left <= 0 || !again || performance.now() >= until) {
        this.#complain(code, message)
        return code
      }
      const seconds = this.#number('retry-delay') ?? pause
      this.#note(`Warning: Problem: ${message}. Will retry in ${seconds} seconds. ${left} retries left.\n`)
      if ((await this.#context.host.sleep(seconds * 1000)) !== undefined) return EXIT.cancelled
    }
  }

  async #once(
    address: string,
    body: CurlBody | undefined,
    file: string | undefined,
  ): Promise<{ code: number; again: boolean; message: string }> {
    const begun = performance.now()
    const method = requestMethod(this.#options, body)
    const answer: Answer = { status: 0, headers: [], effectiveUrl: address, downloaded: 0 }
    let ended = { code: 0, message: '' }
    try {
      await this.#exchange({ address, method, body, file, deadline: this.#deadline(begun) }, answer)
    } catch (error) {
      ended = this.#explain(error, { begun, bytes: answer.downloaded })
    }
    await this.#writeOut({
      ...answer,
      url: address,
      method,
      uploaded: body?.bytes.length ?? 0,
      seconds: (performance.now() - begun) / 1000,
      file: file ?? '',
      exitCode: ended.code,
      errorMessage: ended.message,
    })
    return { ...ended, again: this.#isTransient(ended.code, answer.status) }
  }

  /** Sends the request and takes what comes. `answer` says how far it got, also when it fails. */
  async #exchange(
    asked: {
      address: string
      method: string
      body: CurlBody | undefined
      file: string | undefined
      deadline: number | undefined
    },
    answer: Answer,
  ): Promise<void> {
    const { address, method, body, file, deadline } = asked
    const isQuery = this.#options.has('G')
    const url = isQuery && body ? withQuery(address, body.bytes) : address
    const sent = isQuery ? undefined : body
    const headers = requestHeaders(this.#options, {
      body: sent,
      readText: (name) => this.#paths.readText(name),
    })
    const { pathname, search } = new URL(url)
    this.#trace('>', [`${method} ${pathname}${search} HTTP/1.1`, ...headerLines(headers)])
    const call = new WebCall(
      this.#context,
      {
        url,
        method,
        headers,
        followRedirects: this.#options.has('L'),
        command: commandLine('curl', this.#args),
        operation: this.#operation,
      },
      { body: sent?.bytes, deadline },
    )
    try {
      const head = await call.head()
      if (head.type !== 'response') throw failureOf(address, head)
      Object.assign(answer, { status: head.status, headers: head.headers, effectiveUrl: head.url })
      for (const name of head.unsent)
        this.#note(`Warning: a browser does not let a page send the header "${name}"; it was left out\n`)
      await this.#receive(call, head, { file, taken: (bytes) => (answer.downloaded += bytes) })
    } finally {
      call.close()
    }
  }

  async #receive(
    call: WebCall,
    head: WebResponse,
    to: { file: string | undefined; taken: (bytes: number) => void },
  ): Promise<void> {
    const lines = [`HTTP/1.1 ${head.status} ${head.statusText}`, ...headerLines(head.headers)]
    const text = encodeText(`${lines.join('\r\n')}\r\n\r\n`)
    this.#trace('<', lines)
    const dumped = this.#options.value('D')
    if (dumped === '-') await this.#stream.write(text)
    else if (dumped !== undefined) this.#paths.write(dumped, text)
    const isFailure = head.status >= 400
    if (isFailure && this.#options.has('f')) throw httpFailure(head.status)
    const output = this.#open(to.file)
    try {
      if (this.#options.has('i') || this.#options.has('I')) await output.write(text)
      const limit = this.#number('max-filesize') ?? Infinity
      let bytes = 0
      for (;;) {
        const part = await call.read()
        if (part.length === 0) break
        bytes += part.length
        if (bytes > limit) throw new CurlFailure(EXIT.too_large, 'Maximum file size exceeded')
        await output.write(part)
        to.taken(part.length)
      }
    } finally {
      output.close()
    }
    if (isFailure && this.#options.has('fail-with-body')) throw httpFailure(head.status)
  }

  #open(file: string | undefined): { write(bytes: Uint8Array): Promise<void>; close(): void } {
    if (file === undefined) return { write: (bytes) => this.#stream.write(bytes), close: () => undefined }
    if (this.#options.has('create-dirs')) this.#paths.makeParents(file)
    const { files } = this.#paths
    const fd = this.#paths.create(
      file,
      (reason) => new CurlFailure(WRITE_ERROR, `Failure writing output to destination: ${file}: ${reason}`),
    )
    return {
      write: (bytes) => {
        files.write(fd, bytes, null)
        return Promise.resolve()
      },
      close: () => files.close(fd),
    }
  }

  #explain(error: unknown, at: { begun: number; bytes: number }): { code: number; message: string } {
    if (error instanceof CurlFailure) return { code: error.code, message: error.message }
    const ms = Math.round(performance.now() - at.begun)
    const late = `Operation timed out after ${ms} milliseconds with ${at.bytes} bytes received`
    if (error instanceof WebStopped)
      return error.by === 'timeout'
        ? { code: EXIT.timeout, message: late }
        : { code: 128 + (this.#context.host.waitingSignal ?? 2), message: '' }
    const broken = breakOf(error)
    if (broken === undefined) throw error
    if (broken === 'timeout') return { code: EXIT.timeout, message: late }
    const message =
      broken === 'too_large' ? 'Maximum file size exceeded' : `transfer closed after ${at.bytes} bytes`
    return { code: EXIT[broken], message }
  }

  #isTransient(code: number, status: number): boolean {
    if (code === 0 || code === HTTP_ERROR) return TRANSIENT.has(status)
    if (this.#options.has('retry-all-errors')) return code < 128
    return RETRIED.has(code) || (code === EXIT.connection_refused && this.#options.has('retry-connrefused'))
  }

  async #writeOut(transfer: Transfer): Promise<void> {
    const format = this.#options.value('w')
    if (format === undefined) return
    const text = format.startsWith('@') ? this.#paths.readText(format.slice(1)) : format
    await this.#stream.text(writeOut(text, transfer, (warning) => this.#note(warning)))
  }

  #deadline(begun: number): number | undefined {
    const seconds = this.#number('m')
    return seconds === undefined || seconds === 0 ? undefined : begun + seconds * 1000
  }

  #number(name: string): number | undefined {
    const text = this.#options.value(name)
    if (text === undefined) return undefined
    if (!/^\d+(\.\d+)?$/.test(text))
      throw new CommandError(
        `option ${name.length === 1 ? '-' : '--'}${name}: expected a proper numerical parameter`,
        2,
      )
    return Number(text)
  }

  #complain(code: number, message: string): void {
    const isQuiet = this.#options.has('s') && !this.#options.has('S')
    if (code !== 0 && message !== '' && !isQuiet) this.#stream.error(`curl: (${code}) ${message}\n`)
  }

  #note(text: string): void {
    if (!this.#options.has('s')) this.#stream.error(text)
  }

  #trace(mark: string, lines: readonly string[]): void {
    if (this.#options.has('v')) this.#stream.error([...lines, ''].map((line) => `${mark} ${line}\n`).join(''))
  }
}

function headerLines(headers: WebResponse['headers']): string[] {
  return headers.map(([name, value]) => `${name}: ${value}`)
}

function remoteName(address: string): string {
  const name = fileNameOf(address)
  if (name === '') throw new CommandError('(23) Remote file name has no length', WRITE_ERROR)
  return name
}
