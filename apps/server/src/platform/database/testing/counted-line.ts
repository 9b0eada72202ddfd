/** A line to the database that lets nothing through any more from a certain message on (FLT-02). */
import type { Socket } from 'node:net'
import { type Line, layLine } from './line.ts'

export type CountedLine = Line & {
  /** How many messages came since it was armed last. */
  readonly sent: number
  /** From the message with this number on, counted from now, none arrives; resolves once it has come. */
  arm(last: number): Promise<void>
  /** Lets all through again; what was not met any more never resolves. */
  open(): void
}

/**
 * Lays such a line; at first all goes through.
 *
 * @param counts  which messages are counted, and may be the last; without it all of them
 */
export async function layCountedLine(
  databaseUrl: string,
  counts: (message: Buffer) => boolean = () => true,
): Promise<CountedLine> {
  let sent = 0
  let last = Number.POSITIVE_INFINITY
  let tell: () => void = () => undefined
  const carry = (client: Socket, database: Socket): void => {
    for (const socket of [client, database]) socket.on('error', () => undefined)
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
    database.on('data', (bytes) => client.destroyed || client.write(bytes))
    client.on('data', (bytes) => {
      if (counts(bytes)) sent += 1
      if (sent >= last) tell()
      else if (!database.destroyed) database.write(bytes)
    })
  }
  const line = await layLine(databaseUrl, carry)
  return {
    ...line,
    get sent() {
      return sent
    },
    arm(wanted) {
      sent = 0
      last = wanted
      return new Promise((resolve) => {
        tell = resolve
      })
    },
    open() {
      last = Number.POSITIVE_INFINITY
    },
  }
}
