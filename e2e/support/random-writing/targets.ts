/** Words for a guarded file: as the shell may spell it, and with what has to stand in front of the command. */
import { RandomChoice } from '../../../src/testing/random-choice.ts'

/** A word of a command, and commands that it needs to have run before. */
export interface Word {
  readonly setup: string
  readonly text: string
}

const GUARDED = [
  ...['.git/config', '.git/config', '.git/config', '.git/HEAD', '.git/index', '.git/hooks/pre-commit'],
  ...['.git/hooks', '.git', '.git/new', '.claude/settings.json', '.claude/new', '.claude'],
  ...['CLAUDE.md', 'CLAUDE.md', 'sub/AGENTS.md', '.mcp.json', '.npmrc', 'sub/CLAUDE.md', '.cursorrules'],
]
const OTHERS = ['a.txt', 'docs/x.md', 'dist/new', 'new', 'dist', 'gl/config', 'lock.md']
const ANYTHING = [
  '*',
  '.*',
  '*.md',
  '.[!.]*',
  '.??*',
  '[A-Z]*',
  '?*',
  '*.*',
  '.*/*',
  '*/*',
  '{.,}*',
  '**/*.md',
]

export class WritingChoice extends RandomChoice {
  /** One in three is not guarded, so that some lines are allowed for sure. */
  path(): string {
    return this.oneOf(this.below(3) === 0 ? OTHERS : GUARDED)
  }

  /** A name of a file or folder as a pattern that matches it. */
  pattern(name: string): string {
    const at = this.below(name.length)
    const [before, one, after] = [name.slice(0, at), name.slice(at, at + 1), name.slice(at + 1)]
    return this.oneOf([
      `${before}?${after}`,
      `${before}[${one}]${after}`,
      `${before}[!%]${after}`,
      `${before}[[:graph:]]${after}`,
      `${before}*${after}`,
      `${before}*`,
      `*${after}`,
      `${before}@(${one}|%)${after}`,
      `${before}?(${one})${after}`,
      `${before}+(${one})${after}`,
      `@(${name})`,
      `${before}["${one}"]${after}`,
      `${before}['${one}'%]${after}`,
      `${before}[${one}\\]]${after}`,
      `${before}@(%|@(%|@(${one})))${after}`,
      `!(%)`,
      `${before}{${one},%}${after}`,
      `{${name},new}`,
      `${before}[-${one}-]${after}`,
    ])
  }

  /** A path as patterns, in one or all of its names. */
  patterns(path: string): string {
    if (this.below(6) === 0) return this.oneOf(ANYTHING)
    const names = path.split('/')
    const only = this.below(names.length + 1)
    return names
      .map((name, at) => (only === names.length || only === at ? this.pattern(name) : name))
      .join('/')
  }

  /** The same text, quoted or escaped in part. */
  quotedInPart(text: string): string {
    const at = this.below(text.length)
    const [before, one, after] = [text.slice(0, at), text.slice(at, at + 1), text.slice(at + 1)]
    return this.oneOf([
      `'${text}'`,
      `"${text}"`,
      `${before}'${one}'${after}`,
      `${before}\\${one}${after}`,
      `${before}$'\\x${one.charCodeAt(0).toString(16)}'${after}`,
      `${before}""${after === '' ? one : one + after}`,
    ])
  }

  /** The same file by another path. */
  byOtherPath(path: string): string {
    const prefix = [
      './',
      '$PWD/',
      '/workspace/',
      'sub/../',
      './/',
      '~+/',
      '"$PWD"/',
      'docs/.././',
      '../workspace/',
    ]
    return this.oneOf(prefix) + path
  }

