/**
 * Cases that every `JournalPlace` passes. Each is given an empty place and returns what is to be compared: one implementation works
 * in a dedicated worker alone, where no test runner is.
 */
import { StorageError } from '../store/storage-error.ts'
import type { JournalFile, JournalFolder, JournalPlace } from './contract.ts'
import { segmentNames } from './read-journal.ts'
import { THREAD, threadLog } from './testing/thread-log.ts'
import {
  lastSeqIn,
  readThreadFile,
  THREAD_HEAD_BYTES,
  threadFile,
  threadFileName,
  threadsIn,
} from './thread-file.ts'

export interface PlaceCase {
  readonly name: string
  readonly run: (place: JournalPlace) => Promise<unknown>
  readonly result: unknown
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes)

async function opened(folder: JournalFolder, name: string): Promise<JournalFile> {
  const file = await folder.open(name)
  if (file === 'taken') throw new Error(`${name} is taken`)
  return file
}

export const PLACE_CASES: readonly PlaceCase[] = [
  {
    name: 'has nothing at first, and reading makes nothing',
    run: async (place) => {
      const folder = place.folder('a')
      const seen = [await place.folders(), await folder.names(), await folder.read('x')]
      await folder.remove('x')
      await place.removeFolder('a')
      return [...seen, await place.folders()]
    },
    result: [[], [], undefined, []],
  },
  {
    name: 'appends, and whoever reads meanwhile sees all of it',
    run: async (place) => {
      const folder = place.folder('a')
      const file = await opened(folder, '0')
      file.append(bytesOf('one '))
      file.append(bytesOf('two'))
      const whileOpen = textOf(await folder.read('0'))
      const own = textOf(file.read())
      const size = file.size()
      file.close()
      return [
        whileOpen,
        own,
        size,
        textOf(await folder.read('0')),
        await folder.names(),
        await place.folders(),
      ]
    },
    result: ['one two', 'one two', 7, 'one two', ['0'], ['a']],
  },
  {
    name: 'has what is written in the order in which it came, flushed or not',
    run: async (place) => {
      const file = await opened(place.folder('a'), '0')
      file.write(bytesOf('one '))
      file.append(bytesOf('two '))
      file.write(bytesOf('three'))
      const whileOpen = textOf(await place.folder('a').read('0'))
      file.close()
      return [whileOpen, textOf(await place.folder('a').read('0'))]
    },
    result: ['one two three', 'one two three'],
  },
  {
    name: 'reads any part, of an open file, too, and no more than there is',
    run: async (place) => {
      const folder = place.folder('a')
      const seen = [await folder.size('0'), await folder.read('0', 1, 2)]
      const file = await opened(folder, '0')
      file.append(bytesOf('one '), bytesOf(''), bytesOf('two'))
      const parts = [file.read(1, 3), file.read(4), file.read(5, 99), file.read(9, 12)].map(textOf)
      const whileOpen = [
        await folder.size('0'),
        textOf(await folder.read('0', 1, 3)),
        textOf(await folder.read('0', 5, 99)),
      ]
      file.close()
      return [
        seen,
        parts,
        whileOpen,
        textOf(await folder.read('0', 4)),
        textOf(await folder.read('0', 9, 12)),
      ]
    },
    result: [[undefined, undefined], ['ne', 'two', 'wo', ''], [7, 'ne', 'wo'], 'two', ''],
  },
  {
    name: 'is read while it grows',
    run: async (place) => {
      const folder = place.folder('a')
      const file = await opened(folder, '0')
      file.append(bytesOf('start'))
      const reads: Promise<Uint8Array | undefined>[] = []
      for (let at = 0; at < 50; at += 1) {
        reads.push(folder.read('0', 0, 5))
        file.append(bytesOf(' more'))
        await Promise.resolve()
      }
      const texts = new Set((await Promise.all(reads)).map(textOf))
      file.close()
      return [...texts]
    },
    result: ['start'],
  },
  {
    name: 'goes on where it was',
    run: async (place) => {
      const folder = place.folder('a')
      for (const text of ['one', ' two', ' three']) {
        const file = await opened(folder, '0')
        file.append(bytesOf(text))
        file.close()
      }
      return textOf(await place.folder('a').read('0'))
    },
    result: 'one two three',
  },
  {
    name: 'cuts, and appends behind the cut',
    run: async (place) => {
      const file = await opened(place.folder('a'), '0')
      file.append(bytesOf('one two'))
      file.truncate(4)
      file.append(bytesOf('three'))
      const text = textOf(file.read())
      file.truncate(0)
      const size = file.size()
      file.close()
      return [text, size]
    },
    result: ['one three', 0],
  },
  {
    name: 'gives a file to one writer at a time',
    run: async (place) => {
      const folder = place.folder('a')
      const file = await opened(folder, '0')
      const second = await place.folder('a').open('0')
      const other = await opened(folder, '1')
      other.close()
      file.close()
      const third = await opened(folder, '0')
      third.close()
      return [second]
    },
    result: ['taken'],
  },
  {
    name: 'replaces a file, whatever its length, and lists no half of one',
    run: async (place) => {
      const folder = place.folder('a')
      await folder.replace('z', bytesOf('a long text'))
      const first = textOf(await folder.read('z'))
      await folder.replace('z', bytesOf('short'))
      await folder.replace('y', new Uint8Array())
      return [first, textOf(await folder.read('z')), (await folder.read('y'))?.length, await folder.names()]
    },
    result: ['a long text', 'short', 0, ['y', 'z']],
  },
  {
    name: 'names files and folders in order',
    run: async (place) => {
      for (const folder of ['b', 'a']) await place.folder(folder).replace('x', bytesOf('x'))
      for (const name of ['000010', '000002', '000001.z'])
        await place.folder('a').replace(name, bytesOf(name))
      return [await place.folders(), await place.folder('a').names()]
    },
    result: [
      ['a', 'b'],
      ['000001.z', '000002', '000010', 'x'],
    ],
  },
  {
    name: 'removes a file and a folder, and makes them anew',
    run: async (place) => {
      const folder = place.folder('a')
      await folder.replace('x', bytesOf('x'))
      await folder.replace('y', bytesOf('y'))
      await folder.remove('x')
      const left = await folder.names()
      await place.removeFolder('a')
      const gone = [await place.folders(), await place.folder('a').read('y')]
      await place.folder('a').replace('x', bytesOf('new'))
      return [left, ...gone, textOf(await place.folder('a').read('x'))]
    },
    result: [['y'], [], undefined, 'new'],
  },
  {
    name: 'removes no folder of which a file is written',
    run: async (place) => {
      const file = await opened(place.folder('a'), '0')
      const failure = await place.removeFolder('a').catch((error: unknown) => error)
      file.append(bytesOf('goes on'))
      file.close()
      return [failure instanceof StorageError, textOf(await place.folder('a').read('0'))]
    },
    result: [true, 'goes on'],
  },
  {
    name: 'has the file of a thread, whose head tells its end, and which is no segment',
    run: async (place) => {
      const folder = place.folder('s')
      const name = threadFileName(THREAD.id)
      for (const texts of [[['one']], [['one'], ['two', 'three']]]) {
        const bytes = await threadFile('here', threadLog(texts))
        if (bytes) await folder.replace(name, bytes)
      }
      const head = await folder.read(name, 0, THREAD_HEAD_BYTES)
      const read = await readThreadFile((await folder.read(name)) ?? new Uint8Array(), 'here', THREAD)
      return [head && lastSeqIn(head), read, threadsIn(await folder.names()), await segmentNames(folder)]
    },
    result: [3, threadLog([['one'], ['two', 'three']]), [THREAD.id], []],
  },
  {
    name: 'takes ten megabytes at once',
    run: async (place) => {
      const file = await opened(place.folder('a'), '0')
      const bytes = Uint8Array.from({ length: 10_000_000 }, (_, at) => (at * 31) % 251)
      file.append(bytes)
      file.append(bytesOf('!'))
      file.close()
      const read = (await place.folder('a').read('0')) ?? new Uint8Array()
      return [read.length, bytes.every((byte, at) => read[at] === byte), read.at(-1)]
    },
    result: [10_000_001, true, 33],
  },
]
