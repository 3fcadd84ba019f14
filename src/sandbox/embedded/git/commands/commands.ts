/** Every command of git that there is here, by name. */
import type { GitCommand } from '../command.ts'
import { addCommand } from './add.ts'
import { branchCommand } from './branch.ts'
import { checkoutCommand, switchCommand } from './checkout.ts'
import { cherryPickCommand, revertCommand } from './cherry-pick.ts'
import { cleanCommand } from './clean.ts'
import { commitCommand } from './commit.ts'
import { configCommand } from './config.ts'
import { diffCommand } from './diff.ts'
import { initCommand } from './init.ts'
import { logCommand, reflogCommand, revListCommand } from './log.ts'
import { lsFilesCommand } from './ls-files.ts'
import { mergeCommand } from './merge.ts'
import { mvCommand } from './mv.ts'
import {
  catFileCommand,
  forEachRefCommand,
  hashObjectCommand,
  lsTreeCommand,
  mergeBaseCommand,
  showRefCommand,
  symbolicRefCommand,
  updateRefCommand,
  writeTreeCommand,
} from './objects.ts'
import { rebaseCommand } from './rebase.ts'
import { resetCommand } from './reset.ts'
import { restoreCommand } from './restore.ts'
import { revParseCommand } from './rev-parse.ts'
import { rmCommand } from './rm.ts'
import { showCommand } from './show.ts'
import { stashCommand } from './stash.ts'
import { statusCommand } from './status.ts'
import { tagCommand } from './tag.ts'

export const COMMANDS: Readonly<Record<string, GitCommand>> = {
  add: addCommand,
  branch: branchCommand,
  'cat-file': catFileCommand,
  checkout: checkoutCommand,
  'cherry-pick': cherryPickCommand,
  clean: cleanCommand,
  commit: commitCommand,
  config: configCommand,
  diff: diffCommand,
  'for-each-ref': forEachRefCommand,
  'hash-object': hashObjectCommand,
  init: initCommand,
  log: logCommand,
  'ls-files': lsFilesCommand,
  'ls-tree': lsTreeCommand,
  merge: mergeCommand,
  'merge-base': mergeBaseCommand,
  mv: mvCommand,
  reflog: reflogCommand,
  rebase: rebaseCommand,
  reset: resetCommand,
  restore: restoreCommand,
  'rev-list': revListCommand,
  'rev-parse': revParseCommand,
  revert: revertCommand,
  rm: rmCommand,
  'show-ref': showRefCommand,
  show: showCommand,
  stage: addCommand,
  stash: stashCommand,
  status: statusCommand,
  switch: switchCommand,
  'symbolic-ref': symbolicRefCommand,
  tag: tagCommand,
  'update-ref': updateRefCommand,
  'write-tree': writeTreeCommand,
}
