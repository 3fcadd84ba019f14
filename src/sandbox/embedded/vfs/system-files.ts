/** Files about the machine that scripts read: facts of this sandbox if there are any, and nothing else. */

/** Programs that can run at the same time, as far as the browser says. */
export function coreCount(): number {
  return Math.max(1, globalThis.navigator?.hardwareConcurrency ?? 1)
}

/** By path. */
export function systemFiles(): Readonly<Record<string, string>> {
  return {
    '/etc/os-release': lines(
      'NAME="Vivarium"',
      'ID=vivarium',
      'ID_LIKE=debian',
      'PRETTY_NAME="Vivarium (a sandbox in a browser tab)"',
    ),
    '/etc/hostname': lines('localhost'),
    '/etc/hosts': lines('127.0.0.1\tlocalhost', '::1\tlocalhost'),
    '/etc/passwd': lines(
      'root:x:0:0:root:/root:/usr/sbin/nologin',
      'user:x:1000:1000:user:/home/user:/bin/bash',
    ),
    '/etc/group': lines('root:x:0:', 'user:x:1000:'),
    '/etc/shells': lines('/bin/sh', '/bin/bash', '/usr/bin/sh', '/usr/bin/bash'),
    '/proc/sys/kernel/hostname': lines('localhost'),
    '/proc/version': lines('Linux version 6.1.0 (Vivarium, a sandbox in a browser tab) #1 SMP'),
    '/proc/cpuinfo': Array.from({ length: coreCount() }, (_, index) =>
      lines(`processor\t: ${index}`, 'model name\t: A core as the browser shows it', ''),
    ).join(''),
  }
}

function lines(...texts: readonly string[]): string {
  return `${texts.join('\n')}\n`
}
