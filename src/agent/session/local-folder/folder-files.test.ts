/** No spelling of git's folder but its own is written or removed, whatever the list of differences said. */
import { expect, it } from 'vitest'
import { removeFolderFile, writeFolderFile } from './folder-files.ts'

const touched: string[] = []
const handle = {
  getDirectoryHandle: (name: string) => (touched.push(name), Promise.resolve(handle)),
  getFileHandle: (name: string) => {
    touched.push(name)
    return Promise.resolve({
      createWritable: () => Promise.resolve({ write: async () => {}, close: async () => {} }),
    })
  },
  removeEntry: async (name: string) => void touched.push(name),
  // Only these are used.
} as unknown as FileSystemDirectoryHandle

it.each(['.Git/hooks/x', 'a/.GIT/config', 'git~1/config', '.git./config', '.g\u200cit/hooks/x'])(
  'refuses %j',
  async (path) => {
    touched.length = 0
    await expect(writeFolderFile(handle, path, new Uint8Array())).rejects.toThrow('take this name for ".git"')
    await expect(removeFolderFile(handle, path)).rejects.toThrow('take this name for ".git"')
    expect(touched).toEqual([])
  },
)

it('writes git’s own folder by its own name', async () => {
  touched.length = 0
  await writeFolderFile(handle, '.git/hooks/x', new Uint8Array())
  expect(touched).toEqual(['.git', 'hooks', 'x'])
})
