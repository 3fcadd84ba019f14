/** Help text below a rebase's step list in the editor. */
const COMMANDS = `#
# Commands:
# p, pick <commit> = use commit
# r, reword <commit> = use commit, but edit the commit message
# e, edit <commit> = use commit, but stop for amending
# s, squash <commit> = use commit, but meld into previous commit
# f, fixup [-C | -c] <commit> = like "squash" but keep only the previous
#                    commit's log message, unless -C is used, in which case
#                    keep only this commit's message; -c is same as -C but
#                    opens the editor
# x, exec <command> = run command (the rest of the line) using shell
# b, break = stop here (continue rebase later with 'git rebase --continue')
# d, drop <commit> = remove commit
#
# These lines can be re-ordered; they are executed from top to bottom.
#
# If you remove a line here THAT COMMIT WILL BE LOST.
#
`

/** `about` is told at the start; without it the list is edited in the middle of a rebase. */
export function todoHelp(about: { range: string; onto: string; count: number } | undefined): string {
  if (about === undefined)
    return `\n${COMMANDS.slice(2)}# You are editing the todo file of an ongoing interactive rebase.
# To continue rebase after editing, run:
#     git rebase --continue
#
`
  const commands = `${about.count} command${about.count === 1 ? '' : 's'}`
  return `\n# Rebase ${about.range} onto ${about.onto} (${commands})\n${COMMANDS}# However, if you remove everything, the rebase will be aborted.\n#\n`
}
