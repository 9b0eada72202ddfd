/**
 * Tokens that were added in the console. Each counts by its proof (ADR 0027), which covers contract, currency
 * and decimals. The rows are for operators: a contract that was inserted by hand is no token of ours.
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

/** All added tokens, oldest first. */
export async function readAddedTokens(
  connection: Connection,
  keys: Keys,
): Promise<readonly AddedToken[]> {
  const proven = await provenValues(connection, keys, kind)
  const tokens = [...proven.values()].map((text) => ProvenToken.parse(JSON.parse(text)))
  return tokens.toSorted((one, other) => one.tokenId - other.tokenId)
}

/**
 * Adds a token with its proof. An earlier token of the same contract, or of the currency on this chain,
 * stays.
 */
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

/** Makes proofs for tokens from before proofs existed, as they are now. */
export async function proveEarlierTokens(connection: Connection, keys: Keys): Promise<void> {
  for (const token of await tokenRows(connection)) await proveToken(connection, keys, token)
}

/** Tokens whose rows contradict their proofs, by chain and contract. */
export async function unprovenTokens(
  connection: Connection,
  keys: Keys,
): Promise<readonly string[]> {
  const proven = await provenValues(connection, keys, kind)
  const rows = new Map(
    (await tokenRows(connection)).map((token) => [subjectOf(token), textOf(token)]),
  )
  const subjects = new Set([...rows.keys(), ...proven.keys()])
  return [...subjects].filter((subject) => proven.get(subject) !== rows.get(subject))
}

async function tokenRows(connection: Connection): Promise<readonly AddedToken[]> {
  // Connections other than the program's return large integers as texts.
  const found = await connection.query<AddedToken>(
    `select id::float8 as "tokenId", chain, contract, currency_id as "currencyId", decimals
     from wallets.chain_token order by id`,
  )
  return found.rows
}

/** The token of a contract by its row; null if it was not added. */
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

/** The last known head of a chain; 0 before the first scan. */
export async function headOf(connection: Connection, chain: AddedToken['chain']): Promise<number> {
  const found = await connection.query<{ height: number | null }>(
    'select head_height as height from wallets.chain_cursor where chain = $1',
    [chain],
  )
  return found.rows[0]?.height ?? 0
}
