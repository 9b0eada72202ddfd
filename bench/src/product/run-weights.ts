/**
 * R-45 by one command, `npm run bench -- weights`: the time from a fresh clone to a moving market, the time
 * of a second start, the installed size, memory, load at rest, and how soon a placed order is in another
 * person's book.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Started, startProcess } from '@tukar/e2e/harness/children'
import { type Client, createClient } from '@tukar/e2e/harness/http'
import { freePort } from '@tukar/server/database/testing/port-slices'
import { openSocket } from '@tukar/e2e/harness/sockets'
import { until } from '@tukar/e2e/harness/until'
import type { Figure, Measured } from '../report.ts'
import { percentile, root } from '../report.ts'
import { measureBookLatency } from './book-latency.ts'
import { coreShareDuring, findDescendants, readResidentMb } from './processes.ts'

const pair = 'BTC_IDR'
const coldStartMs = 600_000
const warmStartMs = 60_000

type Running = { readonly process: Started; readonly client: Client; readonly url: string }

/** `npm start` in a folder, with a separate npm cache; resolves after the first new trade. */
async function startIn(
  folder: string,
  withinMs: number,
): Promise<Running & { readonly tookMs: number }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    npm_config_cache: path.join(folder, '..', 'npm-cache'),
  }
  const begin = performance.now()
  const started = startProcess('npm', ['start'], { cwd: folder, env, detached: true })
  const client = createClient(url)
  await until(
    `npm start in ${folder}`,
    async () => {
      if (!started.isRunning()) throw new Error(started.log().slice(-3_000))
      return (await client.call('GET', '/healthz', { timeoutMs: 1_000 })).status === 200
    },
    { withinMs, everyMs: 50 },
  )
  const readyMs = performance.now() - begin
  await untilMoving(url)
  const movingMs = performance.now() - begin
  return { process: started, client, url, tookMs: withinMs === coldStartMs ? movingMs : readyMs }
}

async function untilMoving(url: string): Promise<void> {
  const socket = await openSocket(url, { pairs: [pair] })
  const isTrade = (data: { readonly [key: string]: unknown }) => data['prepended'] === true
  await socket.wait('histories', isTrade, 60_000)
  socket.close()
}

async function end({ process: started }: Running): Promise<void> {
  process.kill(-started.pid, 'SIGINT')
  await started.ended
}

function megabytes(...folders: readonly string[]): number {
  const text = execFileSync('du', ['-sck', ...folders], { encoding: 'utf8' })
  return Number(text.trim().split('\n').at(-1)?.split('\t')[0]) / 1_024
}

/** A clone of HEAD, in a folder that other users may enter. */
function freshClone(): string {
  const scratch = mkdtempSync(path.join(tmpdir(), 'tukar-weights-'))
  execFileSync('chmod', ['755', scratch])
  const folder = path.join(scratch, 'clone')
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, folder])
  mkdirSync(path.join(scratch, 'npm-cache'))
  return folder
}

function figure(what: string, value: number, unit: string, atMost: number): Figure {
  return { what, value, unit, goal: { of: 'value', atMost } }
}

/** Measures every figure of R-45. */
export async function measureWeights(quick: boolean): Promise<Measured> {
  const folder = freshClone()
  try {
    const cold = await startIn(folder, coldStartMs)
    const installed = megabytes(path.join(folder, 'node_modules'))
    const latencies = await measureBookLatency(cold.client, cold.url, quick ? 20 : 200)
    await end(cold)
    const warm = await startIn(folder, warmStartMs)
    const family = () => findDescendants(warm.process.pid)
    const resident = readResidentMb(family())
    const restSeconds = quick ? 10 : 300
    // Wait for the database's maintenance after the start and the orders before.
    await wait((quick ? 5 : 120) * 1_000)
    const data = path.join(folder, 'data')
    const before = megabytes(data)
    const atRest = await coreShareDuring(family, () => wait(restSeconds * 1_000))
    const dayMb = ((megabytes(data) - before) * 86_400) / restSeconds
    await end(warm)
    return {
      figures: [
        figure('Fresh clone, empty npm cache, to a moving market', cold.tookMs / 1_000, 's', 90),
        figure('Second start, to the first answer', warm.tookMs / 1_000, 's', 3),
        figure('What npm start installs', installed, 'MB', 450),
        figure('Resident, server and PostgreSQL', resident, 'MB', 700),
        figure('Processor at rest, nobody connected', atRest, 'cores', 0.1),
        figure('Written a day at rest', dayMb, 'MB', 200),
        figure(
          'A placed order stands in another’s book, p95',
          percentile(latencies, 0.95),
          'ms',
          150,
        ),
      ],
      notes: [
        `The book: ${latencies.length} orders over HTTP to the picture on another socket, median ` +
          `${percentile(latencies, 0.5).toFixed(0)} ms.`,
        `At rest: ${restSeconds} s with nobody connected, some minutes after the start. The growth of the data folder, which ` +
          'PostgreSQL’s log takes up in steps of 16 MB, is scaled to a day.',
      ],
    }
  } finally {
    rmSync(path.dirname(folder), { recursive: true, force: true })
  }
}
