/**
 * For tests of coin deposits: the routes on a real host, a real engine, PostgreSQL, local nodes with blocks
 * on demand, and a signer with a seed that no other test has.
 */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type ChainNodes, localChainNodes } from '../../../../adapters/chain-nodes/index.ts'
import type { TemporaryChains } from '../../../../adapters/chain-nodes/testing/chains.ts'
import type { SimulatedBitcoin } from '../../../../adapters/bitcoin/testing/simulated-bitcoin.ts'
import type { SimulatedChain } from '../../../../adapters/evm/testing/simulated-chain.ts'
import { createLocalSigner, createSigner, type Signer } from '../../../../adapters/signer/index.ts'
import type { Engine } from '../../../../engine/index.ts'
import { engineFor } from '../../../../engine/testing/rig.ts'
import { until } from '../../../../engine/testing/until.ts'
import { tablesFollow } from '../../../../engine/testing/tables.ts'
import {
  type ChainSettings,
  readChainSettings,
} from '../../../../platform/config/chain-settings.ts'
import { createMail } from '../../../../platform/mail/mail.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { testKeys } from '../../../../platform/secrets/testing/secrets.ts'
import {
  type TestAnswer,
  ask,
  type Desk as TestDesk,
  deskOn,
  type Lasting,
  type Person,
  personAt,
} from '../../../../testing/desk.ts'
import { verifyAndAgree } from '../../../../testing/verified.ts'
import { createEligibility } from '../../../agreement/index.ts'
import { createListing, type Listing, seedCommands } from '../../../markets/index.ts'
import { type AddressKeys, createAddressKeys } from '../addresses/address-keys.ts'
import { type ChainDeposits, openChainDeposits } from '../deposits/deposits.ts'
import type { ChainRegister } from '../register.ts'
import { type LiveRegister, openRegister } from '../tokens/live-register.ts'
import type { Witness } from '../tracking/witness.ts'

export type CoinDesk = TestDesk & {
  readonly engine: Engine
  readonly register: ChainRegister
  readonly live: LiveRegister
  readonly listing: Listing
  readonly deposits: ChainDeposits
  readonly chains: CoinChains
  /** Also dependencies of withdrawals. */
  readonly nodes: ChainNodes
  readonly signer: Signer
  readonly addressKeys: AddressKeys
  readonly keys: Keys
  /** Creates a user, who may deposit if he is verified. */
  person(name: string, isVerified?: boolean): Promise<Person>
}

export type Row = Readonly<Record<string, unknown>>

/** Often enough for a test, without flooding the nodes. */
const wakeEveryMs = 200
/** The key with which the signer of these tests checks approvals. */
export const approvalKey = Buffer.from('approvals-of-the-tests-are-made-with-this')

/** Real nodes, or a simulated ethereum and optionally a bitcoin node. */
export type CoinChains =
  | TemporaryChains
  | { readonly simulated: SimulatedChain; readonly bitcoin?: SimulatedBitcoin }

export type CoinDeskOptions = {
  /** An engine that already leads on this database; otherwise a new one. */
  readonly engine?: Engine
  readonly witness?: Witness | null
  /** Wraps the signer, for example as a compromised one. */
  readonly asSigner?: (honest: Signer) => Signer
  /** Wraps the nodes. */
  readonly asNodes?: (honest: ChainNodes) => ChainNodes
}

/** Opens the whole setup on this database. */
export async function coinDesk(
  test: Lasting,
  databaseUrl: string,
  chains: CoinChains,
  {
    engine: given,
    witness = null,
    asSigner = (honest) => honest,
    asNodes = (honest) => honest,
  }: CoinDeskOptions = {},
): Promise<CoinDesk> {
  const ends: (() => Promise<unknown>)[] = []
  // Runs before the nodes end.
  test.after(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })
  const engine = given ?? (await engineFor(test, databaseUrl, { seeds: seedCommands() }))
  const desk = await deskOn(test, databaseUrl)
  const { database, http, log, sessions } = desk
  const keys = testKeys
  const settings = settingsFor(chains)
  const listing = await createListing(engine, database, testKeys)
  const live = await openRegister({ database, keys, log, listing, settings })
  const { register } = live
  // All tests of a file share the nodes.
  const nodes = asNodes(nodesFor(chains))
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tukar-signer-'))
  const local = createLocalSigner({
    log,
    folder,
    approvalKey,
    settings: () =>
      Promise.resolve({ enginePublicKey: engine.statementKey, ...signerSettings(register) }),
  })
  ends.push(async () => {
    await local.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })
  const signer = asSigner(createSigner({ reach: () => local.reach() }))
  const addressKeys = createAddressKeys({ database, log, signer, network: nodes.network })
  const deposits = await openChainDeposits(http, {
    database,
    engine,
    log,
    sessions,
    keys,
    mail: createMail(keys),
    gate: createEligibility({ database, keys, tradesBeforeKyc: true }),
    register,
    nodes,
    witness,
    addressKeys,
    isLocal: true,
    claimsEther: true,
    origin: 'https://tukar.example',
  })
  ends.push(
    () => deposits.stop(),
    () => nodes.stop(),
  )
  return {
    ...desk,
    engine,
    register,
    live,
    listing,
    deposits,
    chains,
    nodes,
    signer,
    addressKeys,
    keys,
    async person(name, isVerified = true) {
      const person = await personAt(desk, name)
      if (isVerified) await verifyAndAgree({ database, keys }, person.userId, name)
      return person
    },
  }
}

