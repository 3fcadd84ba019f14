/** Files inside the container, with the contract's meaning. Each function throws an error with a `code`. */
'use strict'
const fs = require('node:fs')
const path = require('node:path')

const PERMISSIONS = 0o7777
const MAX_LINKS = 40

function failure(code, message, at) {
  return Object.assign(new Error(message), { code, path: at })
}

function kindOf(stats) {
  if (stats.isSymbolicLink()) return 'symlink'
  return stats.isDirectory() ? 'directory' : 'file'
}

function lstatOrNothing(at) {
  try {
    return fs.lstatSync(at)
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

function describe(at, stats) {
  const kind = kindOf(stats)
  const size = kind === 'symlink' ? Buffer.byteLength(fs.readlinkSync(at)) : kind === 'file' ? stats.size : 0
  const mode = kind === 'symlink' ? 0o777 : stats.mode & PERMISSIONS
  return { kind, size, mode, mtimeMs: stats.mtimeMs }
}

function stat(at, noFollow) {
  return describe(at, noFollow ? fs.lstatSync(at) : fs.statSync(at))
}

/** Each with its own outcome. */
function read(paths) {
  const blobs = []
  const value = paths.map((at) => {
    try {
      blobs.push(fs.readFileSync(at))
      return null
    } catch (error) {
      return { code: error.code ?? 'EUNKNOWN', message: error.message }
    }
  })
  return { value, blobs }
}

function list(at) {
  return fs
    .readdirSync(at)
    .sort((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => {
      const stats = lstatOrNothing(path.join(at, name))
      if (stats === undefined) return [] // it went while we looked
      const { kind, size, mode } = describe(path.join(at, name), stats)
      return [{ name, kind, size, mode }]
    })
}

function makeDirectory(at) {
  const there = lstatThrough(at)
  if (there?.isDirectory()) return
  if (there !== undefined) throw failure('EEXIST', 'the name is taken', at)
  const made = fs.mkdirSync(at, { recursive: true })
  for (let each = at; made !== undefined && each.length >= made.length; each = path.dirname(each)) {
    fs.chmodSync(each, 0o755)
  }
}

/** Stats of the file at a path, following links; undefined if there is none. */
function lstatThrough(at) {
  try {
    return fs.statSync(at)
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Resolves the file that a write to `at` changes: follows links, also dangling ones. */
function writeTarget(at) {
  let target = at
  for (let links = 0; links <= MAX_LINKS; links += 1) {
    const stats = lstatOrNothing(target)
    if (!stats?.isSymbolicLink()) return { target, stats }
    target = path.resolve(path.dirname(target), fs.readlinkSync(target))
  }
  throw failure('ELOOP', 'its symlinks lead in a circle', at)
}

/**
 * All or none: everything that can fail is done beside the files, then each takes its place by a rename, so that
 * a reader sees the old or the new content.
 */
function write(entries, blobs, staging) {
  const undo = []
  const planned = new Set()
  try {
    const staged = entries.map(({ path: at, mode }, index) =>
      attributed(index, () => {
        for (let each = path.dirname(at); each !== '/'; each = path.dirname(each)) {
          if (planned.has(each)) throw failure('ENOTDIR', 'part of the path is a file of this batch', at)
        }
        const made = makeParents(path.dirname(at))
        if (made !== undefined) undo.push(() => fs.rmSync(made, { recursive: true, force: true }))
        const { target, stats } = writeTarget(at)
        if (stats?.isDirectory()) throw failure('EISDIR', 'it is a directory', at)
        const from = path.join(staging, `new-${index}`)
        undo.push(() => fs.rmSync(from, { force: true }))
        fs.writeFileSync(from, blobs[index])
        fs.chmodSync(from, stats === undefined ? mode : stats.mode & PERMISSIONS)
        planned.add(target)
        return { from, target }
      }),
    )
    for (const [index, { from, target }] of staged.entries()) {
      attributed(index, () => {
        if (entries.length > 1) undo.push(backup(target, path.join(staging, `old-${index}`)))
        fs.renameSync(from, target)
      })
    }
  } catch (error) {
    for (const step of undo.reverse()) step()
    throw error
  } finally {
    for (const index of entries.keys()) fs.rmSync(path.join(staging, `old-${index}`), { force: true })
  }
}

function backup(target, kept) {
  if (lstatOrNothing(target) === undefined) return () => fs.rmSync(target, { force: true })
  fs.copyFileSync(target, kept)
  fs.chmodSync(kept, fs.lstatSync(target).mode & PERMISSIONS)
  return () => fs.renameSync(kept, target)
}

/** Says which of several entries failed. */
function attributed(index, work) {
  try {
    return work()
  } catch (error) {
    throw Object.assign(error, { index })
  }
}

/** The first directory that was made; a file in the way is no directory, whatever the system calls it. */
function makeParents(at) {
  const there = lstatThrough(at)
  if (there?.isDirectory()) return undefined
  if (there !== undefined) throw failure('ENOTDIR', 'part of the path is a file', at)
  const made = fs.mkdirSync(at, { recursive: true })
  for (let each = at; made !== undefined && each.length >= made.length; each = path.dirname(each)) {
    fs.chmodSync(each, 0o755)
  }
  return made
}

function remove(at, recursive) {
  const stats = fs.lstatSync(at)
  if (!stats.isDirectory()) return fs.unlinkSync(at)
  if (!recursive && fs.readdirSync(at).length > 0)
    throw failure('ENOTEMPTY', 'the directory is not empty', at)
  return recursive ? fs.rmSync(at, { recursive: true }) : fs.rmdirSync(at)
}

function rename(from, to) {
  const source = fs.lstatSync(from)
  const target = lstatOrNothing(to)
  if (from === to) return
  if (source.isDirectory() && (to + '/').startsWith(from + '/'))
    throw failure('EINVAL', 'it would be inside itself', to)
  if (target?.isDirectory()) {
    if (!source.isDirectory()) throw failure('EISDIR', 'a directory has that name', to)
    if (fs.readdirSync(to).length > 0) throw failure('ENOTEMPTY', 'the directory is not empty', to)
    fs.rmdirSync(to)
  } else if (target !== undefined && source.isDirectory())
    throw failure('ENOTDIR', 'a file has that name', to)
  fs.renameSync(from, to)
}

function symlink(target, at) {
  if (lstatOrNothing(at) !== undefined) throw failure('EEXIST', 'the name is taken', at)
  fs.symlinkSync(target, at)
}

function readLink(at) {
  if (!fs.lstatSync(at).isSymbolicLink()) throw failure('EINVAL', 'it is not a symlink', at)
  return fs.readlinkSync(at)
}

function setMode(at, mode) {
  fs.chmodSync(at, mode & PERMISSIONS)
}

module.exports = {
  PERMISSIONS,
  kindOf,
  lstatOrNothing,
  stat,
  read,
  list,
  makeDirectory,
  write,
  remove,
  rename,
  symlink,
  readLink,
  setMode,
}
