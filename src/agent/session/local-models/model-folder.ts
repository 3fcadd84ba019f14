/**
 * The folder for models in the origin's own file system: each model in parts, whose names say how many belong
 * together.
 */

const FOLDER = 'models'
const PART = /^(.+\.gguf)\.(\d+)of(\d+)$/i

/** Rejects where the browser gives the page no such place. */
export async function modelFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle(FOLDER, { create: true })
}

/** The files of a model that is kept whole, in order. */
export async function openModel(model: string): Promise<readonly File[] | undefined> {
  return modelFolder().then(
    (folder) => modelFiles(folder, model),
    () => undefined,
  )
}

/** Names of models with at least one stored part; none if nothing can be stored. */
export async function keptModels(): Promise<readonly string[]> {
  return modelFolder().then(modelNames, () => [])
}

export function partName(model: string, index: number, of: number): string {
  return `${model}.${index + 1}of${of}`
}

/** Names of all models with at least one part in the folder, whole or not. */
export async function modelNames(folder: FileSystemDirectoryHandle): Promise<readonly string[]> {
  const names = new Set<string>()
  for await (const name of folder.keys()) {
    const [, model] = PART.exec(name) ?? []
    if (model !== undefined) names.add(model)
  }
  return [...names].sort()
}

/**
 * In order; undefined when a part is missing. A file that is being written has no length until it is whole.
 */
export async function modelFiles(
  folder: FileSystemDirectoryHandle,
  model: string,
): Promise<readonly File[] | undefined> {
  const parts = await partsThere(folder, model)
  const [, , , of] = PART.exec(parts[0] ?? '') ?? []
  if (of === undefined || parts.length !== Number(of)) return undefined
  const inOrder = parts.map((_, index) => partName(model, index, parts.length))
  const files = await Promise.all(inOrder.map(async (name) => (await folder.getFileHandle(name)).getFile()))
  return files.every(({ size }) => size > 0) ? files : undefined
}

export async function removeModelFiles(folder: FileSystemDirectoryHandle, model: string): Promise<void> {
  for (const name of await partsThere(folder, model)) await folder.removeEntry(name)
}

async function partsThere(folder: FileSystemDirectoryHandle, model: string): Promise<readonly string[]> {
  const names: string[] = []
  for await (const name of folder.keys()) if (PART.exec(name)?.[1] === model) names.push(name)
  return names
}
