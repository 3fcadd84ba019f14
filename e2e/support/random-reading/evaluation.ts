/** Random uses of a value that would run something where the shell reads it as arithmetic, as a name or as a word of its own. */
import { apart, type ReadingChoice, TRIPWIRE } from './reading-choice.ts'

/** The file `evil` has a subscript with a command in it. */
const GIVEN = apart(
  `y=$(cat evil)  read y < evil  y='x[$(touch new)]'  y="-v x[\\$(${TRIPWIRE})]"  y=new  mapfile -t y < evil  declare y; y=$(<evil)  x=evil; y=$(cat $x)`,
)
const USES = apart(
  `let "$y"  let y="$y"  [ "$y" -eq 1 ]  test 1 -lt "$y"  test -R "$y"  test -v "$y"  [ -v "$y" ]  [ -v $y ]  [ $y ]  test $y  [ -n "$y" ]  [ "$y" = 1 ]
  unset "$y"  unset $y  declare "$y=1"  declare -i "x=$y"  declare -i x; x=$y  export "$y=1"  read "$y" < a  read -a "$y" < a  mapfile "$y" < a  getopts a "$y"
  printf %d "$y"  printf -v "$y" x  printf "$y"  readonly "$y=1"  declare -n x="$y"; echo $x  wait -p "$y"  shift "$y"  echo \${a:$y}  echo \${a[$y]}  a[$y]=1  a["$y"]=1
  (( a[y] ))  (( y > 1 ))  for ((i=y;i<1;i++)); do :; done  x=$((y))  echo $[y]  x=1; x+=$y; echo $((x))  declare -A m; m[$y]=1; echo \${m[$y]}  [[ -v $y ]]  [[ -v a[$y] ]]
  [[ $y -gt 1 ]]  [[ $y == a* ]]  trap "$y" EXIT  eval "$y"  . "$y"  cd "$y"  sleep "0$y"  seq "$y"  expr "$y" + 1  [ -f "$y" ] && echo x  case $y in a) ;; esac  echo "$y"
  head -n "$y" a  sort $y  sort "$y" a  sed "$y" a  awk "$y" a  find "$y"  find . $y  git log "$y"  xargs $y < list  jq "$y" a  echo \${!y}  echo \${y@P}  echo \${y@Q}  $y  "$y" a`,
)

export function evaluation(choice: ReadingChoice): string {
  return `${choice.oneOf(GIVEN)}; ${choice.oneOf(USES)}`
}
