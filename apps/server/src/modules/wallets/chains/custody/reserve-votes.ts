/** Votes of operators about house reserves. */
import type { Database } from '../../../../platform/database/pool.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { type Ballot, provenVoters } from '../../../desk/index.ts'
import type { ChainName } from '../chains.ts'

/** The values of a reserve that a vote covers. */
export type OwnReserve = {
  readonly id: number
  readonly chain: ChainName
  readonly contract: string | null
  readonly units: number
}

/** The ballot of a reserve. */
export function reserveBallot(
  { id, chain, contract, units }: OwnReserve,
  decision: 'propose' | 'confirm',
): Ballot {
  return { kind: 'reserve', subjectId: id, decision, shown: [chain, contract, units] }
}

/** Whether the votes of two operators prove a house reserve. */
export async function isReserveAgreed(
  connection: Pick<Database, 'query'>,
  keys: Keys,
  reserve: OwnReserve,
): Promise<boolean> {
  const proposers = await provenVoters(connection, keys, reserveBallot(reserve, 'propose'))
  const confirming = await provenVoters(connection, keys, reserveBallot(reserve, 'confirm'))
  return proposers.some((one) => confirming.some((other) => other !== one))
}
