/** Differences that Node's own tests have shown, a case a subject. */
import { expect, it } from 'vitest'
import { runProgram } from './testing/run-program.ts'

interface Case {
  readonly about: string
  readonly source: string
  readonly command?: string
  readonly out: string
  readonly err?: string
  readonly exitCode?: number
}

const CASES: readonly Case[] = [
  {
    about: 'descriptors are checked before a call begins',
    source: `
      const fs = require('fs')
      for (const call of [() => fs.close('1'), () => fs.fsyncSync({}), () => fs.fdatasync(null)])
        try { call() } catch (error) { console.log(error.code) }`,
    out: 'ERR_INVALID_ARG_TYPE\nERR_INVALID_ARG_TYPE\nERR_INVALID_ARG_TYPE\n',
  },
  {
    about: 'reading makes the file when it is opened so',
    source: `
      const fs = require('fs')
      console.log(JSON.stringify(fs.readFileSync('new.txt', { encoding: 'utf8', flag: 'a+' })), fs.existsSync('new.txt'))
      fs.writeFileSync('locked', 'old'); fs.chmodSync('locked', 0o444)
      try { fs.copyFileSync('new.txt', 'locked') } catch (error) { console.log(error.code) }`,
    out: '"" true\nEACCES\n',
  },
  {
    about: 'a copied link leads where the first one does',
    source: `
      const fs = require('fs')
      fs.mkdirSync('a'); fs.writeFileSync('a/x', ''); fs.symlinkSync('x', 'a/link')
      fs.cpSync('a', 'b', { recursive: true }); fs.cpSync('a', 'c', { recursive: true, verbatimSymlinks: true })
      console.log(fs.readlinkSync('b/link'), fs.readlinkSync('c/link'))`,
    out: '/workspace/a/x x\n',
  },
  {
    about: 'the environment takes plain values only',
    source: `
      for (const descriptor of [{ value: 'a' }, { get() {} }])
        try { Object.defineProperty(process.env, 'x', descriptor) } catch (error) { console.log(error.message) }
      process.env.y = 1
      console.log(process.env.x, typeof process.env.y)`,
    out: `'process.env' only accepts a configurable, writable, and enumerable data descriptor
'process.env' does not accept an accessor(getter/setter) descriptor
undefined string
`,
  },
  {
    about: 'what is outstanding is named',
    source: `
      require('fs').stat('.', () => {})
      const timeout = setTimeout(() => {}, 1); setImmediate(() => {})
      console.log(process.getActiveResourcesInfo().join())
      clearTimeout(timeout)`,
    out: 'FSReqCallback,Timeout,Immediate\n',
  },
  {
    about: 'a call of fs.promises is outstanding until its end',
    source: `
      const names = () => console.log(JSON.stringify(process.getActiveResourcesInfo()))
      const { stat } = require('fs').promises
      Promise.allSettled([stat('.'), stat('gone')]).then(names)
      names()`,
    out: '["FSReqPromise","FSReqPromise"]\n[]\n',
  },
  {
    about: 'a handler of exit has the last word about the code',
    source: `process.on('exit', () => { process.exitCode = 0 }); process.on('beforeExit', () => { throw 'x' })`,
    out: '',
    err: `Uncaught:\nx\n(Use \`node --trace-uncaught ...\` to show where the exception was thrown)\n\nNode.js v22`,
    exitCode: 0,
  },
  {
    about: 'closing a server is work after which the end is announced again',
    source: `
      process.once('beforeExit', () => require('net').createServer().listen(0, function () {
        this.close(); process.once('beforeExit', () => console.log('again'))
      }))`,
    out: 'again\n',
  },
  {
    about: 'a timer counts from where it is made',
    source: `
      const until = Date.now() + 60
      while (Date.now() < until);
      const start = performance.now()
      setTimeout(() => console.log(performance.now() - start >= 48), 50)`,
    out: 'true\n',
  },
  {
    about: 'an error of a script in a context shows the place that it was given',
    source: `
      const vm = require('vm')
      try { vm.runInNewContext(' throw new Error("x")', {}, { filename: 'f.js', lineOffset: 32, columnOffset: 123 }) }
      catch (error) { console.log(error.stack.split('\\n').slice(0, 6).join('|')) }
      const context = vm.createContext()
      vm.runInContext('Object.defineProperty(this, "x", { value: 42 }); x = 0', context)
      try { vm.runInContext('"use strict"; x = 0', context) } catch (error) { console.log(error.message, context.x) }`,
    out: `f.js:33| throw new Error("x")| ^||Error: x|    at Proxy.<anonymous> (f.js:33:131)
Cannot assign to read only property 'x' of object '#<Object>' 42
`,
  },
  {
    about: 'what Function makes in a context belongs to it, also where a test runner has copied the name',
    source: `
      const vm = require('vm')
      for (const sandbox of [{ x: 1 }, { x: 2, Function }]) {
        const context = vm.createContext(sandbox)
        const code = 'const own = new Function("return this")(); own.y = x; [new Function("a", "return a + x")(1), Function("return x")(), (() => 1) instanceof Function]'
        console.log(vm.runInContext(code, context).join(), context.y, globalThis.y)
        try { vm.runInContext('new Function("return (")', context) } catch (error) { console.log(error.name) }
        console.log(vm.runInContext('Function("this.z = 1").call(own = {}); own.z', context), context.z)
      }`,
    out: `2,1,true 1 undefined
SyntaxError
1 undefined
3,2,true 2 undefined
SyntaxError
1 undefined
`,
  },
  {
    about: 'the frame of a function of the engine has no line',
    source: `
      Error.prepareStackTrace = (_, sites) => sites
      new Promise(() => { const [own, engine] = new Error().stack; console.log(own.getLineNumber(), engine.getLineNumber(), engine.getColumnNumber()) })`,
    out: '3 null null\n',
  },
  {
    about: 'a compression changes its parameters on the way',
    source: `
      const zlib = require('zlib')
      const deflate = zlib.createDeflate({ level: 9 }), parts = []
      const text = Buffer.alloc(20000, 'abc')
      deflate.on('data', (part) => parts.push(part)).on('end', () => {
        const whole = Buffer.concat(parts)
        console.log(whole.length > 20000, zlib.inflateSync(whole).equals(Buffer.concat([text, text])))
      })
      deflate.write(text, () => deflate.params(0, 0, () => deflate.end(text)))`,
    out: 'true true\n',
  },
  {
    about: 'the context of a message is that of its request when a connection is used again',
    source: `
      const http = require('http'), { AsyncLocalStorage } = require('async_hooks')
      const store = new AsyncLocalStorage(), agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
      const server = http.createServer((request, response) => response.end('x')).listen(0, () => {
        const ask = (name, next) => store.run(name, () => http.get({ port: server.address().port, agent }, (response) => {
          console.log(store.getStore())
          response.resume().on('end', () => setImmediate(next))
        }))
        ask('first', () => ask('second', () => { agent.destroy(); server.close() }))
      })`,
    out: 'first\nsecond\n',
  },
  {
    about: 'a module in a context has the globals of the context',
    source: `
      const vm = require('vm'), context = vm.createContext({ given: 1, made: undefined })
      const own = new vm.SourceTextModule(
        'made = given + 1; export default [typeof process, globalThis.given]; export const set = () => { globalThis.later = 3 }',
        { context })
      own.link(() => {}).then(() => own.evaluate()).then(() => {
        own.namespace.set()
        console.log(own.namespace.default.join(), context.made, context.later, globalThis.later)
      })`,
    command: 'node --no-warnings --experimental-vm-modules a.js',
    out: 'undefined,1 2 3 undefined\n',
  },
  {
    about: 'a compiled function has its text on lines of its own, and errors name the lines of the text',
    source: `
      const vm = require('vm')
      console.log(vm.compileFunction('return 1', ['a']).toString())
      try { vm.compileFunction('let x = 1\\n  x()', [], { filename: 'made.js' })() } catch ({ stack }) { console.log(/made.js:\\d+:\\d+/.exec(stack)[0]) }`,
    out: 'function (a) {\nreturn 1\n}\nmade.js:2:3\n',
  },
  ...['Brotli', 'Zstd'].map((name) => ({
    about: `${name} flushes on the way`,
    source: `
      const zlib = require('zlib'), text = 'a line of text\\n'.repeat(5000)
      const compress = zlib.create${name}Compress(), decompress = zlib.create${name}Decompress()
      let seen = ''
      decompress.setEncoding('utf8').on('data', (part) => {
        seen += part
        if (seen === text) compress.end('last')
      })
      compress.pipe(decompress).on('end', () => console.log(seen === text + 'last'))
      compress.write(text)
      compress.flush()`,
    out: 'true\n',
  })),
  {
    about: 'Brotli and Zstandard read what others have written, within the window that is asked for',
    source: `
      const zlib = require('zlib'), text = 'a line of text\\n'.repeat(5000)
      console.log(zlib.brotliDecompressSync(Buffer.from('CwKAaGVsbG8D', 'base64')).toString())
      console.log(zlib.zstdDecompressSync(Buffer.from('KLUv/SAFKQAAaGVsbG8=', 'base64')).toString())
      const small = zlib.brotliCompressSync(text, { params: { [zlib.constants.BROTLI_PARAM_LGWIN]: 10 } })
      console.log(small.length < 200, zlib.brotliDecompressSync(small).toString() === text)`,
    out: 'hello\nhello\ntrue true\n',
  },
  {
    about: 'Brotli and Zstandard say what is wrong as natively',
    source: `
      const zlib = require('zlib'), { ZSTD_c_windowLog } = zlib.constants
      const say = (run) => { try { console.log(run()) } catch ({ code, errno, message }) { console.log(code, errno, message) } }
      say(() => zlib.brotliDecompressSync(Buffer.from('ffffffffff', 'hex')))
      say(() => zlib.brotliDecompressSync(zlib.brotliCompressSync('whole').subarray(0, 5)))
      say(() => zlib.zstdDecompressSync(Buffer.from('no such format')))
      say(() => zlib.zstdCompressSync('abc', { params: { [ZSTD_c_windowLog]: 1e6 } }))
      say(() => zlib.zstdCompressSync('abc', { dictionary: Buffer.from('abc') }))`,
    out: `ERR__ERROR_FORMAT_PADDING_2 -15 Decompression failed
Z_BUF_ERROR -5 unexpected end of file
ZSTD_error_prefix_unknown 10 Unknown frame descriptor
ERR_ZLIB_INITIALIZATION_FAILED undefined Setting parameter failed
ERR_FEATURE_UNAVAILABLE_ON_PLATFORM undefined A dictionary for Zstandard is not available in the browser sandbox.
`,
  },
]

it.each(CASES)('$about', async ({ source, command = 'node a.js', out, err = '', exitCode = 0 }) => {
  const result = await runProgram({ command, files: { 'a.js': source } })
  expect({ ...result, err: result.err.slice(0, err.length || undefined) }).toEqual({ out, err, exitCode })
})

it('refuses a value that an option does not have', async () => {
  const result = await runProgram({ command: 'node --unhandled-rejections=other -e 0' })
  expect(result).toEqual({ out: '', err: 'node: invalid value for --unhandled-rejections\n', exitCode: 9 })
})
