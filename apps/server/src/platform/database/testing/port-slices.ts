/** Slices of ports, so that no two processes of tests give the same port to their servers. */
import { createServer } from 'node:net'

export type PortSlice = { readonly first: number; readonly count: number }

const sliceSize = 100

/**
 * Takes a slice of ports that no other process of this machine has, until this one ends: between our look at a port
 * and the server's start nobody else gives it away. Who has one holds a socket of its name in the abstract namespace,
 * which leaves no file behind.
 *
 * @param portMin the first port of the first slice
 * @param slices how many slices there are
 */
export async function takeSlice(portMin: number, slices: number): Promise<PortSlice> {
  for (let tries = 0; tries < slices; tries += 1) {
    const first = portMin + ((process.pid + tries) % slices) * sliceSize
    if (await isTaken(`\0tukar-test-ports-${first}`)) return { first, count: sliceSize }
  }
  throw new Error(`all slices of ports from ${portMin} on are in use`)
}

/** Whether we listen there now; a process that listens there already keeps the place. */
function isTaken(name: string): Promise<boolean> {
  const holder = createServer().unref()
  return new Promise((resolve) => {
    holder.once('listening', () => resolve(true))
    holder.once('error', () => resolve(false))
    holder.listen(name)
  })
}
