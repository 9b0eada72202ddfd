/**
 * Exclusive use of a folder by one process: an abstract socket name in the Linux kernel, which disappears
 * with the process. Containers with separate networks do not see each other's names: use a folder in only one
 * of them.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Locks the folder, given by its real path; throws if another process has it. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 40)
  const server = createServer((socket) => socket.destroy())
  server.listen(`\0tukar-signer-${name}`)
  try {
    await once(server, 'listening')
  } catch {
    throw new Error('another signer has this folder')
  }
  // The lock alone does not keep the process running.
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}
