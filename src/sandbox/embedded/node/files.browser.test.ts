import { expect, it } from 'vitest'
import { runProgram } from './testing/run-program.ts'

const PROGRAM = `
const fs = require('fs'), path = require('path')
const tell = (...a) => console.log(...a)
async function main() {
  fs.mkdirSync('d/e', { recursive: true })
  fs.writeFileSync('d/a.txt', 'héllo')
  fs.appendFileSync('d/a.txt', '!')
  tell(fs.readFileSync('d/a.txt', 'utf8'), fs.statSync('d/a.txt').size, fs.existsSync('nope'))
  await fs.promises.writeFile('d/e/b.bin', Buffer.from([0, 255, 128]))
  tell(await fs.promises.readFile('d/e/b.bin'))
  fs.symlinkSync('a.txt', 'd/link'); fs.chmodSync('d/a.txt', 0o755)
  tell(fs.readlinkSync('d/link'), fs.realpathSync('d/link'), (fs.statSync('d/link').mode & 0o777).toString(8), fs.lstatSync('d/link').isSymbolicLink())
  tell(fs.readdirSync('d', { withFileTypes: true }).map((e) => [e.name, e.isDirectory()]), fs.readdirSync('d', { recursive: true }).sort())
  for (const f of [() => fs.readFileSync('nope'), () => fs.readFileSync('d'), () => fs.readFileSync('d', 'utf8'), () => fs.rmdirSync('d'), () => fs.openSync('d/a.txt', 'wx')]) {
    try { f() } catch (e) { tell(e.code, e.message) }
  }
  await new Promise((r) => fs.readFile('nope', (e) => { tell(e.message, e.errno); r() }))
  const handle = await fs.promises.open('d/h', 'w+')
  await handle.write('abcdef'); await handle.truncate(4)
  tell(String((await handle.read(Buffer.alloc(8), 0, 8, 1)).buffer.subarray(0, 3))); await handle.close()
  await require('stream/promises').pipeline(fs.createReadStream('d/a.txt'), fs.createWriteStream('d/copy'))
  fs.renameSync('d/copy', 'd/moved'); fs.copyFileSync('d/moved', 'd/third')
  fs.cpSync('d', 'd2', { recursive: true })
  tell(fs.readdirSync('d2'), String(fs.readFileSync('d2/third')))
  for await (const entry of await fs.promises.opendir('d2/e')) tell(entry.name)
  fs.rmSync('d', { recursive: true }); fs.unlinkSync('d2/link')
  tell(fs.existsSync('d'), path.basename(fs.mkdtempSync('/tmp/x-')).length)
  process.chdir('d2'); tell(process.cwd(), fs.readdirSync('.').length)
}
main()
`

it('reads and writes files in every form, with the errors of native Node', async () => {
  const { out, err, exitCode } = await runProgram({ command: 'node a.js', files: { 'a.js': PROGRAM } })
  expect(err).toBe('')
  expect(exitCode).toBe(0)
  expect(out.trimEnd().split('\n')).toEqual([
    'héllo! 7 false',
    '<Buffer 00 ff 80>',
    'a.txt /workspace/d/a.txt 755 true',
    `[ [ 'a.txt', false ], [ 'e', true ], [ 'link', false ] ] [ 'a.txt', 'e', 'e/b.bin', 'link' ]`,
    `ENOENT ENOENT: no such file or directory, open 'nope'`,
    'EISDIR EISDIR: illegal operation on a directory, read',
    'EISDIR EISDIR: illegal operation on a directory, read',
    `ENOTEMPTY ENOTEMPTY: directory not empty, rmdir 'd'`,
    `EEXIST EEXIST: file already exists, open 'd/a.txt'`,
    `ENOENT: no such file or directory, open 'nope' -2`,
    'bcd',
    `[ 'a.txt', 'e', 'h', 'link', 'moved', 'third' ] héllo!`,
    'b.bin',
    'false 8',
    '/workspace/d2 5',
  ])
})

const COMPRESSION = `
const z = require('zlib'), big = Buffer.from('hello world '.repeat(20000))
for (const [c, d] of [['gzipSync', 'gunzipSync'], ['deflateSync', 'inflateSync'], ['deflateRawSync', 'inflateRawSync'], ['gzipSync', 'unzipSync']]) console.log(z[d](z[c](big)).equals(big))
console.log(z.gunzipSync(Buffer.from('H4sIAAAAAAACA8tIzcnJBwCGphA2BQAAAA==', 'base64')).toString(), z.crc32('hello'))
console.log(String(z.gunzipSync(Buffer.concat([z.gzipSync('a'), z.gzipSync('b')]))))
for (const f of [() => z.inflateSync(Buffer.from('junk')), () => z.gunzipSync(z.gzipSync(big).subarray(0, 100))]) try { f(); console.log('silence') } catch (e) { console.log(e.code, e.message) }
const { pipeline } = require('stream/promises')
let size = 0
pipeline([big, big], z.createGzip(), z.createGunzip(), async (s) => { for await (const c of s) size += c.length }).then(() => console.log(size))
`

