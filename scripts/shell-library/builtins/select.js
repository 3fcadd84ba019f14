/** `select`, in terms of loops that there are: its words are expanded once, and what it asks goes to stderr. */

let count = 0

/** `loop`: what was parsed as if it were a `for`. `parse` makes a syntax tree of a script. */
export function liveSelect(loop, parse) {
  count += 1
  const own = `__select_${count}`
  const { variable } = loop
  const script = parse(`{
${own}=()
${own}_end=
REPLY=
for ${own}_word in "$@"; do ${own}+=("$${own}_word"); done
while [[ \${#${own}[@]} -gt 0 ]] && {
  if [[ -z $REPLY ]]; then for ${own}_word in "\${!${own}[@]}"; do printf '%s) %s\\n' $((${own}_word + 1)) "\${${own}[${own}_word]}" >&2; done; fi
  printf %s "\${PS3-#? }" >&2
  read -r REPLY || { echo; ${own}_end=1; false; }
}; do
  [[ -z $REPLY ]] && continue
  ${variable}=
  [[ $REPLY =~ ^[[:space:]]*([0-9]+)[[:space:]]*$ ]] && (( 10#\${BASH_REMATCH[1]} > 0 )) && ${variable}=\${${own}[10#\${BASH_REMATCH[1]} - 1]-}
done
[[ -z $${own}_end ]]
}`)
  const group = commandOf(script.statements[0])
  const [words, asking] = group.body.map(commandOf).filter(({ type }) => type === 'For' || type === 'While')
  if (loop.words !== null) words.words = loop.words
  asking.body.push(...loop.body)
  group.redirections = loop.redirections
  return group
}

function commandOf(statement) {
  return statement.pipelines[0].commands[0]
}
