/** Random calls of the other commands that mostly read, with the options by which they would write or start a program. */
import { apart, type ReadingChoice, TRIPWIRE } from './reading-choice.ts'

/** Commands that `find` and `xargs` are told to run. */
const TOLD = apart(
  `grep o  wc -l  head -1  cat  ls  sed -n p  sed 'w new'  sort  sort -o new  rm -f  stat  awk '{print}'  awk '{print > "new"}'  basename  file  md5sum  tee  xargs touch  git log  test -f`,
)
const READERS = apart(
  `cat  head  tail -n  wc  cut -c1  nl  tac  rev  ls  stat  du  df  od  hexdump  strings  fold  fmt  pr  paste  join  comm  cmp  column  tr a b  expand  unexpand
  basename  dirname  realpath  readlink  seq 3  expr 1  numfmt  factor 6  id  ps  uname  printenv  locale  zcat  cksum  sum  sha256sum  tsort  look a  getconf PATH  dircolors
  egrep o  fgrep o  bc  groups  nproc  uptime  who  whereis a  lsof  cal  times  jobs  umask  pwd  dirs  true  test -f  sleep 0`,
)
const GIT_VERBS = apart(
  `status  log  diff  show  branch  tag  stash  stash list  stash show  reflog  reflog show  config  config --get user.name  remote  remote -v  worktree list  grep o  ls-files
  ls-tree HEAD  rev-parse HEAD  rev-list HEAD  cat-file -p HEAD  describe  shortlog  blame a  fsck  for-each-ref  show-ref  show-branch  count-objects  diff-files  diff-index HEAD
  merge-base HEAD HEAD  check-ignore a  name-rev HEAD  whatchanged  var GIT_EDITOR  verify-commit HEAD  archive HEAD  symbolic-ref HEAD  hash-object a  update-index --refresh
  notes  bundle list-heads x  cherry  range-diff HEAD HEAD  version  help log  diff-tree HEAD  gc  bisect log  annotate a  check-attr -a a  submodule  ls-remote .`,
)
const GIT_OPTIONS = `-1  --oneline  -p  --stat  --output=new  --outp=.git/config  -O${TRIPWIRE}  --open-files-in-pager=${TRIPWIRE}  --ext-diff  --textconv  --no-index  -a  -v  --all  -d
  new  --cached  --  a  --graph  --lost-found  -w  --list  -f  --show-current  --format=%H  --contains  -u  --refresh  --porcelain  -s  HEAD  HEAD~1  --name-only  -S o  -G o  --follow
  unset  --unset  user.name x  --edit-description  -m x  --no-pager  -o new  --color  --merged  --sort=-refname  -D  add x y  --full`
const GITS = apart(
  `git  git  git  git --no-pager  git -c core.pager=${TRIPWIRE}  git -C src  git -p  git -c alias.x='!touch new'  git --no-optional-locks`,
)
const JQ_OPTIONS =
  '-n  -r  -c  -s  -R  -e  -j  --arg x 1  --slurpfile x a  --rawfile x a  -f src/c  --args  --jsonargs  -L src  --tab  --indent 1  -S  --seq  --stream'
const JQ_PROGRAMS = apart(
  `.  .a  input  inputs  env  $ENV  debug  stderr  import "c" as c; 1  input_filename  @sh  "\\(1)"  halt_error  include "c"; 1  getpath(["a"])  . > 1  $__loc__  limit(1; .)  splits("a")`,
)

export function toolCommand(choice: ReadingChoice): string {
  return choice.oneOf([find, find, xargs, sort, tar, git, git, jq, other, other, plain])(choice)
}

function told(choice: ReadingChoice): string {
  return choice.oneOf([choice.command(), choice.oneOf(TOLD)])
}

function find(choice: ReadingChoice): string {
  const target = choice.target()
  const places = choice.some('.  src  ./src  .git  none  /tmp  {.,src}', 2)
  const tests = choice.some(
    `-name a  -name '*.txt'  -type f  -type d  -maxdepth 1  -newer a  ! -name b  -o -name b  \\( -name a -o -name b \\)  -empty  -size +0  -path "./src/*"  -prune  -mtime -1  -not -name c  -perm /111  -iname A  -regex ".*c"`,
    2,
  )
  const actions = choice.some(
    `-print  -print0  -ls  -printf '%p\\n'  -quit  -delete  -fprint ${target}  -fprint0 ${target}  -fprintf ${target} x  -fls ${target}  -exec ${told(choice)} {} \\;  -exec ${told(choice)} {} +  -execdir ${told(choice)} {} ';'  -ok ${told(choice)} \\;  -exec sh -c "echo {} > new" \\;  -files0-from list`,
    2,
  )
  return `find ${choice.oneOf(['', '', '-L ', '-H ', '-O3 '])}${places} ${tests} ${actions}`
}

