/** Tokens that were added in the console: rows that never change and never go. */
import type { Database } from '../../../../platform/database/pool.ts'
import type { AddedToken } from '../register.ts'

type Connection = Pick<Database, 'query'>

/** All of them, the first first. */
export async function readAddedTokens(connection: Connection): Promise<readonly AddedToken[]> {
  const found = await connection.query<AddedToken>(
    `select id as "tokenId", chain, contract, currency_id as "currencyId", decimals
     from wallets.chain_token order by id`,
  )
  return found.rows
}

/** Adds a token; the same again changes nothing, and another one under its contract is an error. */
export async function insertToken(
  connection: Connection,
  token: Omit<AddedToken, 'tokenId'> & { readonly sinceHeight: number; readonly changeId: number },
): Promise<void> {
  const { chain, contract, currencyId, decimals, sinceHeight, changeId } = token
  const done = await connection.query(
    `insert into wallets.chain_token (chain, contract, currency_id, decimals, since_height, change_id)
     select $1, $2, $3, $4, $5, $6
     where not exists (select 1 from wallets.chain_token where chain = $1 and contract = $2
       and currency_id = $3 and decimals = $4)`,
    [chain, contract, currencyId, decimals, sinceHeight, changeId],
  )
  if (done.rowCount !== null && done.rowCount > 1) throw new Error('a token was added twice')
}
