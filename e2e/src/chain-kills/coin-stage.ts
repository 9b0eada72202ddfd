/**
 * An exchange with the simulated chains, people with addresses on them, and all their processes, each of
 * which can be killed alone.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { type JsonObject, objectAt, textAt } from '../harness/http.ts'
import { type Ledger, openLedger } from '../harness/ledger.ts'
import { newPerson, type Person, verifyPeople } from '../harness/people.ts'
import { freePort } from '@tukar/server/database/testing/port-slices'
import { type RunningPostgres, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, startServer, temporaryFolder } from '../harness/server.ts'
import { until } from '../harness/until.ts'

/** Blocks come quickly, so that a run ends. The number of confirmations is unchanged. */
const environment = {
  TUKAR_MAKERS: 'off',
  TUKAR_SIGN_UP_BURST: '1000',
  TUKAR_LOCAL_BITCOIN_BLOCK_MS: '900',
  TUKAR_LOCAL_EVM_BLOCK_MS: '500',
}
const chainsWithinMs = 120_000

/** The targets of a kill: the server, all local nodes, one of the nodes, or the signer. */
export const targets = ['server', 'nodes', 'bitcoin', 'evm', 'signer'] as const
export type Target = (typeof targets)[number]

export type CoinPerson = Person & {
  readonly addresses: { readonly bitcoin: string; readonly evm: string }
}

export type CoinStage = {
  readonly postgres: RunningPostgres
  readonly ledger: Ledger
  readonly people: readonly CoinPerson[]
  readonly nodesFolder: string
  /** The server that runs now: a new one after each kill. */
  server: RunningServer
  /** Starts the exchange again on the same port, database and data. */
  restart(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts everything, with this many people who have an address of each family.
 *
 * @param lay puts a proxy between exchange and database; without it there is none
 */
export async function openCoinStage(
  peopleCount: number,
  lay: (databaseUrl: string) => Promise<string> = (url) => Promise.resolve(url),
): Promise<CoinStage> {
  const postgres = await startPostgres('quiet')
  const databaseUrl = await lay(postgres.url)
  const ledger = await openLedger(postgres.url)
  const dataFolder = temporaryFolder('coins')
  const port = await freePort()
  const begin = (): Promise<RunningServer> =>
    startServer({ databaseUrl, port, dataFolder, environment })
  const server = await begin()
  const people: Person[] = []
  for (let no = 0; no < peopleCount; no += 1) people.push(await newPerson(server.client, 'koin'))
  await verifyPeople(postgres.url, people)
  const withAddresses: CoinPerson[] = []
  for (const person of people) {
    const [bitcoin, evm] = [
      await address(server, person, 'bitcoin'),
      await address(server, person, 'ethereum'),
    ]
    withAddresses.push({ ...person, addresses: { bitcoin, evm } })
  }
  const stage: CoinStage = {
    postgres,
    ledger,
    people: withAddresses,
    nodesFolder: path.join(dataFolder, 'chains/nodes'),
    server,
    async restart() {
      stage.server = await begin()
    },
    async close() {
      await ledger.close()
      if (stage.server.process.isRunning()) await stage.server.stop()
      await postgres.stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
  return stage
}

/** The first request of a run waits for the nodes and the signer. */
async function address(
  { client }: RunningServer,
  { token }: Person,
  family: 'bitcoin' | 'ethereum',
): Promise<string> {
  const answer = await until(
    `an address of ${family}`,
    async () => {
      const reply = await client.call('POST', `/wallets/get-${family}-address`, { token, body: {} })
      if (reply.body['success'] !== 1) throw new Error(reply.text)
      return reply.body
    },
    { withinMs: chainsWithinMs, everyMs: 500 },
  )
  return textAt(objectAt(answer, 'data'), 'wallet_address')
}

/** Calls a path; null if there was no answer, or one without a decision. */
export async function callUntilDecided(
  stage: CoinStage,
  { token }: Person,
  call: { readonly path: string; readonly body: JsonObject; readonly commandId?: string },
): Promise<JsonObject | null> {
  const { path: where, body, commandId } = call
  const id = commandId === undefined ? {} : { commandId }
  try {
    const answer = await stage.server.client.call('POST', where, { token, body, ...id })
    return answer.status < 500 && answer.status !== 429 ? answer.body : null
  } catch {
    return null
  }
}

/**
 * Kills a process of the stage with SIGKILL. Starts the server again if it was the server; the other
 * processes restart automatically. False if there is no such process now.
 */
export async function killOne(stage: CoinStage, target: Target): Promise<boolean> {
  const { server } = stage
  if (target === 'server') {
    await server.kill()
    await stage.restart()
    return true
  }
  const pid = processesBelow(server.process.pid).find(({ command }) =>
    marks[target].test(command),
  )?.pid
  if (pid === undefined) return false
  try {
    process.kill(pid, 'SIGKILL')
    return true
  } catch {
    return false
  }
}

const marks = {
  nodes: /launch\/chains\.mjs/,
  bitcoin: /chains\/dist\/bitcoin\/run\.js/,
  evm: /\banvil\b/,
  signer: /signer\/dist\/run\.js/,
} as const

type Running = { readonly pid: number; readonly parent: number; readonly command: string }

/** All descendants of a process. */
function processesBelow(pid: number): readonly Running[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess)
  const below = new Set([pid])
  for (let size = 0; size !== below.size; ) {
    size = below.size
    for (const one of all) if (below.has(one.parent)) below.add(one.pid)
  }
  return all.filter((one) => one.pid !== pid && below.has(one.pid))
}

function readProcess(name: string): Running[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return [{ pid: Number(name), parent, command }]
  } catch {
    // The process ended while the list was read.
    return []
  }
}