function xargs(choice: ReadingChoice): string {
  const options = choice.some(
    "-0  -n1  -n 1  -I{}  -I %  -P2  -r  -t  -d ','  -L1  -a list  --arg-file=list  --max-args=1  -p  --null  -x  -s 100  --replace=@  -E b  -i  -l",
    2,
  )
  const fed = choice.oneOf(['ls', 'echo a b', "printf 'a\\nb\\n'", "printf -- '-o new'", 'find . -name a'])
  return `${fed} | xargs ${options} ${told(choice)} ${choice.oneOf(['', '{}', '%', 'a', '-n', '--'])}`
}

function sort(choice: ReadingChoice): string {
  const target = choice.target()
  const options = choice.some(
    `-n  -r  -u  -k1  -k 2  -t,  -t ':'  -c  -C  -m  -z  -s  -V  -h  -o ${target}  -o${target}  --output=${target}  --outp ${target}  -uo ${target}  -no${target}  -T /tmp  -S 10%  --parallel=2  --compress-program=${TRIPWIRE}  --files0-from=list  --key=1  -k1o  --random-source=a  -R  --debug  --  -b  --batch-size=2`,
    3,
  )
  return `sort ${options} ${choice.files()}`
}

function tar(choice: ReadingChoice): string {
  const mode = choice.oneOf(
    apart('tf  tf  -tf  -t -f  tvf  xf  -xf  cf  --list -f  -tzf  --list --file  rf  -tOf  -xOf  df  -Tf'),
  )
  const archive = choice.oneOf(apart('x.tar  x.tar  x.tar  new.tar  -  list'))
  const options = choice.some(
    `--to-command=${TRIPWIRE}  -C src  --checkpoint=1  --checkpoint-action=exec=${TRIPWIRE}  -I ${TRIPWIRE}  --use-compress-program=${TRIPWIRE}  -v  --wildcards  '*.txt'  --index-file=new  --delete  -O  --transform=s/a/b/  -x  --get  --files-from=list  --totals  a`,
    2,
  )
  return `tar ${mode} ${archive} ${options}`
}

function git(choice: ReadingChoice): string {
  return `${choice.oneOf(GITS)} ${choice.oneOf(GIT_VERBS)} ${choice.some(GIT_OPTIONS, 3)}`
}

function jq(choice: ReadingChoice): string {
  return `jq ${choice.some(JQ_OPTIONS, 2)} ${choice.word(choice.oneOf(JQ_PROGRAMS))} ${choice.files()}`
}

/** Any reader with any option. */
function plain(choice: ReadingChoice): string {
  const option = choice.below(3) === 0 ? choice.word(choice.option()) : ''
  return `${choice.oneOf(READERS)} ${option} ${choice.files()}`
}

