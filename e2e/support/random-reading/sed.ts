/** Random scripts of sed: two readers of a script may differ in where a text, a bracket or a name ends. None goes in circles: no label, no D. */
import { apart, type ReadingChoice } from './reading-choice.ts'

const OPTIONS =
  '-n  -E  -s  -u  -z  -i  -i.bak  --posix  -nE  --quiet  --expression=p  --debug  -f src/c  -l 5  --in-place  --  -ni  --sandbox  -b'
const ADDRESSES = [
  '',
  ...apart('1  $  /o/  2,3  1~2  /[/]/  \\,a,  /a\\/b/I  0,/o/  1!  /;/  /w new/  \\nonn'),
  '/[a\n]/',
]
const SIMPLE = [
  ...apart('p  d  n  N  h  H  g  G  x  l  l 5  =  q  Q  q5  P  z  F  n;d  $!N  b  t  v  v 4.2  #n  T'),
  '# w new\n',
]
const TEXTS = [
  'x',
  'w new',
  '/w new',
  'text; w new',
  'e touch new',
  '\\\nw new',
  'x\\\ny',
  '}',
  ';e touch new',
]
const MARKS = [...apart('/  /  /  |  ;  ,  #  [  ]  (  a  1  w  e  }  -  .'), ' ', '\n']
const FLAGS = [
  '',
  '',
  '',
  '\nw new',
  ...apart('g  p  2  I  e  w new  gw .git/config  ge  m  pw new  w /dev/stdout  2p  ;e touch new  }'),
]

export function sedCommand(choice: ReadingChoice): string {
  const more = choice.below(5) === 0 ? ` -e ${choice.word(script(choice))}` : ''
  const form = choice.oneOf(['', '', '', '', '-e ', '-e', '-ne ', '--expression='])
  return `sed ${choice.some(OPTIONS, 2)} ${form}${choice.word(script(choice))}${more} ${choice.files()}`
}

function script(choice: ReadingChoice): string {
  const one = () => `${address(choice)}${action(choice)}`
  const list = Array.from({ length: choice.oneOf([1, 1, 1, 2, 2, 3]) }, one).reduce(
    (text, next) => `${text}${choice.oneOf([';', '\n', '; ', ' ', '}', ''])}${next}`,
  )
  return choice.below(6) === 0 ? `${address(choice)}{${list}${choice.oneOf(['}', ';}', '\n}', ''])}` : list
}

function address(choice: ReadingChoice): string {
  return choice.below(2) === 0 ? '' : choice.oneOf(ADDRESSES)
}

function action(choice: ReadingChoice): string {
  return choice.oneOf([
    () => substitution(choice),
    () => substitution(choice),
    () => substitution(choice),
    () => substitution(choice),
    () => choice.oneOf(SIMPLE),
    () =>
      `${choice.oneOf(['a', 'i', 'c'])}${choice.oneOf(['', ' ', '\\', '\\\n', '\n', ' \\', '\\ '])}${choice.oneOf(TEXTS)}`,
    () => `${choice.oneOf(['w', 'W', 'r', 'R', 'w ', 'r '])}${choice.target()}`,
    () => `e${choice.oneOf(['', ' '])}${choice.oneOf(['', choice.command()])}`,
    () => `y/${choice.oneOf(['ab/ba/', 'o/0/', '\\/a/a\\//', '/;w new/', 'abc/\n12/'])}`,
  ])()
}

function substitution(choice: ReadingChoice): string {
  const mark = choice.oneOf(MARKS)
  const inBrackets = [
    `[${mark}]`,
    `[^${mark}]`,
    `[]${mark}]`,
    `[a${mark}`,
    `[\\${mark}]`,
    `[[:alpha:]${mark}]`,
    `[\n${mark}]`,
  ]
  const pattern = choice.oneOf([
    ...inBrackets,
    `[${mark}]`,
    `[${mark}]`,
    `\\${mark}`,
    `\\[${mark}`,
    '',
    ...apart('o  a\\nb  [[:alpha:]]  .*  \\(o\\)  [  [[.a.]]  $'),
  ])
  const written = [`;a ${mark}`, `;a ${mark}`, `;a ${mark}`, `;p;a${mark}`, `\\${mark}`, `[${mark}]`]
  const replacement = choice.oneOf([
    ...written,
    '',
    'a\\\nb',
    choice.command(),
    ...apart('x  x  &  \\1  \\n  \\U&'),
  ])
  return `s${mark}${pattern}${mark}${replacement}${mark}${choice.oneOf(FLAGS)}`
}
