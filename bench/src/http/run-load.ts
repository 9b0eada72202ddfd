/** Starts the load on the second core and the servers that it is compared with. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { type Started, startProcess } from '@tukar/e2e/harness/children'
import { createClient } from '@tukar/e2e/harness/http'
import { freePort } from '@tukar/server/database/testing/port-slices'
import { until } from '@tukar/e2e/harness/until'
import type { LoadPlan, LoadSummary } from './load-host.ts'

const hostFile = path.join(import.meta.dirname, 'load-host.js')
const bareFile = path.join(import.meta.dirname, 'bare-fastify.js')

/** A command line pinned to one core, if the machine has several and supports it. */
function pinned(core: number, command: string, args: readonly string[]): [string, string[]] {
  if (cpus().length < 2) return [command, [...args]]
  return ['taskset', ['-c', String(core), command, ...args]]
}

/**
 * Pins the main thread of a server to the first core, away from the load. Its other threads and PostgreSQL
 * run anywhere. The same for every compared server.
 */
export function keepOnFirstCore(pid: number): void {
  if (cpus().length >= 2) spawnSync('taskset', ['-cp', '0', String(pid)])
}

/** Runs a plan on the second core. */
export async function runLoad(plan: LoadPlan): Promise<LoadSummary> {
  const [command, args] = pinned(1, process.execPath, [hostFile])
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const answer = text(child.stdout)
  child.stdin.end(JSON.stringify(plan))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`the load ended with ${code}`)
  return JSON.parse(await answer) as LoadSummary
}

export type BareServer = { readonly port: number; readonly process: Started }

/** Starts the bare Fastify. */
export async function startBare(): Promise<BareServer> {
  const port = await freePort()
  const started = startProcess(process.execPath, [bareFile, String(port)])
  const client = createClient(`http://127.0.0.1:${port}`)
  await until('the bare server', async () => (await client.call('GET', '/')).status === 404)
  keepOnFirstCore(started.pid)
  return { port, process: started }
}
