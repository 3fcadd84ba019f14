/** The parts of random lines: names of files, commands for others to run, and the ways in which a shell writes a word. */
import { RandomChoice } from '../../../src/testing/random-choice.ts'

/** A program that a test puts on PATH, to see whether it is started. */
export const TRIPWIRE = 'tripwire'

const TARGETS = apart(
  'new  .git/config  .git/hooks/post-checkout  /tmp/new  a  ./src/c  /home/user/.bashrc  /dev/stderr  /dev/null',
)
const FILES = apart(
  'a  a  a  a  a  b  b  src/c  src/c  ./a  src/*  *.txt  -  /dev/null  $PWD/a  .  src  .git/HEAD  none  a*  [ab]  list  ./-o',
)
const COMMANDS = apart(
  `${TRIPWIRE}  ${TRIPWIRE} x  touch new  rm a  sh -c "echo > new"  cp a new  cat a  echo x  tee new  ./run.sh  sed -i s/o/0/ a`,
)
const OPTIONS = apart(
  '-n  -o  -i  --output=new  --out=.git/config  -oa  -w  -e  --  -s  -c  -delete  -exec  a  b  -1  -  -0  -fprint  -f  new  -d  -t  p  --in-place  -u',
)

/** A list in one text, its items two blanks or a line apart. */
export function apart(text: string): readonly string[] {
  return text.split(/ {2,}|\n\s*/)
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

export class ReadingChoice extends RandomChoice {
  file(): string {
    return this.oneOf(FILES)
  }

  /** None, one or two. */
  files(): string {
    return Array.from({ length: this.oneOf([0, 1, 1, 1, 2]) }, () => this.file()).join(' ')
  }

  /** A path that may be written. */
  target(): string {
    return this.oneOf(TARGETS)
  }

  /** A command that another one is told to run. */
  command(): string {
    return this.oneOf(COMMANDS)
  }

  /** Some option that some command has, most often one that writes. */
  option(): string {
    return this.oneOf(OPTIONS)
  }

  /** None of them as often as not; else up to `most`, joined. */
  some(items: string, most: number): string {
    const count = this.below(2) === 0 ? 0 : 1 + this.below(most)
    return Array.from({ length: count }, () => this.oneOf(apart(items))).join(' ')
  }

  /** As a shell may write it: quoted in some way, or as one of several words. */
  word(text: string): string {
    switch (this.below(9)) {
      case 0:
        return `$'${text.replaceAll(/[\\']/g, (char) => `\\${char}`).replaceAll('\n', '\\n')}'`
      case 1:
        return `"${text.replaceAll(/[\\"$`]/g, (char) => `\\${char}`)}"`
      case 2:
        return text.replaceAll(/[^\w./:=,+-]/g, (char) => (char === '\n' ? "'\n'" : `\\${char}`))
      case 3:
        return `${quoted(text.slice(0, 1))}${quoted(text.slice(1))}`
      case 4:
        return /^[\w./-]+$/.test(text) ? `{${text},${this.oneOf(['a', 'b', '-n', ''])}}` : quoted(text)
      default:
        return quoted(text)
    }
  }

  /** The same command with two of its words written as one, or one of them as a variable. */
  rewritten(command: string): string {
    const words = command.split(' ')
    const plain = words.flatMap((word, at) => (at > 0 && /^[\w./=-]+$/.test(word) ? [at] : []))
    if (plain.length === 0) return command
    const at = this.oneOf(plain)
    const [word = '', next = ''] = words.slice(at)
    if (this.below(3) === 0) {
      words[at] = this.oneOf(['$x', '"$x"', '${x}'])
      const value = this.oneOf([word, `${word} ${next}`, quoted(`${word} ${next}`)])
      return this.below(2) === 0
        ? `for x in ${value}; do ${words.join(' ')}; done`
        : `x=${quoted(word)}; ${words.join(' ')}`
    }
    const braces = [`{${word},${next}}`, `{${next},${word}}`, `${word.slice(0, 1)}{${word.slice(1)},}`]
    words.splice(at, 2, this.oneOf(braces))
    return words.join(' ')
  }
}
