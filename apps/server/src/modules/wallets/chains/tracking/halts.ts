/**
 * Chains that wait for a person: one halted them, or what was seen of them did. That is said with a proof, so that clearing
 * the row lets no coins in or out (ATT-97). What passes without anybody is in the row alone.
 */
import type { Database } from '../../../../platform/database/pool.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { provenValues, addProof } from '../../../../platform/secrets/row-proofs.ts'
import type { ChainName } from '../chains.ts'

type Connection = Pick<Database, 'query'>

const kind = 'chain_halt'
const going = 'going'

/** Why a chain waits for a person, as it was said last; null: it does not. */
export async function saidHalt(
  connection: Connection,
  keys: Keys,
  chain: ChainName,
): Promise<string | null> {
  const says = (await provenValues(connection, keys, kind, [chain])).get(chain) ?? going
  return says === going ? null : says
}

/** Says that a chain waits for a person, or no longer does (null). The caller holds its cursor. */
export function sayHalt(
  connection: Connection,
  keys: Keys,
  chain: ChainName,
  cause: string | null,
): Promise<void> {
  return addProof(connection, keys, { kind, subject: chain }, cause ?? going)
}
