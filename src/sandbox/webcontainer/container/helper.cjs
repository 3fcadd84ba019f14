/**
 * Runs inside the container, started by `node`: what the client's own interface lacks. It answers one request a line
 * of its input, as `helper-client.ts` sends them. Its output is ASCII: the client decodes it piece by piece, and a
 * character of several bytes would not survive that. What is long travels in files of the staging folder.
 */
'use strict'
const fs = require('node:fs')
const path = require('node:path')
const files = require('./files.cjs')
const { createSync } = require('./sync.cjs')
const { createCommands } = require('./commands.cjs')

/** Begins each line that is meant for the client: whatever else reaches the output is not ours. */
const MARK = '@vivarium '
/** Characters of an answer from which it goes through a file. */
const INLINE_CHARS = 16_384

const [, , staging, workspace, home] = process.argv
let nextFile = 1

function say(message) {
  process.stdout.write(MARK + ascii(JSON.stringify(message)) + '\n')
}

function ascii(json) {
  return json.replace(/[\u007f-\uffff]/g, (unit) => '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0'))
}

const sync = createSync({ workspace, staging })
const commands = createCommands(say)

const OPERATIONS = {
  hello: () => hello(),
  stat: ({ path: at, noFollow }) => ({ value: files.stat(at, noFollow) }),
  read: ({ paths }) => files.read(paths),
  write: ({ entries }, blobs) => ({ value: files.write(entries, blobs, staging) }),
  list: ({ path: at }) => ({ value: files.list(at) }),
  mkdir: ({ path: at }) => ({ value: files.makeDirectory(at) }),
  remove: ({ path: at, recursive }) => ({ value: files.remove(at, recursive) }),
  rename: ({ from, to }) => ({ value: files.rename(from, to) }),
  symlink: ({ target, path: at }) => ({ value: files.symlink(target, at) }),
  readlink: ({ path: at }) => ({ value: files.readLink(at) }),
  chmod: ({ path: at, mode }) => ({ value: files.setMode(at, mode) }),
  sync: ({ maxBytes }) => sync.changes(maxBytes),
  apply: ({ steps }, blobs) => ({ value: sync.apply(steps, blobs) }),
  replace: ({ entries }, blobs) => ({ value: sync.replace(entries, blobs) }),
  run: (request, blobs) => ({ value: commands.run(request, blobs[0]) }),
  kill: ({ key, signal }) => ({ value: commands.kill(key, signal) }),
}

/** Tests what this container supports: modes, symlinks, the workspace link. */
function hello() {
  fs.mkdirSync(workspace, { recursive: true })
  fs.mkdirSync(home, { recursive: true })
  const probe = path.join(staging, 'probe')
  fs.rmSync(probe, { force: true })
  fs.writeFileSync(probe, '')
  fs.chmodSync(probe, 0o751)
  const keepsModes = (fs.lstatSync(probe).mode & 0o777) === 0o751
  fs.rmSync(probe)
  return { value: { keepsModes, keepsLinks: keepsLinks(probe), workspaceLink: linkWorkspace() } }
}

function keepsLinks(probe) {
  try {
    fs.symlinkSync('no/where', probe)
    const kept = fs.lstatSync(probe).isSymbolicLink() && fs.readlinkSync(probe) === 'no/where'
    fs.rmSync(probe)
    return kept
  } catch {
    return false // which is what was to be found out
  }
}

/** Absolute links into the workspace lead there under the name that it has in every back end. */
function linkWorkspace() {
  try {
    fs.symlinkSync(workspace, '/workspace')
    return true
  } catch {
    return false // the container does not let anybody write there
  }
}

/** A frame in a file: the length of its header, the header, and then the blobs, whose sizes it tells. */
function readFrame(name) {
  const data = fs.readFileSync(path.join(staging, name))
  fs.rmSync(path.join(staging, name))
  const headerEnd = 4 + data.readUInt32BE(0)
  const { sizes, ...request } = JSON.parse(data.toString('utf8', 4, headerEnd))
  let at = headerEnd
  const blobs = sizes.map((size) => data.subarray(at, (at += size)))
  return { request, blobs }
}

function writeFrame(header, blobs) {
  const json = Buffer.from(JSON.stringify({ ...header, sizes: blobs.map((blob) => blob.length) }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  const name = `answer-${nextFile++}`
  fs.writeFileSync(path.join(staging, name), Buffer.concat([length, json, ...blobs]))
  return name
}

function answer(line) {
  let { id, file, ...request } = JSON.parse(line)
  let blobs = []
  try {
    if (file !== undefined) ({ request, blobs } = readFrame(file))
    const { value, blobs: out = [] } = OPERATIONS[request.op](request, blobs)
    const isShort = out.length === 0 && JSON.stringify(value ?? null).length <= INLINE_CHARS
    say(isShort ? { id, value: value ?? null } : { id, file: writeFrame({ value }, out) })
  } catch (error) {
    say({ id, error: { code: error.code ?? 'EUNKNOWN', message: error.message, index: error.index } })
  }
}

let rest = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (text) => {
  const lines = (rest + text).split('\n')
  rest = lines.pop()
  for (const line of lines) if (line.trim() !== '') answer(line)
})
say({ ready: true })
