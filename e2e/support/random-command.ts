/** Programs of the shell's grammar from a seed: full of ways to name a command, a file and another place. */

/** The same for the same seed. */
export function randomCommand(seed: number): string {
  return new Generator(seed).list(3)
}

const PLACES = [
  'a',
  'b',
  'src/c',
  './d',
  '/tmp/t',
  '/workspace/e',
  'out/../f',
  '/etc/p',
  '~/q',
  '../r',
  '$HOME/s',
  '"$HOME/t"',
  '/etc/../etc/u',
  "'/etc/v'",
  '$PWD/../w',
  '/opt/x',
  '"$PWD"/y',
  '.git/z',
] as const
const TEXTS = [
  'x',
  '"a b"',
  "'$(id)'",
  '$x',
  '"$y"',
  '$((1 + 2))',
  '{a,b}',
  '*',
  '"${x:-z}"',
  '${y:=/etc/k}',
  '-n',
  '$1',
  "$'\\x2f'",
] as const
const NAMES = ['x', 'y', 'z'] as const

const HARMLESS_PLACES = 7

class Generator {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Statements one after the other, joined in any way. */
  list(depth: number): string {
    const parts = Array.from({ length: 1 + this.#below(3) }, () => this.#statement(depth))
    return parts.reduce(
      (text, part) => `${text}${this.#pick([' ; ', ' && ', ' || ', '\n', ' ; ', '\n'])}${part}`,
    )
  }

  #statement(depth: number): string {
    if (depth <= 0) return this.#simple(depth)
    switch (this.#below(30)) {
      case 0:
        return `( ${this.list(depth - 1)} )`
      case 1:
        return `{ ${this.list(depth - 1)}; }`
      case 2:
        return `if ${this.#simple(depth)}; then ${this.list(depth - 1)}; else ${this.#simple(depth)}; fi`
      case 3:
        return `for ${this.#pick(NAMES)} in ${this.#place(depth)} ${this.#place(depth)}; do ${this.list(depth - 1)}; done`
      case 4:
        return `case ${this.#text(depth)} in *) ${this.list(depth - 1)};; esac`
      case 5:
        return `f() { ${this.list(depth - 1)}; }; f ${this.#place(depth)}`
      case 6:
        return `${this.#simple(depth)} | ${this.#pick(['cat', 'tee', 'xargs touch', 'sh', 'xargs -I{} cp a {}'])} ${this.#below(2) === 0 ? this.#place(depth) : ''}`
      case 7:
        return `${this.#pick(['sh', 'bash'])} -c '${this.list(depth - 1).replaceAll("'", '')}'`
      case 16:
        return `g() { ${this.list(depth - 1)}; } ; ${this.#below(2) === 0 ? this.#simple(depth) : 'f'} ; g ${this.#place(depth)} ${this.#text(depth)}`
      case 17:
        return `${this.#pick(['touch', 'cp', 'ls', 'echo'])}() { ${this.list(depth - 1)}; }; ${this.#simple(depth)}`
      case 18:
        return `until ${this.#simple(depth)}; do ${this.#simple(depth)}; ${this.#pick(['break', 'break', 'shift; break'])}; ${this.#simple(depth)}; done`
      case 19:
        return `for ((i = 0; i < 2; i++)); do ${this.list(depth - 1)}; done`
      case 20:
        return `f() { ${this.#simple(depth)}; ${this.#pick(['return', 'shift', 'local x=a', 'return 1', 'set -- /etc/l'])}; ${this.list(depth - 1)}; }; f ${this.#place(depth)} ${this.#place(depth)}`
      case 21:
        return `! ${this.#simple(depth)} && ${this.#simple(depth)}`
      case 22:
        return `if false; then ${this.list(depth - 1)}; elif ${this.#simple(depth)}; then ${this.list(depth - 1)}; fi`
      case 8:
        return `eval "${this.list(depth - 1).replaceAll('"', '')}"`
      case 23:
        return `{ ${this.list(depth - 1)}; ${this.#pick(['false', 'true', '! :'])}; } ${this.#pick(['', '2>/dev/null', '> log'])} || ${this.#simple(depth)}`
      case 9:
        return `while ${this.#simple(depth)}; do ${this.list(depth - 1)}; break; done`
      default:
        return this.#simple(depth)
    }
  }

  #simple(depth: number): string {
    const place = () => this.#place(depth)
    const text = () => this.#text(depth)
    const commands: readonly (() => string)[] = [
      () => `echo ${text()} > ${place()}`,
      () => `echo ${text()} >> ${place()}`,
      () => `printf '%s' ${text()} &> ${place()}`,
      () => `touch ${place()} ${place()}`,
      () => `cp a ${place()}`,
      () => `mv src/b ${place()}`,
      () => `rm -f ${place()}`,
      () => `mkdir -p ${place()}`,
      () => `tee ${place()} <<< ${text()}`,
      () => `cat <<E > ${place()}\n${text()}\nE\n:`,
      () => `cat ${place()}`,
      () => `ls ${place()}`,
      () => `echo ${text()} ${text()}`,
      () => `cd ${this.#pick(['src', '/', '/etc', '..', '~', '/tmp', '$x', '-', '"$PWD"'])}`,
      () => `${this.#pick(NAMES)}=${this.#below(2) === 0 ? text() : place()}`,
      () => `export ${this.#pick(NAMES)}=${place()}`,
      () => `read ${this.#pick(NAMES)} < ${place()}`,
      () => `unset ${this.#pick(NAMES)}`,
      () => `set -- ${place()} ${text()}`,
      () => `sed -i s/o/0/ ${place()}`,
      () => `sed 's/o/0/w ${place()}' a`,
      () => `awk 'BEGIN { print 1 > "/etc/awk" }'`,
      () => `find ${place()} -exec touch ${place()} \\;`,
      () => `ln -s ${place()} ${place()}`,
      () => `curl http://host.example/${text()}`,
      () => `$x ${place()}`,
      () => `env A=1 touch ${place()}`,
      () => `command cp a ${place()}`,
      () => `trap 'touch ${place().replaceAll("'", '')}' EXIT`,
      () => `[[ -n ${text()} ]]`,
      () => `test -f ${place()}`,
      () => `(( ${this.#pick(['1', 'x', 'x + 1', 'x = 2'])} ))`,
      () => `printf -v ${this.#pick(NAMES)} %s ${place()}`,
      () => `chmod 700 ${place()}`,
      () => `dd if=a of=${place()} 2>/dev/null`,
      () => `readonly ${this.#pick(NAMES)}=${place()}`,
      () => `declare ${this.#pick(['-l', '-u', '-i', '-g', '-x'])} ${this.#pick(NAMES)}=${place()}`,
      () => `printf -v${this.#pick(NAMES)} %s ${place()}`,
      () => `read -r '${this.#pick(NAMES)}' <<< ${place()}`,
      () => `eval '${this.#pick(NAMES)}='${place()}`,
      () => `eval 'cd ${this.#pick(['/etc', '..', 'src', '/tmp'])}'`,
      () => `${this.#pick(['builtin', 'command'])} cd ${this.#pick(['/etc', '..', 'src', '/tmp'])}`,
      () => `unset -f ${this.#pick(['f', 'g', 'touch', 'cp'])}`,
      () => `${this.#pick(NAMES)}=${place()} eval 'touch $x'`,
      () => `[[ -f ${place()} ]] && ${this.#pick(NAMES)}=${place()}`,
      () => `set -- ${place()}; touch $1`,
      () => `shift; cp a $1`,
      () => `touch "$1" "$2"`,
      () => `xargs ${this.#pick(['touch', '-I X cp a X', 'rm -f', '-n1 mkdir -p'])} <<< ${place()}`,
      () => `sort -o ${place()} a`,
      () => `tar cf ${place()} a`,
      () => `find ${place()} -name b -exec rm -f {} \\;`,
      () => `find . -name b -exec cp {} ${place()} \\;`,
      () => `trap 'x=/etc/m' ${this.#pick(['DEBUG', 'EXIT', 'ERR'])}`,
      () => `trap 'touch n' EXIT`,
      () => `sh -s ${place()} <<< 'touch ${place().replaceAll("'", '')}'`,
      () => `. ./src/set`,
      () => `PWD=${place()}`,
      () => `OLDPWD=${place()}; cd -`,
      () => `: \${${this.#pick(NAMES)}:=${place()}}`,
      () => `exec {${this.#pick(NAMES)}}> ${place()}`,
      () => `mapfile ${this.#pick(NAMES)} < a`,
      () => `touch \${${this.#pick(NAMES)}:-${place().replaceAll(/["']/g, '')}}`,
      () => `for c in ${this.#pick(['cd', 'eval', 'command', 'f', 'export'])} ls; do $c ${place()}; done`,
      () => `pushd ${place()}${this.#pick(['', ' >&-', ' > /dev/null'])}`,
      () => `declare ${this.#pick(['-p', '-f', '-gx', '+x'])} ${this.#pick(NAMES)}=${place()}`,
      () => `local ${this.#pick(NAMES)}=${place()}`,
      () => `PWD=${place()} cd ${this.#pick(['src', '..', 'nowhere'])}`,
    ]
    return this.#pick(commands)()
  }

  #place(depth: number): string {
    switch (this.#below(depth > 0 ? 12 : 8)) {
      case 0:
        return `$${this.#pick(NAMES)}`
      case 1:
        return `"$${this.#pick(NAMES)}"/n`
      case 8:
        return `$(echo ${this.#pick(PLACES)})`
      case 9:
        return `{${this.#pick(PLACES)},b}`
      default:
        // Most stay inside, or hardly a program of several commands would.
        return this.#pick(this.#below(5) === 0 ? PLACES : PLACES.slice(0, HARMLESS_PLACES))
    }
  }

  #text(depth: number): string {
    if (depth > 0 && this.#below(8) === 0) return `"$(${this.#simple(depth - 1).replaceAll('\n', '; ')})"`
    return this.#pick(TEXTS)
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[this.#below(items.length)]
    if (item === undefined) throw new Error('Nothing to pick from.')
    return item
  }

  /** mulberry32 */
  #below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}
