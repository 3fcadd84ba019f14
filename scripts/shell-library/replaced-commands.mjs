/** Commands of just-bash in whose place ours are (src/sandbox/embedded/shell/commands/own-commands.ts): left out. */
export const REPLACED = (
  'ls mkdir rmdir touch rm cp mv ln chmod pwd readlink head tail wc stat grep fgrep egrep sed awk sort uniq comm cut ' +
  'paste tr rev nl fold expand unexpand strings split column join tee find basename dirname du env printenv xargs ' +
  'bash sh base64 diff date sleep timeout seq expr md5sum sha1sum sha256sum tac hostname whoami od gzip gunzip zcat curl jq file rg'
).split(' ')

/** The bundle has each command in a module of its own, which is made when it is asked for. */
const MODULE = /([\w$]+)=L\(\(\)=>\{/g
const COMMONJS_MODULE = /=Jo\(\(/g

/** Without the commands; what only they need goes with them, as the bundler is told that making a module has no effect. */
export function withoutReplaced(source) {
  let text = source
  for (const name of REPLACED) {
    const entry = new RegExp(
      String.raw`\{name:"${name}",load:async\(\)=>\(await Promise\.resolve\(\)\.then\(\(\)=>\([\w$]+\(\),[\w$]+\)\)\)\.[\w$]+\},?`,
      'g',
    )
    const found = text.match(entry)?.length ?? 0
    if (found !== 1) throw new Error(`just-bash: the command ${name} is there ${found} times, not once.`)
    text = text.replace(entry, '')
  }
  return text
    .replace(MODULE, (_, name) => `${name}=/* @__PURE__ */L(()=>{`)
    .replace(COMMONJS_MODULE, '=/* @__PURE__ */Jo((')
}
