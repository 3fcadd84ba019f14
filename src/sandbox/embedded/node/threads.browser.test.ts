/** `worker_threads` and what travels between threads. */
import { describe, expect, it } from 'vitest'
import { runProgram } from './testing/run-program.ts'

const run = (files: Readonly<Record<string, string>>) => runProgram({ command: 'node main.js', files })

describe('a thread', () => {
  it('gets its data, arguments and environment, and says how it ends', async () => {
    const files = {
      'main.js': `const { Worker } = require('worker_threads')
        const w = new Worker(require('path').join(__dirname, 'thread.js'), { workerData: { a: 1 }, argv: ['x'], env: { FOO: 'bar' } })
        w.on('online', () => console.log('online'))
        w.on('message', (m) => console.log('message', m))
        w.on('exit', (code) => console.log('exit', code))`,
      'thread.js': `const { parentPort, workerData, isMainThread, threadId } = require('worker_threads')
        parentPort.postMessage([isMainThread, threadId, workerData, process.argv.slice(2), process.env.FOO])
        process.exit(5)`,
    }
    expect(await run(files)).toEqual({
      out: "online\nmessage [ false, 1, { a: 1 }, [ 'x' ], 'bar' ]\nexit 5\n",
      err: '',
      exitCode: 0,
    })
  })

  it('shares files and memory, and its output goes through the first', async () => {
    const files = {
      'main.js': `const { Worker } = require('worker_threads')
        const memory = new Int32Array(new SharedArrayBuffer(4))
        const code = "require('fs').writeFileSync('made', 'by thread'); require('worker_threads').workerData[0] = 7; console.log('out'); console.error('err')"
        new Worker(code, { eval: true, workerData: memory }).on('exit', () => console.log(memory[0], require('fs').readFileSync('made', 'utf8')))`,
    }
    expect(await run(files)).toEqual({ out: 'out\n7 by thread\n', err: 'err\n', exitCode: 0 })
  })

  it('fails with its own error, and can be ended from outside', async () => {
    const files = {
      'main.js': `const { Worker } = require('worker_threads')
        new Worker("throw new TypeError('boom')", { eval: true })
          .on('error', (e) => console.log(e instanceof TypeError, e.message))
          .on('exit', (code) => { console.log('exit', code); endless() })
        function endless() {
          const w = new Worker('for (;;);', { eval: true })
          w.on('online', async () => console.log('ended', await w.terminate()))
        }`,
    }
    expect(await run(files)).toEqual({ out: 'true boom\nexit 1\nended 1\n', err: '', exitCode: 0 })
  })

  it('answers a thread that blocks', async () => {
    const files = {
      'main.js': `const { Worker, MessageChannel, receiveMessageOnPort } = require('worker_threads')
        const lock = new Int32Array(new SharedArrayBuffer(4))
        const { port1, port2 } = new MessageChannel()
        const code = \`const { parentPort, workerData: { lock, port2 } } = require('worker_threads')
          parentPort.on('message', (x) => { port2.postMessage({ twice: x * 2 }); Atomics.add(lock, 0, 1); Atomics.notify(lock, 0) })\`
        const w = new Worker(code, { eval: true, workerData: { lock, port2 }, transferList: [port2] })
        w.unref()
        for (const x of [10, 11]) {
          w.postMessage(x)
          Atomics.wait(lock, 0, x - 10)
          console.log(receiveMessageOnPort(port1).message)
        }
        console.log(receiveMessageOnPort(port1))`,
    }
    expect(await run(files)).toEqual({
      out: '{ twice: 20 }\n{ twice: 22 }\nundefined\n',
      err: '',
      exitCode: 0,
    })
  })
})

