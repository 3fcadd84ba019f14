/**
 * The script that a `node` worker is made from. It imports the program: browsers keep the compiled form of what a worker
 * imports, but not of the script that it is made from. It is a classic one (`node.program.ts` says why).
 */
import { keepEarlyMessages } from './start/early-messages.ts'
import { PROGRAM_PARAMETER } from './start/scripts.ts'

keepEarlyMessages()
const program = new URLSearchParams(location.search).get(PROGRAM_PARAMETER)
if (program === null) throw new Error('The worker of `node` was made without the address of its program.')
// As text, because development servers put what no classic script may have around an import that they see.
const load = globalThis.eval('(address) => import(address)') as (address: string) => Promise<unknown>
load(program).catch(reportError)
