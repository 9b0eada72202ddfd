/** Ports for servers of tests: each process of tests draws from a slice that no other process has. */
import { once } from 'node:events'
import { createServer } from 'node:net'

export type PortSlice = { readonly first: number; readonly count: number }

const sliceSize = 100
/** Below the ports that systems give to outgoing connections: those are taken without asking anybody. */
const portMin = 10_000
const sliceCount = 220

/** Of this process; taken with the first port. */
let own: Promise<PortSlice> | null = null
let given = 0

/**
 * A port of loopback that nobody listens on, and that this process is not given soon again. The port after it is free
 * as well and is never given: a server of ours listens there for this machine unless it is told otherwise.
 */
export async function freePort(): Promise<number> {
  own ??= takeSlice(portMin, sliceCount)
  const { first, count } = await own
  for (let tries = 0; tries < count; tries += 2) {
    const port = first + (given % count)
    given += 2
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
  throw new Error(`no two ports are free from ${first} on`)
}

/**
 * Takes a slice of ports that no other process of this machine has, until this one ends: between our look at a port
 * and the server's start nobody else gives it away. Who has one holds a socket of its name in the abstract namespace,
 * which leaves no file behind.
 *
 * @param from the first port of the first slice
 * @param slices how many slices there are
 */
export async function takeSlice(from: number, slices: number): Promise<PortSlice> {
  for (let tries = 0; tries < slices; tries += 1) {
    const first = from + ((process.pid + tries) % slices) * sliceSize
    const holder = createServer().unref()
    if (await listens(holder, `\0tukar-test-ports-${first}`)) return { first, count: sliceSize }
  }
  throw new Error(`all slices of ports from ${from} on are in use`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  if (!(await listens(server, { port, host: '127.0.0.1' }))) return false
  server.close()
  await once(server, 'close')
  return true
}

/** Whether it listens there now; false where another one does. */
function listens(
  server: ReturnType<typeof createServer>,
  at: string | { readonly port: number; readonly host: string },
): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('listening', () => resolve(true))
    server.once('error', () => resolve(false))
    server.listen(at)
  })
}
