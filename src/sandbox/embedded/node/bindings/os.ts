/** `os`: a machine with one user, as the sandbox pretends to be; nothing of the visitor's. */
import type { NodeContext } from '../context.ts'
import type { Binding } from './binding.ts'
import { uvNumber } from './uv.ts'

const MEMORY = 4 * 1024 ** 3
const CORES = 2
const now = performance.now.bind(performance)

export function os(context: NodeContext, binding: Binding): void {
  let priority = 0
  const isOwn = (pid: number) => pid === 0 || pid === context.process.pid
  const refuse = (failure: object, syscall: string) => {
    Object.assign(failure, { syscall, code: 'ESRCH', message: 'no such process', errno: uvNumber('ESRCH') })
    return undefined
  }
  const home = () => context.process.env['HOME'] ?? '/home/user'
  Object.assign(binding, {
    getHostname: () => 'sandbox',
    getLoadAvg: (values: Float64Array) => {
      values.fill(0)
    },
    getUptime: () => now() / 1000,
    getTotalMem: () => MEMORY,
    getFreeMem: () => MEMORY / 2,
    getCPUs: () => Array.from({ length: CORES }, () => ['virtual', 0, 0, 0, 0, 0, 0]).flat(),
    getAvailableParallelism: () => CORES,
    getInterfaceAddresses: () => ['lo', '127.0.0.1', '255.0.0.0', 'IPv4', '00:00:00:00:00:00', true, -1],
    getHomeDirectory: home,
    getUserInfo: () => ({ uid: 1000, gid: 1000, username: 'user', homedir: home(), shell: '/bin/sh' }),
    getPriority: (pid: number, failure: object) =>
      isOwn(pid) ? priority : refuse(failure, 'uv_os_getpriority'),
    // Remembered: a tab gives all of its programs the same.
    setPriority: (pid: number, wanted: number, failure: object) => {
      if (!isOwn(pid)) return refuse(failure, 'uv_os_setpriority')
      priority = wanted
      return 0
    },
    getOSInformation: () => ['Linux', 'sandbox', '6.1.0', 'x86_64'],
  })
}