const NO_LIST = 'TypeError ERR_INVALID_ARG_TYPE Optional transferList argument must be an iterable'
const NO_OPTION = 'TypeError ERR_INVALID_ARG_TYPE Optional options.transfer argument must be an iterable'
const NOT_MOVED = 'DataCloneError 25 Found invalid value in transferList.'
const UNSUPPORTED = 'DataCloneError 25 Cannot transfer object of unsupported type.'
const GONE = 'DataCloneError 25 MessagePort in transfer list is already detached'
/** Things that cannot be moved, by any call. */
const UNMOVED = {
  '[new ArrayBuffer(1)]': 'ok',
  'twice(new ArrayBuffer(1))': 'DataCloneError 25 Transfer list contains duplicate ArrayBuffer',
  'twice(new MessageChannel().port1)': 'DataCloneError 25 Transfer list contains duplicate MessagePort',
  '[moved(new ArrayBuffer(1))]': UNSUPPORTED,
  '[new WebAssembly.Memory({ initial: 1 }).buffer]': UNSUPPORTED,
  '[marked(new ArrayBuffer(1))]': UNSUPPORTED,
  'twice(marked(new ArrayBuffer(1)))': UNSUPPORTED,
  '[marked({})]': UNSUPPORTED,
  '[moved(new MessageChannel().port1)]': GONE,
  '[closed()]': GONE,
  '[new ArrayBuffer(1), {}]': NOT_MOVED,
  '[new SharedArrayBuffer(1)]': NOT_MOVED,
}
const CLONE = "TypeError ERR_INVALID_ARG_TYPE Failed to execute 'structuredClone':"

/** Second arguments of the calls, and how native Node 22.23.3 takes them. */
const TRANSFERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'port.postMessage': {
    null: 'ok',
    '() => {}': 'ok',
    'withFields({ transfer: [] })': 'ok',
    'withFields({ transfer: 1 })': NO_OPTION,
    'withFields(from(() => [1].values()))': NOT_MOVED,
    '{ transfer: undefined }': 'ok',
    '{ transfer: null }': NO_OPTION,
    "{ transfer: 'ab' }": NO_OPTION,
    '{ transfer: {} }': NO_OPTION,
    '{ transfer: () => {} }': NO_OPTION,
    '{ transfer: withFields(from(() => [new ArrayBuffer(1)].values())) }': 'ok',
    '{ transfer: from(1) }': NO_OPTION,
    '{ transfer: from(() => ({ next: () => 1 })) }': NO_OPTION,
    'from(null)': 'ok',
    'from(1)': 'ok',
    'from(1, { transfer: 1 })': NO_OPTION,
    'from(() => 1)': 'ok',
    'from(() => ({}))': 'ok',
    'from(() => ({ next: () => 1 }))': 'ok',
    "from(() => { throw new RangeError('own') })": 'RangeError  own',
    'Object.assign([], from(() => [1].values()))': 'ok',
    '[1]': NOT_MOVED,
    '[null]': NOT_MOVED,
    '[,]': NOT_MOVED,
    '[new Uint8Array(1)]': NOT_MOVED,
    '{ transfer: [1] }': NOT_MOVED,
    "Symbol('s')": NO_LIST,
    false: NO_LIST,
    0: NO_LIST,
    "''": NO_LIST,
    '[port]': 'DataCloneError 25 Transfer list contains source port',
    ...UNMOVED,
  },
  'closed().postMessage': { 0: NO_LIST, '[1]': NOT_MOVED, ...UNMOVED },
  structuredClone: {
    null: 'ok',
    '[1]': 'ok',
    'withFields({ transfer: [] })': 'ok',
    '{ transfer: withFields(from(() => [new ArrayBuffer(1)].values())) }': 'ok',
    '{ transfer: null }': `${CLONE} transfer in Options can not be converted to sequence.`,
    "{ transfer: 'ab' }": `${CLONE} transfer in Options can not be converted to sequence.`,
    '{ transfer: [1] }': 'TypeError ERR_INVALID_ARG_TYPE Value is not an object',
    '{ transfer: [{}] }': NOT_MOVED,
    ...Object.fromEntries(
      Object.entries(UNMOVED).map(([list, outcome]) => [`{ transfer: ${list} }`, outcome]),
    ),
    "Symbol('s')": `${CLONE} Options cannot be converted to a dictionary`,
  },
}

