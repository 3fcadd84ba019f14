/** As the agent's thread: one that may store, with a file open that nobody else can open or remove. Says when it has it. */
import { STORAGE_LOCK } from '../../../agent/protocol/storage-lock.ts'

/** This program's type library has it for workers alone. */
interface Handle {
  createSyncAccessHandle(): Promise<{ write(bytes: Uint8Array): number; flush(): void }>
}

void navigator.locks.request(STORAGE_LOCK, { mode: 'shared' }, async () => {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle('erased-contents', { create: true })
  const file = (await folder.getFileHandle('a', { create: true })) as unknown as Handle
  const open = await file.createSyncAccessHandle()
  open.write(new Uint8Array(9))
  open.flush()
  postMessage('open')
  await new Promise<never>(() => open)
})
