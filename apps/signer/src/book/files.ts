/** Durable files: written and synced, together with their folder, before the call returns. */
import { access, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

const ownerOnly = 0o600

/** Whether the file exists. */
export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/** Creates a file that must not exist: after a crash it exists completely, or not at all. */
export async function writeNew(file: string, text: string): Promise<void> {
  if (await exists(file)) throw new Error(`${path.basename(file)} already exists`)
  const made = `${file}.new`
  await rm(made, { force: true })
  const handle = await open(made, 'wx', ownerOnly)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(made, file)
  await syncFolder(path.dirname(file))
}

/** Makes created and deleted names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
