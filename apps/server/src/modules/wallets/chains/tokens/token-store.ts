/**
 * Tokens that were added in the console: each counts by the proof of what was added (ADR 0027), which says its contract,
 * currency and decimals. Rows are for people who look: a contract that somebody put there is no token of ours.
 */
import * as z from 'zod/mini'
import type { Database } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { provenValues, addProof } from '../../../../platform/secrets/row-proofs.ts'
import type { AddedToken } from '../register.ts'

type Connection = Pick<Database, 'query'>

const ProvenToken = z.object({
  tokenId: z.int(),
  chain: z.enum(['ethereum', 'arbitrum', 'bnb']),
  contract: z.string(),
  currencyId: z.int(),
  decimals: z.int(),
})
const kind = 'token'

/** All of them as they were added, the first first. */
export async function readAddedTokens(
  connection: Connection,
  keys: Keys,
): Promise<readonly AddedToken[]> {
  const said = await provenValues(connection, keys, kind)
  const tokens = [...said.values()].map((says) => ProvenToken.parse(JSON.parse(says)))
  return tokens.toSorted((one, other) => one.tokenId - other.tokenId)
}

/** Adds a token with its proof; what its contract, or its currency on this chain, was added by before stands. */
export async function insertToken(
  database: Database,
  keys: Keys,
  token: Omit<AddedToken, 'tokenId'> & { readonly sinceHeight: number; readonly changeId: number },
): Promise<void> {
  const { chain, contract, currencyId, decimals, sinceHeight, changeId } = token
  await inTransaction(database, async (transaction) => {
    const added = await transaction.query<{ tokenId: number }>(
      `insert into wallets.chain_token
         (chain, contract, currency_id, decimals, since_height, change_id)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id as "tokenId"`,
      [chain, contract, currencyId, decimals, sinceHeight, changeId],
    )
    const tokenId = added.rows[0]?.tokenId
    if (tokenId === undefined) return
    await proveToken(transaction, keys, { tokenId, chain, contract, currencyId, decimals })
  })
}

function proveToken(connection: Connection, keys: Keys, token: AddedToken): Promise<void> {
  return addProof(connection, keys, { kind, subject: subjectOf(token) }, textOf(token))
}

function subjectOf({ chain, contract }: AddedToken): string {
  return `${chain}:${contract}`
}

function textOf({ tokenId, chain, contract, currencyId, decimals }: AddedToken): string {
  return JSON.stringify({ tokenId, chain, contract, currencyId, decimals })
}

/** Proves the tokens of before there were proofs, as they are now. */
export async function proveEarlierTokens(connection: Connection, keys: Keys): Promise<void> {
  for (const token of await tokenRows(connection)) await proveToken(connection, keys, token)
}

/** Tokens whose rows say something else than was added, by chain and contract. */
export async function unprovenTokens(
  connection: Connection,
  keys: Keys,
): Promise<readonly string[]> {
  const said = await provenValues(connection, keys, kind)
  const rows = new Map(
    (await tokenRows(connection)).map((token) => [subjectOf(token), textOf(token)]),
  )
  const subjects = new Set([...rows.keys(), ...said.keys()])
  return [...subjects].filter((subject) => said.get(subject) !== rows.get(subject))
}

async function tokenRows(connection: Connection): Promise<readonly AddedToken[]> {
  // Another connection than the program's gives large integers as texts.
  const found = await connection.query<AddedToken>(
    `select id::float8 as "tokenId", chain, contract, currency_id as "currencyId", decimals
     from wallets.chain_token order by id`,
  )
  return found.rows
}

/** The token of a contract, as its row has it; null where it was not added. */
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
