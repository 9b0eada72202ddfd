/**
 * Halts of chains that an operator must end. A halt counts by its proof, and the row shows it to operators, so that
 * changing the row halts and resumes nothing (ATT-97). Halts that end automatically are in the row alone.
 */
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { provenValues, addProof } from '../../../../platform/secrets/row-proofs.ts'
import type { ChainName } from '../chains.ts'
import { haltIn, pauseIn } from './halt-causes.ts'

type Connection = Pick<Database, 'query'>

const kind = 'chain_halt'
const going = 'going'

/** The cause of a chain's halt by its last proof; null if it is not halted. */
export async function findProvenHalt(
  connection: Connection,
  keys: Keys,
  chain: ChainName,
): Promise<string | null> {
  return haltOf(await provenValues(connection, keys, kind, [chain]), chain)
}

/** Why a chain is paused: its proven halt, or the pause in its row that ends automatically; null if it is not. */
export async function findChainHalt(
  connection: Connection,
  keys: Keys,
  chain: ChainName,
): Promise<string | null> {
  const halt = await findProvenHalt(connection, keys, chain)
  const found = await connection.query<{ paused: string | null }>(
    'select paused from wallets.chain_cursor where chain = $1',
    [chain],
  )
  const row = found.rows[0]
  return row === undefined ? (halt ?? 'never_looked') : pauseIn(halt, row.paused)
}

/** The same of all chains that were begun. */
export async function findChainHalts(
  connection: Connection,
  keys: Keys,
): Promise<ReadonlyMap<ChainName, string | null>> {
  const halts = await provenValues(connection, keys, kind)
  const rows = await pausedRows(connection)
  return new Map(rows.map(({ chain, paused }) => [chain, pauseIn(haltOf(halts, chain), paused)]))
}

/**
 * Halts a chain until an operator resumes it: proof and row in the caller's transaction. A halted chain keeps
 * its first cause; a further one is found again after the resume.
 *
 * @returns the cause of the halt from now on
 */
export async function haltChain(
  transaction: Transaction,
  keys: Keys,
  chain: ChainName,
  cause: string,
): Promise<string> {
  await transaction.query('select from wallets.chain_cursor where chain = $1 for update', [chain])
  const halt = await findProvenHalt(transaction, keys, chain)
  if (halt !== null) return halt
  await addProof(transaction, keys, { kind, subject: chain }, cause)
  await setPaused(transaction, chain, cause)
  return cause
}

/** Ends the halt of a chain: proof and row. The caller holds the lock of its cursor. */
export async function resumeChain(
  transaction: Transaction,
  keys: Keys,
  chain: ChainName,
): Promise<void> {
  await addProof(transaction, keys, { kind, subject: chain }, going)
  await setPaused(transaction, chain, null)
}

/** Writes into the row why a chain is paused. A halt is written by `haltChain`, with its proof. */
export async function setPaused(
  connection: Connection,
  chain: ChainName,
  cause: string | null,
): Promise<void> {
  await connection.query('update wallets.chain_cursor set paused = $2 where chain = $1', [
    chain,
    cause,
  ])
}

/** Proves the halts of a version that left some of them to the row alone. */
export async function proveEarlierChainHalts(connection: Connection, keys: Keys): Promise<void> {
  const halts = await provenValues(connection, keys, kind)
  for (const { chain, paused } of await pausedRows(connection)) {
    const shown = haltIn(paused)
    if (shown === null || haltOf(halts, chain) !== null) continue
    await addProof(connection, keys, { kind, subject: chain }, shown)
  }
}

/** Chains whose rows contradict the proven halts. */
export async function unprovenChainHalts(
  connection: Connection,
  keys: Keys,
): Promise<readonly string[]> {
  const halts = await provenValues(connection, keys, kind)
  const shown = new Map<string, string | null>()
  for (const { chain, paused } of await pausedRows(connection)) shown.set(chain, paused)
  const chains = new Set([...shown.keys(), ...halts.keys()])
  return [...chains].filter((chain) => haltIn(shown.get(chain) ?? null) !== haltOf(halts, chain))
}

type PausedRow = { readonly chain: ChainName; readonly paused: string | null }

async function pausedRows(connection: Connection): Promise<readonly PausedRow[]> {
  const found = await connection.query<PausedRow>(
    'select chain, paused from wallets.chain_cursor order by chain',
  )
  return found.rows
}

function haltOf(halts: ReadonlyMap<string, string>, chain: string): string | null {
  const says = halts.get(chain) ?? going
  return says === going ? null : says
}