  target(path: string = this.path()): Word {
    const plain = (text: string): Word => ({ setup: '', text })
    const [folder = '', ...rest] = path.split('/')
    const below = rest.map((name) => `/${name}`).join('')
    return this.oneOf([
      () => plain(path),
      () => plain(this.patterns(path)),
      () => plain(this.patterns(path)),
      () => plain(this.patterns(path)),
      () => plain(this.byOtherPath(this.patterns(path))),
      () => plain(this.quotedInPart(path)),
      () => plain(this.byOtherPath(path)),
      () => this.#variable(path, ''),
      () => this.#variable(folder, below),
      () => this.#variable(this.patterns(folder), below),
      () => plain(`${this.#printed(folder)}${below}`),
      () => plain(this.#printed(path)),
      () => this.#option(path),
      () => this.#link(path),
    ])()
  }

  #variable(value: string, rest: string): Word {
    const at = this.below(value.length)
    const [before, after] = [value.slice(0, at), value.slice(at)]
    const word = (setup: string, text: string): Word => ({ setup, text: text + rest })
    return this.oneOf([
      () =>
        word(
          `x=${value}; `,
          this.oneOf(['$x', '${x}', '"$x"', '${x:-new}', '${x%%%}', '"${x#%}"', '${x/%/}']),
        ),
      () => word(`x=${before}; `, `\${x}${after}`),
      () => word(`x=${after}; `, `${before}$x`),
      () => word(`x=(${value}); `, this.oneOf(['${x[0]}', '"${x[@]}"', '$x'])),
      () => word(`set -- ${value}; `, this.oneOf(['$1', '"$1"', '"$@"', '$*'])),
      () => word(`read x <<< ${value}; `, '$x'),
      () => word(`printf -v x %s ${value}; `, '$x'),
      () => word(`x=new; x=${value}; `, '$x'),
      () => word(`export x=${value}; `, '$x'),
      () => word(`x=%${value}; `, '${x:1}'),
      () => word(`x=${value.toUpperCase()}; `, '${x,,}'),
      () => word(`x=; `, `\${x:-${value}}`),
      () => word('', `\${x:=${value}}`),
      () => word(`true ${value}; `, '$_'),
    ])()
  }

  #printed(text: string): string {
    const at = this.below(text.length)
    const print = this.oneOf([
      `printf %s ${text}`,
      `echo ${text}`,
      `printf '%s%s' '${text.slice(0, at)}' '${text.slice(at)}'`,
      `ls -d ${this.pattern(text)}`,
      `echo ${text}% | tr -d %`,
      `echo ${Array.from(text).toReversed().join('')} | rev`,
    ])
    return this.oneOf([`$(${print})`, `"$(${print})"`, `\`${print}\``])
  }

  /** The shell matches otherwise from here on. */
  #option(path: string): Word {
    const setup = this.oneOf([
      ...['shopt -s dotglob; ', 'shopt -s extglob; ', 'shopt -s nocaseglob; ', 'shopt -s globstar; '],
      ...['GLOBIGNORE=%; ', 'set -f; ', 'shopt -s dotglob globstar\n'],
    ])
    const text = this.oneOf([
      '*',
      '*/*',
      '**',
      '?git/config',
      '*git/config',
      '*/config',
      'claude.m?',
      '.GI?/config',
    ])
    return { setup, text: this.below(2) === 0 ? text : this.patterns(path) }
  }

  /** A link that the line makes is not followed to one that was there before. */
  #link(given: string): Word {
    const path = /^(gl|lock)/.test(given) ? '.git/config' : given
    const [folder = '', ...rest] = path.split('/')
    const below = rest.map((name) => `/${name}`).join('')
    const to = this.below(3) === 0 ? this.patterns(folder) : folder
    return this.oneOf([
      { setup: `ln -s ${to} g; `, text: `g${below}` },
      { setup: `ln -s ${path} g; `, text: 'g' },
      { setup: `ln ${path} g; `, text: 'g' },
      { setup: 'ln -s . g; ', text: `g/${path}` },
      { setup: 'ln -s /workspace dist/g; ', text: `dist/g/${path}` },
      { setup: `ln -s ../${to} dist/g && `, text: `dist/g${below}` },
      { setup: `ln -s ${to} g; `, text: `g*${below}` },
      { setup: `cp -s $PWD/${path} g; `, text: 'g' },
      { setup: `cp -l ${path} g; `, text: 'g' },
      { setup: `mv ${folder === 'sub' ? 'docs' : to} g; `, text: `g${below}` },
      { setup: `ln -st dist $PWD/${to}; `, text: `dist/${folder}${below}` },
    ])
  }
}