/** A simulation's real nodes need no settings. */
function settingsFor(chains: CoinChains): ChainSettings {
  if (!('simulated' in chains)) return readChainSettings({}, 'simulation')
  const named = {
    TUKAR_ETHEREUM_URL: 'http://127.0.0.1:1',
    ...(chains.bitcoin === undefined ? {} : bitcoinNamed),
    TUKAR_SIGNER_URL: 'http://127.0.0.1:1',
    TUKAR_SIGNER_KEY: 'key-of-the-signer-of-the-tests-0001',
    TUKAR_SIGNER_APPROVAL_KEY: approvalKey.toString(),
  }
  return readChainSettings(named, 'live')
}

const bitcoinNamed = {
  TUKAR_BITCOIN_URL: 'http://127.0.0.1:1',
  TUKAR_BITCOIN_USER: 'tests',
  TUKAR_BITCOIN_PASSWORD: 'of-nobody',
}

function nodesFor(chains: CoinChains): ChainNodes {
  if (!('simulated' in chains)) {
    return localChainNodes({ ...chains.process, stop: () => Promise.resolve() })
  }
  const none = { ethereum: null, arbitrum: null, bnb: null }
  return {
    network: 'regtest',
    bitcoin: chains.bitcoin?.node ?? null,
    evm: { ...none, ethereum: chains.simulated.node },
    second: { bitcoin: null, evm: none },
    reach: () => Promise.resolve(true),
    control: () => null,
    local: () => null,
    stop: () => Promise.resolve(),
  }
}

function signerSettings({ assets }: ChainRegister) {
  const caps = { transaction: '5000', hour: '10000', day: '20000', fee: '1' }
  return {
    bitcoinNetwork: 'regtest' as const,
    assets: assets.map(({ chainId, symbol, contract, chainDecimals }) => ({
      chain: chainId === null ? 'bitcoin' : `evm:${chainId}`,
      currency: symbol,
      contract,
      decimals: chainDecimals,
    })),
    caps: Object.fromEntries(assets.map(({ symbol }) => [symbol, caps])),
    tokensMax: 3,
  }
}

/** Sends a POST request as a user. */
export function post(
  desk: CoinDesk,
  { token }: Person,
  url: string,
  body: object = {},
): Promise<TestAnswer> {
  return ask(desk, 'POST', url, { token, body })
}

/** Gives a user an address. It retries while the signer of a busy machine does not answer in time. */
export async function addressOf(
  desk: CoinDesk,
  person: Person,
  family: 'ethereum' | 'bitcoin',
): Promise<string> {
  const request = () => post(desk, person, `/wallets/get-${family}-address`)
  let { status, body } = await request()
  await until('an answer about an address', async () => {
    if (status === 503) ({ status, body } = await request())
    return status !== 503
  })
  assert.equal(status, 200, JSON.stringify(body))
  return String((body['data'] as Row)['wallet_address'])
}

/** The rows of a list. */
export async function listed(
  desk: CoinDesk,
  { token }: Person,
  url: string,
): Promise<readonly Row[]> {
  const { status, body } = await ask(desk, 'GET', url, { token })
  assert.equal(status, 200, JSON.stringify(body))
  return (body['data'] as { readonly datas: readonly Row[] }).datas
}

/** Waits until the newest row of a list has a state; returns the row. */
export async function newestIn(
  desk: CoinDesk,
  person: Person,
  { url, state }: { readonly url: string; readonly state: string },
): Promise<Row> {
  const seen: { row: Row; wokenMs: number } = { row: {}, wokenMs: 0 }
  await until(`the newest of ${url} is ${state}`, async () => {
    if (performance.now() - seen.wokenMs > wakeEveryMs) {
      seen.wokenMs = performance.now()
      desk.deposits.wake()
    }
    seen.row = (await listed(desk, person, `${url}?page=1&rows=10`))[0] ?? {}
    return seen.row['state'] === state
  }).catch((error: unknown) => {
    throw new Error(`it is ${JSON.stringify(seen.row)}`, { cause: error })
  })
  return seen.row
}

/** The available units of a user in a currency. */
export async function available(
  { database, engine }: CoinDesk,
  { userId }: Person,
  currencyId: number,
): Promise<number> {
  await tablesFollow(engine, userId)
  const found = await database.query<{ available: number }>(
    'select available from exchange.balance where account_id = $1 and currency_id = $2',
    [userId, currencyId],
  )
  return found.rows[0]?.available ?? 0
}
