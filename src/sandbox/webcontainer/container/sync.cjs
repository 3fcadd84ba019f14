/**
 * Keeps the page's copy of the workspace in step: tells what has changed since it was told last, and makes changes
 * that the page has decided. A file is looked at by its attributes, as git does; one that was written a moment ago
 * could be written again within the same tick of the clock, so it is read once more.
 */
'use strict'
const fs = require('node:fs')
const path = require('node:path')
const { createHash } = require('node:crypto')
const { PERMISSIONS, kindOf, lstatOrNothing } = require('./files.cjs')

/** Milliseconds after which a file's times tell whether it has changed: the coarsest clock of a file system. */
const SETTLED_AFTER_MS = 2_000

function createSync({ workspace, staging }) {
  /** By path below the workspace: what the page was told of it. */
  let known = new Map()

  function look(name, stats) {
    const kind = kindOf(stats)
    const mode = stats.mode & PERMISSIONS
    if (kind === 'directory') return { kind, mode, sign: String(mode) }
    if (kind === 'symlink') {
      const target = fs.readlinkSync(path.join(workspace, name))
      return { kind, mode: 0o777, target, sign: target }
    }
    const { size, ino, mtimeMs, ctimeMs } = stats
    return {
      kind,
      mode,
      mtimeMs,
      sign: [size, ino, mtimeMs, ctimeMs].join(' '),
      at: Math.max(mtimeMs, ctimeMs),
    }
  }

  function remember(name, seen, data) {
    const isFresh = seen.kind === 'file' && Date.now() - seen.at < SETTLED_AFTER_MS
    known.set(name, { ...seen, hash: isFresh ? hashOf(data) : undefined })
  }

  /** How a file has changed since the last look, with its content if that differs; undefined if unchanged. */
  function changeOf(name, seen, before) {
    if (before?.sign === seen.sign && before.mode === seen.mode && before.hash === undefined) return undefined
    if (seen.kind !== 'file') {
      if (before?.sign === seen.sign) return undefined
      known.set(name, seen)
      return { name, ...seen }
    }
    const data = fs.readFileSync(path.join(workspace, name))
    const isSame = before?.sign === seen.sign && before.hash === hashOf(data)
    remember(name, seen, data)
    if (isSame && before.mode === seen.mode) return undefined
    return { name, kind: seen.kind, mode: seen.mode, mtimeMs: seen.mtimeMs, data: isSame ? undefined : data }
  }

  /** Up to `maxBytes` of contents (and one file more); `more` when that was not all. */
  function changes(maxBytes) {
    const value = { removed: [], changed: [], more: false }
    const blobs = []
    const found = new Set()
    let bytes = 0
    const visit = (folder) => {
      for (const entry of fs.readdirSync(path.join(workspace, folder)).sort()) {
        const name = folder === '' ? entry : `${folder}/${entry}`
        const stats = lstatOrNothing(path.join(workspace, name))
        if (stats === undefined) continue
        found.add(name)
        if (bytes >= maxBytes) value.more = true
        else bytes += tell(name, stats)
        if (stats.isDirectory()) visit(name)
      }
    }
    const tell = (name, stats) => {
      const seen = look(name, stats)
      const before = known.get(name)
      if (before !== undefined && before.kind !== seen.kind) {
        forget(name)
        value.removed.push(name)
      }
      const change = changeOf(name, seen, known.get(name))
      if (change === undefined) return 0
      const { data, ...rest } = change
      value.changed.push({ ...rest, hasData: data !== undefined })
      if (data !== undefined) blobs.push(data)
      return data?.length ?? 0
    }
    visit('')
    for (const name of [...known.keys()].reverse()) {
      if (found.has(name)) continue
      known.delete(name)
      value.removed.push(name)
    }
    return { value, blobs }
  }

  function forget(name) {
    for (const each of [...known.keys()]) {
      if (each === name || each.startsWith(`${name}/`)) known.delete(each)
    }
  }

  /** The page knows of it, because it comes from there. */
  function adopt(name, data) {
    remember(name, look(name, fs.lstatSync(path.join(workspace, name))), data)
  }

  /** Steps of a restore, in order; a link in the place of a directory is not followed, since it was removed before. */
  function apply(steps, blobs) {
    let next = 0
    for (const { type, path: name, mode, target } of steps) {
      const at = path.join(workspace, name)
      if (type === 'remove') {
        fs.rmSync(at, { recursive: true, force: true })
        forget(name)
      } else if (type === 'directory') {
        fs.mkdirSync(at, { recursive: true })
        fs.chmodSync(at, mode)
        adopt(name)
      } else if (type === 'symlink') {
        fs.symlinkSync(target, at)
        adopt(name)
      } else if (type === 'mode') {
        fs.chmodSync(at, mode)
        const seen = known.get(name)
        if (seen !== undefined) adopt(name, seen.kind === 'file' ? fs.readFileSync(at) : undefined)
      } else {
        const data = blobs[next++]
        const from = path.join(staging, 'restored')
        fs.writeFileSync(from, data)
        fs.chmodSync(from, mode)
        fs.renameSync(from, at)
        adopt(name, data)
      }
    }
  }

  /** The workspace gives way to what was imported; until all of that is there, it is as it was. */
  function replace(entries, blobs) {
    const from = path.join(staging, 'imported')
    fs.rmSync(from, { recursive: true, force: true })
    fs.mkdirSync(from)
    let next = 0
    for (const { kind, path: name, mode, target } of entries) {
      const at = path.join(from, name)
      if (kind === 'directory') fs.mkdirSync(at)
      else if (kind === 'symlink') fs.symlinkSync(target, at)
      else fs.writeFileSync(at, blobs[next++])
      if (kind === 'file') fs.chmodSync(at, mode)
    }
    for (const name of fs.readdirSync(workspace)) fs.rmSync(path.join(workspace, name), { recursive: true })
    for (const name of fs.readdirSync(from)) fs.renameSync(path.join(from, name), path.join(workspace, name))
    fs.rmSync(from, { recursive: true })
    // Modes of directories last: one that may not be written could not have been filled.
    for (const { kind, path: name, mode } of entries) {
      if (kind === 'directory') fs.chmodSync(path.join(workspace, name), mode)
    }
    known = new Map()
    next = 0
    for (const { kind, path: name } of entries) adopt(name, kind === 'file' ? blobs[next++] : undefined)
  }

  return { changes, apply, replace }
}

function hashOf(data) {
  return createHash('sha256').update(data).digest('hex')
}

module.exports = { createSync }
