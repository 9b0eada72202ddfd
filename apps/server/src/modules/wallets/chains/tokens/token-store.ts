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

/** Adds a token; what its contract, or its currency on this chain, was added by before stands. */
export async function insertToken(
  connection: Connection,
  token: Omit<AddedToken, 'tokenId'> & { readonly sinceHeight: number; readonly changeId: number },
): Promise<void> {
  const { chain, contract, currencyId, decimals, sinceHeight, changeId } = token
  await connection.query(
    `insert into wallets.chain_token (chain, contract, currency_id, decimals, since_height, change_id)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [chain, contract, currencyId, decimals, sinceHeight, changeId],
  )
}

/** The token of a contract; null where it was not added. */
export async function findToken(
  connection: Connection,
  chain: AddedToken['chain'],
  contract: string,
): Promise<(AddedToken & { readonly changeId: number }) | null> {
  const found = await connection.query<AddedToken & { readonly changeId: number }>(
    `select id as "tokenId", chain, contract, currency_id as "currencyId", decimals,
       change_id as "changeId"
     from wallets.chain_token where chain = $1 and contract = $2`,
    [chain, contract],
  )
  return found.rows[0] ?? null
}

/** The head of a chain as it was last seen; 0 where nobody looked yet. */
export async function headOf(connection: Connection, chain: AddedToken['chain']): Promise<number> {
  const found = await connection.query<{ height: number | null }>(
    'select head_height as height from wallets.chain_cursor where chain = $1',
    [chain],
  )
  return found.rows[0]?.height ?? 0
}
