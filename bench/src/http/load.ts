/**
 * Two kinds of load. Closed: each of a number of connections sends as soon as it was answered, to measure
 * throughput. Open: a fixed number of requests per second whatever the server does, with the latency counted
 * from when each was due, to measure waiting time.
 */
import { openRawConnection, type RawAnswer, type RawConnection } from './raw-connection.ts'

export type LoadResult = {
  readonly seconds: number
  readonly accepted: number
  readonly refused: number
  /** Requests answered with 429, 503 and similar codes. */
  readonly turnedAway: number
  readonly latenciesMs: readonly number[]
}

export type Workload = {
  /** The next request of this connection. */
  request(connection: number): string
  /** Whether an answer means success. */
  judge(answer: RawAnswer, connection: number): 'accepted' | 'refused' | 'turned_away'
}

type Tally = { accepted: number; refused: number; turnedAway: number; latenciesMs: number[] }

const latenciesKept = 2_000_000
/**
 * The longest sleep between two checks for due or answered requests; without sleeping the generator would
 * take a core away from server and database.
 */
const checkMs = 0.25
const asleep = new Int32Array(new SharedArrayBuffer(4))

async function openAll(port: number, count: number): Promise<RawConnection[]> {
  const failed = (error: Error) => {
    if (!closing) throw error
  }
  let closing = false
  const connections = await Promise.all(
    Array.from({ length: count }, () => openRawConnection(port, failed)),
  )
  return connections.map((connection) => ({
    send: connection.send,
    close() {
      closing = true
      connection.close()
    },
  }))
}

type Verdict = ReturnType<Workload['judge']>

function note(tally: Tally, verdict: Verdict, latencyMs: number): void {
  if (verdict === 'accepted') tally.accepted++
  else if (verdict === 'refused') tally.refused++
  else tally.turnedAway++
  if (tally.latenciesMs.length < latenciesKept) tally.latenciesMs.push(latencyMs)
}

/** Sends as fast as the server answers, over `connections` connections, for `seconds`. */
export async function runClosed(
  port: number,
  workload: Workload,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<LoadResult> {
  const opened = await openAll(port, connections)
  const tally: Tally = { accepted: 0, refused: 0, turnedAway: 0, latenciesMs: [] }
  const begin = performance.now()
  const end = begin + seconds * 1_000
  await Promise.all(
    opened.map(
      (connection, i) =>
        new Promise<void>((resolve) => {
          const next = () => {
            const sent = performance.now()
            if (sent >= end) return resolve()
            connection.send(workload.request(i), (answer) => {
              note(tally, workload.judge(answer, i), performance.now() - sent)
              next()
            })
          }
          next()
        }),
    ),
  )
  const took = (performance.now() - begin) / 1_000
  for (const connection of opened) connection.close()
  return { seconds: took, ...tally }
}

/** Sends `perSecond` requests a second for `seconds`; late answers make later requests wait. */
export async function runOpen(
  port: number,
  workload: Workload,
  {
    connections,
    perSecond,
    seconds,
  }: { readonly connections: number; readonly perSecond: number; readonly seconds: number },
): Promise<LoadResult> {
  const opened = await openAll(port, connections)
  const idle = opened.map((_, i) => i)
  const tally: Tally = { accepted: 0, refused: 0, turnedAway: 0, latenciesMs: [] }
  const total = Math.round(perSecond * seconds)
  const begin = performance.now()
  await new Promise<void>((resolve) => {
    const dueAtOf = (request: number) => begin + (request * 1_000) / perSecond
    let sent = 0
    let done = 0
    let isTicking = true
    const sendDue = () => {
      while (idle.length > 0 && sent < total && dueAtOf(sent) <= performance.now()) {
        // The connections take turns, because the server closes an idle one.
        const i = idle.shift() ?? 0
        const dueAt = dueAtOf(sent++)
        opened[i]?.send(workload.request(i), (answer) => {
          note(tally, workload.judge(answer, i), performance.now() - dueAt)
          idle.push(i)
          if (++done === total) return resolve()
          sendDue()
          if (isTicking || idle.length === 0) return
          isTicking = true
          setImmediate(tick)
        })
      }
    }
    const tick = () => {
      sendDue()
      // While every connection is busy there is nothing to do before the next answer.
      isTicking = idle.length > 0 && sent < total
      if (!isTicking) return
      Atomics.wait(asleep, 0, 0, Math.max(0, Math.min(checkMs, dueAtOf(sent) - performance.now())))
      setImmediate(tick)
    }
    tick()
  })
  const took = (performance.now() - begin) / 1_000
  for (const connection of opened) connection.close()
  return { seconds: took, ...tally }
}
