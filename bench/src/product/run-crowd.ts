/** The server's cost of 1,000 subscribed clients (R-69 in place of floors 7 and 7b). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer } from '@tukar/e2e/harness/server'
import type { Measured } from '../report.ts'
import { median } from '../report.ts'
import { coreShareDuring } from './processes.ts'

const crowdFile = path.join(import.meta.dirname, 'crowd.js')

type Second = { readonly connected: number; readonly bytes: number; readonly chunks: number }

/** Measures the main process with one visitor and with the crowd; the difference is the crowd's. */
export async function measureCrowd(quick: boolean): Promise<Measured> {
  const clients = quick ? 200 : 1_000
  const seconds = quick ? 5 : 20
  const server = await startServer()
  const share = () =>
    coreShareDuring(
      () => [server.process.pid],
      () => wait(seconds * 1_000),
    )
  try {
    const alone = await withCrowd(server.port, 1, share)
    const crowded = await withCrowd(server.port, clients, share)
    const cost = crowded.result - alone.result
    return {
      figures: [
        {
          what: `${clients.toLocaleString('en-US')} clients subscribed to a moving market`,
          value: cost,
          unit: 'cores more than with one',
          reference: { what: 'cores with one client', value: alone.result },
          floor: { of: 'value', atMost: 0.5 },
        },
        {
          what: 'Pictures and trades received by a client',
          value: crowded.perClient,
          unit: 'packets/s',
        },
        { what: 'Sent to all clients', value: crowded.megabytes, unit: 'MB/s' },
      ],
      notes: ['The processor time of the server’s process, all its threads, from /proc.'],
    }
  } finally {
    await server.stop()
  }
}

async function withCrowd(port: number, clients: number, measure: () => Promise<number>) {
  const crowd = spawn(process.execPath, [crowdFile, String(port), String(clients), 'BTC_IDR'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    const seconds: Second[] = []
    const lines = createInterface({ input: crowd.stdout })
    lines.on('line', (line) => seconds.push(JSON.parse(line) as Second))
    await once(lines, 'line')
    await wait(2_000)
    seconds.length = 0
    const result = await measure()
    const connected = seconds[0]?.connected ?? clients
    return {
      result,
      perClient: median(seconds.map(({ chunks }) => chunks)) / connected,
      megabytes: median(seconds.map(({ bytes }) => bytes)) / 1e6,
    }
  } finally {
    crowd.stdin.end()
    crowd.kill()
  }
}
