/** `chown` and `chgrp`: everything belongs to one user, and only that can be asked for. */
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'

const OPTIONS = [
  'c,changes',
  'f,silent,quiet',
  'v,verbose',
  'h,no-dereference',
  'dereference',
  'R,recursive',
  'reference=',
  'from=',
  'H',
  'L',
  'P',
]
const OWN = new Set(['user', '1000', ''])

export const chown = owning('chown', 'ownership', 'user', /^([^:.]*)(?:[:.]([^:]*))?$/)
export const chgrp = owning('chgrp', 'group', 'group', /^([^:]*)$/)

function owning(name: string, what: string, kind: string, form: RegExp): CommandBody {
  return (args, context) =>
    runCommand({ name, usage: `${name} [-cfhRv] ${kind.toUpperCase()} FILE...`, options: OPTIONS }, args, {
      context,
      body: (run) => {
        const takesOwner = !run.options.has('reference')
        const [owner = ''] = run.operands
        const files = takesOwner ? run.operands.slice(1) : run.operands
        if (run.operands.length === 0) throw run.misuse('missing operand')
        if (files.length === 0) throw run.misuse(`missing operand after '${owner}'`)
        const names = takesOwner ? (form.exec(owner)?.slice(1) ?? [owner]) : []
        const unknown = names.find(
          (one) => one !== undefined && !OWN.has(one) && one !== 'root' && !/^\d+$/.test(one),
        )
        if (unknown !== undefined) throw new CommandError(`invalid ${kind}: '${owner}'`)
        const isOwn = names.every((one) => one === undefined || OWN.has(one))
        for (const file of files) change(run, file, { isOwn, what })
        return run.isFailed ? 1 : 0
      },
    })
}

function change(run: CommandRun, file: string, { isOwn, what }: { isOwn: boolean; what: string }): void {
  const tell = run.options.has('f') ? () => run.failQuietly() : (text: string) => run.complain(text)
  if (!run.exists(file)) tell(`cannot access '${file}': No such file or directory`)
  else if (!isOwn) tell(`changing ${what} of '${file}': Operation not permitted`)
}