describe('a message channel', () => {
  it('carries ports, and tells the other end when it is closed', async () => {
    const files = {
      'main.js': `const { MessageChannel } = require('worker_threads')
        const [a, b] = [new MessageChannel(), new MessageChannel()]
        b.port1.on('message', (m) => { console.log(m); b.port1.close() })
        b.port2.on('close', () => console.log('closed'))
        a.port2.on('message', ({ port }) => { port.postMessage('through'); a.port2.close() })
        a.port1.postMessage({ port: b.port2 }, [b.port2])`,
    }
    expect(await run(files)).toEqual({ out: 'through\n', err: '', exitCode: 0 })
  })

  it('keeps its ports when what they were to go with cannot be cloned', async () => {
    const files = {
      'main.js': `const { port1, port2 } = new MessageChannel()
        try { structuredClone({ port1, f() {} }, { transfer: [port1] }) } catch (e) { console.log(e.name) }
        port2.on('message', (m) => { console.log(m); port2.close() })
        port1.postMessage('still here')`,
    }
    expect(await run(files)).toEqual({ out: 'DataCloneError\nstill here\n', err: '', exitCode: 0 })
  })

  it('that is closed takes what is moved all the same, and tells the other ends', async () => {
    const files = {
      'main.js': `const [{ port1: gone }, { port1, port2 }] = [new MessageChannel(), new MessageChannel()]
        gone.close()
        const buffer = new ArrayBuffer(1)
        port2.on('message', console.log).on('close', () => console.log('closed'))
        console.log(gone.postMessage({ buffer }, [buffer, port1]), buffer.byteLength)
        for (const value of [() => {}, { get a() { throw new Error('asked') } }])
          try { gone.postMessage(value) } catch (e) { console.log(e.name, e.message) }`,
    }
    expect(await run(files)).toEqual({
      out: 'undefined 0\nDataCloneError () => {} could not be cloned.\nError asked\nclosed\n',
      err: '',
      exitCode: 0,
    })
  })

  it.each(Object.entries(TRANSFERS))('takes what is to move by %s as Node does', async (call, outcomes) => {
    const files = {
      'main.js': `const { port1: port } = new MessageChannel()
        const from = (iterate, more) => ({ [Symbol.iterator]: iterate, ...more })
        const { markAsUntransferable } = require('worker_threads')
        const twice = (item) => [item, item]
        const moved = (item) => { structuredClone(item, { transfer: [item] }); return item }
        const marked = (item) => { markAsUntransferable(item); return item }
        const closed = () => { const { port1 } = new MessageChannel(); port1.close(); return port1 }
        const withFields = (fields) => Object.assign(() => {}, fields)
        const outcomeOf = (list) => {
          try { ${call}(1, list); return 'ok' } catch ({ name, code, message }) { return [name, code, message].join(' ') }
        }
        const lists = ${JSON.stringify(Object.keys(outcomes))}
        console.log(JSON.stringify(lists.map((list) => [list, outcomeOf(eval('(' + list + ')'))])))
        port.close()`,
    }
    const { out, err } = await run(files)
    expect(err).toBe('')
    expect(JSON.parse(out)).toEqual(Object.entries(outcomes))
  })

  it('broadcasts to the threads of a process', async () => {
    const files = {
      'main.js': `const { Worker } = require('worker_threads')
        const channel = new BroadcastChannel('b')
        channel.onmessage = ({ data }) => { console.log(data); channel.close() }
        new Worker("const c = new BroadcastChannel('b'); c.postMessage('to all'); c.close()", { eval: true })`,
    }
    expect(await run(files)).toEqual({ out: 'to all\n', err: '', exitCode: 0 })
  })
})
