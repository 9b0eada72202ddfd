/** A connection to PostgreSQL that is cut during a commit (FLT-09). */
import { startTcpProxy } from '../../platform/database/testing/tcp-proxy.ts'

/** Where the next append is cut: before PostgreSQL receives it, or after the commit and before the answer. */
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

/** The name of the prepared statement for appends, which is in each of its messages. */
const appendName = 'journal-append'

/** Starts a proxy on a free port. */
export async function startProxy(databaseUrl: string): Promise<Proxy> {
  let armed: Cut | null = null
  let cuts = 0
  const proxy = await startTcpProxy(databaseUrl, (client, database) => {
    let isCutting = false
    const end = () => {
      client.destroy()
      database.destroy()
    }
    for (const socket of [client, database]) socket.on('error', end).on('close', end)
    client.on('data', (bytes) => {
      if (armed === null || !bytes.includes(appendName)) return database.write(bytes)
      isCutting = armed === 'after'
      armed = null
      cuts += 1
      return isCutting ? database.write(bytes) : end()
    })
    database.on('data', (bytes) => (isCutting ? end() : client.write(bytes)))
  })
  return {
    url: proxy.url,
    get cuts() {
      return cuts
    },
    arm(cut) {
      armed = cut
    },
    stop: () => proxy.stop(),
  }
}