function other(choice: ReadingChoice): string {
  const target = choice.target()
  const file = choice.file()
  const files = choice.files()
  return choice.oneOf([
    () => `uniq ${choice.some('-c  -d  -u  -i  -f 1  --', 2)} ${files}`,
    () => `xxd ${choice.some('-r  -p  -l 5  -s 1  -i  -c 4', 2)} ${files}`,
    () =>
      `shuf ${choice.some(`-n 1  -e  -o ${target}  --output=${target}  -i 1-3  --random-source=a  -r -n 2  -z`, 2)} ${files}`,
    () => `iconv ${choice.some(`-f utf-8  -t utf-8  -o ${target}  --output=${target}  -c  -l`, 2)} ${files}`,
    () =>
      `date ${choice.some("-u  +%F  -s '2020-01-01'  --set=now  -f list  -r a  -d now  --iso-8601  -R  010100002020", 2)}`,
    () => `file ${choice.some('-b  -i  -C  -m src/c  -f list  -z  --compile  -L', 2)} ${file}`,
    () =>
      `tree ${choice.some(`-a  -L 1  -o ${target}  -o${target}  -J  -d  --output=${target}  -if`, 2)} ${file}`,
    () =>
      `rg ${choice.some(`--pre ${TRIPWIRE}  --pre=${TRIPWIRE}  -n  -z  --search-zip  --hostname-bin=${TRIPWIRE}  -uu  --hidden  --files  -f list  -g "*.txt"  -r x`, 2)} o ${file}`,
    () =>
      `grep ${choice.some('-r  -n  -f list  -e o  -l  -c  -i  -v  -E  -w  --include=a  -o  -z  -P', 2)} o ${files}`,
    () =>
      `yq ${choice.some(`-i  --inplace  -r  -y  -o json  -P  -n  --in-place  -s '"new"'  --split-exp '"new"'`, 2)} ${choice.oneOf(['.', '.a', "'.a = 1'", '\'load("a")\''])} ${files}`,
    () =>
      `${choice.oneOf(apart('less  more  man  help  bat  view'))} ${choice.some(`-R  +1  +'!touch new'  -o ${target}  -P cat`, 1)} ${file}`,
    () =>
      `split ${choice.some(`-l 1  -b 1  --filter=${TRIPWIRE}  -n 2  --verbose`, 2)} ${file} ${choice.oneOf(['', 'new'])}`,
    () => `tee ${choice.oneOf(['', '-a', '--append', target, '/dev/stderr'])} < a`,
    () => `dd ${choice.some(`if=a  of=${target}  bs=1  count=1  status=none`, 3)}`,
    () => `base64 ${choice.some('-d  -w0  -i', 1)} ${file}`,
    () => `wc ${choice.some('-l  -c  --files0-from=list', 2)} ${file}`,
    () => `md5sum ${choice.some('-c  --check  --tag  -b', 1)} ${file}`,
    () =>
      `diff ${choice.some(`-r  -u  -q  -N  --color  --output=${target}  --from-file=a  -i  -l`, 2)} ${file} ${choice.file()}`,
    () =>
      `env ${choice.some(`-i  -u A  A=1  -S '${TRIPWIRE} x'  -C src  --`, 2)} ${choice.oneOf(['', 'cat a', TRIPWIRE])}`,
    () => `gzip ${choice.some('-c  -l  -k  -d  -t  -v  -f', 2)} ${file}`,
    () => `unzip ${choice.some('-l  -p  -t  -o  -d src  -Z1', 2)} x.zip`,
    () =>
      `printf ${choice.some('-v x  --', 1)} ${choice.word(choice.oneOf(apart('%s\\n  %q  %(%F)T  %n  %b')))} ${file}`,
    () => `read ${choice.some('-r  -a x  -p x  -t 1  -d ,  -u 0', 2)} x < a`,
    () =>
      `[ ${choice.oneOf(apart('-f a  -n x  a -nt b  -v x[$(touch new)]  -v "x[$(touch new)]"  1 -lt 2  -t 0'))} ]`,
    () =>
      `[[ ${choice.oneOf(apart('-f a  a == b*  -v x  x[$(touch new)] -eq 1  $x -gt 0  a =~ ^a  -v "x[\\$(touch new)]"'))} ]]`,
    () =>
      `echo ${choice.oneOf(apart('$((x[$(touch new)]))  ~+/$(touch new)  ${x:=y}  ${!x@}  `touch new`  "`cat a`"  *  ~  $(<a)  ${x@P}  $(touch new)  <(touch new)  ${x:-$(touch new)}  {a,b}  @(a|$(touch${IFS}new))  *(`>new`)  src/?(c|"$(>new)")  +(a|@(b|$(>new)))  [$(>new)]'))}`,
    () =>
      `${choice.oneOf(apart('compgen  complete  hash  type  which  command -v  alias  trap  history  declare  export  set  shopt  ulimit  enable  mapfile  let  source  test'))} ${choice.some(`-C ${TRIPWIRE}  -A  -p  -w  x  a  -f  'touch new' EXIT  -a  "x[$(touch new)]=1"  -c 1 -C "touch new"`, 2)}`,
    () =>
      `curl ${choice.some(`-o ${target}  -O  -s  -T a`, 2)} ${choice.oneOf(['http://host.example/', 'file:///workspace/a'])}`,
  ])()
}
