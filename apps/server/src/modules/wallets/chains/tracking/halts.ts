/**
 * Halts of chains that an operator must end. Each halt is stored with a proof, so that clearing the row opens
 * neither deposits nor withdrawals (ATT-97). Halts that end automatically are in the row alone.
 */
import type { Database } from '../../../../platform/database/pool.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { provenValues, addProof } from '../../../../platform/secrets/row-proofs.ts'
import type { ChainName } from '../chains.ts'

type Connection = Pick<Database, 'query'>

const kind = 'chain_halt'
const going = 'going'

/** The cause of a chain's halt by its last proof; null if it is not halted. */
export async function saidHalt(
  connection: Connection,
  keys: Keys,
  chain: ChainName,
): Promise<string | null> {
  const says = (await provenValues(connection, keys, kind, [chain])).get(chain) ?? going
  return says === going ? null : says
}

/**
 * Stores with a proof that a chain is halted, or that it is not (null). The caller holds the lock of its
 * cursor.
 */
export function sayHalt(
  connection: Connection,
  keys: Keys,
  chain: ChainName,
  cause: string | null,
): Promise<void> {
  return addProof(connection, keys, { kind, subject: chain }, cause ?? going)
}
