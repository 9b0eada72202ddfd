/**
 * One process alone on a folder: a name in the kernel (an abstract socket of Linux), which is gone with
 * the process however it ends. Containers with networks of their own do not see each other's names: a
 * folder belongs to one of them.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Takes the folder, whose path is without links; throws where another process has it. */
export async function takeFolder(folder: string): Promise<() => Promise<void>> {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 40)
  const server = createServer((socket) => socket.destroy())
  server.listen(`\0tukar-signer-${name}`)
  try {
    await once(server, 'listening')
  } catch {
    throw new Error('another signer has this folder')
  }
  // Holding the name is no reason to stay.
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}
