/** Compares the exchange's books with the chains: payments, credits, balances and custody. */
import assert from 'node:assert/strict'
import type { Ledger } from '../harness/ledger.ts'
import type { ChainsRead, Movement } from './chain-reading.ts'
import type { CoinPerson, CoinStage } from './coin-stage.ts'
import { type RequestedWithdrawal, type ChainName, tokenContract } from './coin-work.ts'

/** The ledger's custody accounts, one per chain. */
const rails: Readonly<Record<ChainName, number>> = {
  bitcoin: 102,
  ethereum: 103,
  arbitrum: 104,
  bnb: 105,
}

/** On EVM chains: the first account that a node creates. */
const faucet = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

/** The coins in custody, by chain, and the chain units of one ledger unit. */
const held = [
  { chain: 'bitcoin', contract: null, currencyId: 2, perUnit: 1n },
  { chain: 'ethereum', contract: null, currencyId: 3, perUnit: 10n ** 10n },
  { chain: 'ethereum', contract: tokenContract, currencyId: 5, perUnit: 1n },
  { chain: 'bnb', contract: null, currencyId: 4, perUnit: 10n ** 10n },
  { chain: 'bnb', contract: tokenContract, currencyId: 5, perUnit: 1n },
] as const

type Row = {
  readonly id: string
  readonly commandId: string
  readonly chain: ChainName
  readonly contract: string | null
  readonly state: string
  readonly to: string
  readonly amount: string
  readonly chainAmount: string
}

/** All withdrawals in the exchange's database. */
export function withdrawalsOf(ledger: Ledger): Promise<Row[]> {
  return ledger.query<Row>(
    `select id, request_id as "commandId", chain, contract, state, to_address as "to", amount,
       chain_amount::text as "chainAmount"
     from wallets.chain_withdrawal order by id`,
  )
}

/**
 * INV-13: each completed withdrawal was paid by exactly one movement of exactly that amount, and nothing else
 * was paid.
 */
export async function checkPayments(
  { ledger }: CoinStage,
  { movements }: ChainsRead,
  requested: readonly RequestedWithdrawal[],
): Promise<void> {
  const rows = await withdrawalsOf(ledger)
  assert.equal(rows.length, requested.length, 'a row for each that was answered')
  for (const { commandId, to, way } of requested) {
    const row = rows.find((one) => one.commandId === commandId)
    assert.ok(row !== undefined, `${commandId} is lost`)
    assert.deepEqual([row.chain, row.to.toLowerCase()], [way.chain, to])
    const paid = movements.filter((one) => one.to === to)
    const described = `withdrawal ${row.id} is ${row.state}, paid ${describe(paid)}`
    assert.equal(paid.length, row.state === 'done' ? 1 : 0, described)
    const [only] = paid
    if (only === undefined) continue
    const { chain, contract, amount } = only
    assert.deepEqual([chain, contract, String(amount)], [row.chain, row.contract, row.chainAmount])
  }
}

/** INV-12: each payment of the faucet to a person is one deposit and was credited once. */
export async function checkDeposits(
  { ledger, people }: CoinStage,
  { movements }: ChainsRead,
): Promise<number> {
  const own = new Set(people.flatMap(({ addresses }) => keysOf(addresses)))
  const treasury = await treasuryTransactions(ledger)
  const came = movements.filter(({ to, txid }) => own.has(to) && !treasury.has(txid))
  const rows = await ledger.query<{ txid: string; to: string; amount: string; credits: number }>(
    `select d.txid, d.to_address as "to", d.amount::text,
       (select count(*) from exchange.transfer t where t.source = 'chain_deposit:' || d.id)::int as credits
     from wallets.chain_deposit d where d.block_height is not null`,
  )
  const ours = rows.map(({ txid, to, amount }) => `${txid} ${to} ${amount}`)
  const theirs = came.map(({ txid, to, amount }) => `${txid} ${to} ${amount}`)
  assert.deepEqual(ours.toSorted(), theirs.toSorted())
  assert.deepEqual(
    rows.filter(({ credits }) => credits !== 1),
    [],
    'each was credited once',
  )
  return rows.length
}

async function treasuryTransactions(ledger: Ledger): Promise<ReadonlySet<string>> {
  const rows = await ledger.query<{ txid: string }>(
    'select txid from wallets.chain_transaction where txid is not null',
  )
  return new Set(rows.map(({ txid }) => txid))
}

function keysOf({ bitcoin, evm }: CoinPerson['addresses']): readonly string[] {
  return [bitcoin, evm.toLowerCase()]
}

/** INV-14: on each chain we own at least what the books say. Returns the surpluses, one line each. */
export async function checkCustody(
  { ledger, people }: CoinStage,
  chains: ChainsRead,
): Promise<readonly string[]> {
  const ours = await treasuryAddresses(ledger, chains)
  for (const { addresses } of people) for (const key of keysOf(addresses)) ours.add(key)
  const described: string[] = []
  for (const { railId, currencyId, owed } of await owedOf(ledger)) {
    const way = held.find((one) => rails[one.chain] === railId && one.currencyId === currencyId)
    assert.ok(way !== undefined, `rail ${railId} owes ${owed} of ${currencyId}`)
    const { chain, contract, perUnit } = way
    let sum = 0n
    for (const address of ours) {
      if (address.startsWith('0x') === (chain === 'bitcoin')) continue
      sum += await chains.balance(chain, contract, address)
    }
    const line = `${chain}, currency ${currencyId}: held ${sum}, owed ${BigInt(owed) * perUnit}`
    described.push(line)
    assert.ok(sum >= BigInt(owed) * perUnit, line)
  }
  return described
}

function owedOf(ledger: Ledger) {
  return ledger.query<{ railId: number; currencyId: number; owed: string }>(
    `select account_id::int as "railId", currency_id as "currencyId", (-available)::text as owed
     from exchange.balance where account_id = any($1) and available <> 0`,
    [Object.values(rails)],
  )
}

/**
 * The addresses of the house: the senders on EVM chains, bitcoin's change, and what the faucets paid (this
 * includes people's addresses, which are ours as well).
 */
async function treasuryAddresses(ledger: Ledger, { movements }: ChainsRead): Promise<Set<string>> {
  const senders = await ledger.query<{ address: string }>(
    `select distinct lower(from_address) as address from wallets.chain_transaction
     where from_address is not null`,
  )
  const treasury = await treasuryTransactions(ledger)
  const paid = new Set((await withdrawalsOf(ledger)).map(({ to }) => to))
  const change = movements.filter(
    ({ chain, txid, to }) => chain === 'bitcoin' && treasury.has(txid) && !paid.has(to),
  )
  // Before the first bitcoin payment, the initial coins of the house are not change of ours.
  const begun = await ledger.query<{ output: string }>(
    "select txid || ' ' || amount as output from wallets.chain_outpoint where branch = 1",
  )
  const outputs = new Set(begun.map(({ output }) => output))
  const own = movements.filter(
    ({ chain, txid, amount }) => chain === 'bitcoin' && outputs.has(`${txid} ${amount}`),
  )
  const given = movements.filter(({ from }) => from === faucet)
  return new Set([
    ...senders.map(({ address }) => address),
    ...[...change, ...own, ...given].map(({ to }) => to),
  ])
}

function describe(movements: readonly Movement[]): string {
  return JSON.stringify(movements.map(({ txid, amount }) => `${txid} ${amount}`))
}
