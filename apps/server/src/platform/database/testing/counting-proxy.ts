/** A proxy to the database that drops everything from a certain message on (FLT-02). */
import type { Socket } from 'node:net'
import { type TcpProxy, startTcpProxy } from './tcp-proxy.ts'

export type CountingProxy = TcpProxy & {
  /** How many messages were sent since it was last armed. */
  readonly sent: number
  /**
   * Drops everything from the message with this number on, counted from now; resolves once that message was
   * sent.
   */
  arm(last: number): Promise<void>
  /** Forwards everything again; a pending `arm` then never resolves. */
  open(): void
}

/**
 * Starts a proxy that forwards everything at first.
 *
 * @param counts which messages are counted and may be the last; by default all of them
 */
export async function startCountingProxy(
  databaseUrl: string,
  counts: (message: Buffer) => boolean = () => true,
): Promise<CountingProxy> {
  let sent = 0
  let last = Number.POSITIVE_INFINITY
  let notify: () => void = () => undefined
  const carry = (client: Socket, database: Socket): void => {
    for (const socket of [client, database]) socket.on('error', () => undefined)
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
    database.on('data', (bytes) => client.destroyed || client.write(bytes))
    client.on('data', (bytes) => {
      if (counts(bytes)) sent += 1
      if (sent >= last) notify()
      else if (!database.destroyed) database.write(bytes)
    })
  }
  const proxy = await startTcpProxy(databaseUrl, carry)
  return {
    ...proxy,
    get sent() {
      return sent
    },
    arm(wanted) {
      sent = 0
      last = wanted
      return new Promise((resolve) => {
        notify = resolve
      })
    },
    open() {
      last = Number.POSITIVE_INFINITY
    },
  }
}
