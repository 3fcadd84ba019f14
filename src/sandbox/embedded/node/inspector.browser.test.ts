import { expect, it } from 'vitest'
import { runProgram } from './testing/run-program.ts'

const PROGRAM = `
const inspector = require('node:inspector')
const promises = require('node:inspector/promises')
const tell = (f) => { try { console.log(f()) } catch (e) { console.log(e.name, e.code, e.message) } }
console.log(Object.keys(inspector).join(), Object.keys(promises).join(), Object.keys(inspector.console).sort().join())
tell(() => inspector.url())
tell(() => inspector.close())
tell(() => inspector.waitForDebugger())
tell(() => inspector.console.log('to nobody'))
tell(() => inspector.Network.requestWillBeSent({}))
tell(() => new inspector.Session().post('Runtime.enable'))
tell(() => new inspector.Session().disconnect())
tell(() => new inspector.Session().connectToMainThread())
tell(() => inspector.open(70000))
new promises.Session().post('x').catch((e) => console.log(e.code))
import('node:inspector').then((m) => console.log(Object.keys(m).join()))`

/** Output of Node 22.23.3 for the same program. */
const NATIVELY = `open,close,url,waitForDebugger,console,Session,Network,NetworkResources open,close,url,waitForDebugger,console,Session,Network,NetworkResources assert,clear,context,count,countReset,debug,dir,dirxml,error,group,groupCollapsed,groupEnd,info,log,profile,profileEnd,table,time,timeEnd,timeLog,timeStamp,trace,warn
undefined
undefined
Error ERR_INSPECTOR_NOT_ACTIVE Inspector is not active
undefined
undefined
Error ERR_INSPECTOR_NOT_CONNECTED Session is not connected
undefined
Error ERR_INSPECTOR_NOT_WORKER Current thread is not a worker
RangeError ERR_OUT_OF_RANGE The value of "port" is out of range. It must be >= 0 && <= 65535. Received 70000
ERR_INSPECTOR_NOT_CONNECTED
Network,NetworkResources,Session,close,console,default,open,url,waitForDebugger
`

it('can be loaded and asked, as natively where no debugger has come', async () => {
  expect(await runProgram({ command: 'node a.js', files: { 'a.js': PROGRAM } })).toEqual({
    out: NATIVELY,
    err: '',
    exitCode: 0,
  })
})

it('opens nothing and connects to nothing, by the name that Node without it has for that', async () => {
  const files = {
    'a.mjs': `import inspector from 'node:inspector'
import { Session } from 'node:inspector/promises'
for (const use of [() => inspector.open(), () => new inspector.Session().connect(), () => new Session().connect()])
  try { use() } catch (e) { console.log(e.code, e.message) }
console.log(process.features.inspector)`,
  }
  const advice =
    'in the browser sandbox. Print with console.log, measure with performance.now(), find coverage with what instruments the code (nyc, @vitest/coverage-istanbul).'
  const session = `ERR_INSPECTOR_NOT_AVAILABLE Inspector is not available: no session can be connected ${advice}`
  expect(await runProgram({ command: 'node a.mjs', files })).toEqual({
    out: [
      `ERR_INSPECTOR_NOT_AVAILABLE Inspector is not available: no debugger can be opened ${advice}`,
      session,
      session,
      'false',
      '',
    ].join('\n'),
    err: '',
    exitCode: 0,
  })
})