it('compresses and decompresses, whole and in streams, and refuses what is damaged', async () => {
  const { out, err } = await runProgram({ command: 'node a.js', files: { 'a.js': COMPRESSION } })
  expect({ err, lines: out.trimEnd().split('\n') }).toEqual({
    err: '',
    lines: [
      'true',
      'true',
      'true',
      'true',
      'hello 907060870',
      'ab',
      'Z_DATA_ERROR incorrect header check',
      'Z_BUF_ERROR unexpected end of file',
      '480000',
    ],
  })
})

/** Printed by native Node 22.23.3. */
const NATIVE_HASHES = [
  'fb8e20fc2e4c3f248c60c39bd652f3c1347298bb977b8b4d5903b85055620603',
  'ueipfSiB4HS74gHbR5FNHjQ1iBw= d41d8cd98f00b204e9800998ecf8427e 7f9c2ba4',
  '848f74be9002da07 4329787752e75d1d 02b0929a9d46e923',
  '16 true true true',
  'Digest method not supported',
]

const HASHES = `
const c = require('crypto')
console.log(c.createHash('sha256').update('a').update(Buffer.from('b')).digest('hex'))
console.log(c.createHmac('sha1', 'key').update('v').digest('base64'), c.hash('md5', ''), c.createHash('shake128', { outputLength: 4 }).update('').digest('hex'))
console.log(c.pbkdf2Sync('p', 's', 2, 8, 'sha512').toString('hex'), c.scryptSync('p', 's', 8).toString('hex'), Buffer.from(c.hkdfSync('sha256', 'k', 's', 'i', 8)).toString('hex'))
console.log(c.randomBytes(16).length, /^[0-9a-f-]{36}$/.test(c.randomUUID()), c.randomInt(3) < 3, c.timingSafeEqual(Buffer.from('a'), Buffer.from('a')))
try { c.createHash('nope') } catch (e) { console.log(e.message) }
`

it('hashes with the results of native Node', async () => {
  const { out, err } = await runProgram({ command: 'node a.js', files: { 'a.js': HASHES } })
  expect({ err, lines: out.trimEnd().split('\n') }).toEqual({ err: '', lines: NATIVE_HASHES })
})

const WATCHED = `
const fs = require('fs')
fs.mkdirSync('w'); fs.writeFileSync('w/a', '1')
const seen = new Set()
const note = (which) => (event, name) => {
  seen.add([which, event, name].join(' '))
  if (seen.size === 4) { console.log([...seen].sort().join(', ')); folder.close(); file.close() }
}
const folder = fs.watch('w', note('folder')), file = fs.watch('w/a', { encoding: 'buffer' }, note('file'))
fs.watch('.', { persistent: false })
try { fs.watch('nope') } catch (e) { console.log(e.message) }
setTimeout(() => { fs.writeFileSync('w/a', '2'); setTimeout(() => fs.unlinkSync('w/a'), 20) }, 20)
`

it('watches files, and ends when nothing that is watched keeps it', async () => {
  const { out, err, exitCode } = await runProgram({ command: 'node a.js', files: { 'a.js': WATCHED } })
  expect([err, exitCode]).toEqual(['', 0])
  expect(out).toBe(
    `ENOENT: no such file or directory, watch 'nope'\nfile change a, file rename a, folder change a, folder rename a\n`,
  )
})

it('reads whole files in any encoding, and lets a program replace what reads them', async () => {
  const program = `
const fs = require('fs')
fs.writeFileSync('a', 'héllo')
const bytes = fs.readFileSync('a')
console.log(Buffer.isBuffer(bytes), bytes, fs.readFileSync('a', 'hex'), fs.readFileSync(Buffer.from('a')).length)
bytes[0] = 0
console.log(fs.readFileSync('a').toString(), fs.readFileSync(fs.openSync('a')).length)
const { openSync } = fs
fs.openSync = (path, ...rest) => { console.log('opened', path); return openSync(path, ...rest) }
console.log(String(fs.readFileSync('a')))`
  expect(await runProgram({ command: 'node a.js', files: { 'a.js': program } })).toEqual({
    out: ['true <Buffer 68 c3 a9 6c 6c 6f> 68c3a96c6c6f 6', 'héllo 6', 'opened a', 'héllo', ''].join('\n'),
    err: '',
    exitCode: 0,
  })
})
