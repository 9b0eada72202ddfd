/** A TCP proxy in front of PostgreSQL that cuts connections in the middle of a commit (FLT-09). */
import { connect, createServer, type Socket } from 'node:net'

/** Where the next append is cut: before PostgreSQL has it, or after it is committed, unanswered. */
export type Cut = 'before' | 'after'

export type Proxy = {
  /** The database's URL through the proxy. */
  readonly url: string
  /** How many appends were cut. */
  readonly cuts: number
  /** Cuts the next append to the journal. */
  arm(cut: Cut): void
  stop(): Promise<void>
}

/** The name of the statement that appends, which is in each of its messages. */
const appendName = 'journal-append'

/** Starts a proxy on a free port. */
export async function startProxy(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let armed: Cut | null = null
  let cuts = 0
  const server = createServer((front) => {
    const back = connect(Number(target.port), target.hostname)
    let isCutting = false
    const end = () => {
      front.destroy()
      back.destroy()
    }
    for (const socket of [front, back]) {
      sockets.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    front.on('data', (bytes) => {
      if (armed === null || !bytes.includes(appendName)) return back.write(bytes)
      isCutting = armed === 'after'
      armed = null
      cuts += 1
      return isCutting ? back.write(bytes) : end()
    })
    back.on('data', (bytes) => (isCutting ? end() : front.write(bytes)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const url = new URL(databaseUrl)
  url.port = String(address.port)
  return {
    url: url.toString(),
    get cuts() {
      return cuts
    },
    arm(cut) {
      armed = cut
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
