/**
 * For tests of tampering: a planted vulnerability. Proofs of forged withdrawals, addresses, approvals, orders
 * and tokens are made again, as if they were not checked. A test that finds nothing then would not find a
 * real vulnerability either.
 */
import assert from 'node:assert/strict'
import { approve, hotWallet } from '../../../adapters/signer/index.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { type Sealed, createSeal } from '../../../platform/security/opaque-tokens.ts'
import { giveRole, type Person, testPass } from '../../../testing/desk.ts'
import type { TamperMove } from '../../../testing/tampering.ts'
import { sealOfAddress } from '../chains/addresses/address-seal.ts'
import type { ChainFamily } from '../chains/chains.ts'
import { addressOf, approvalKey } from '../chains/testing/coin-desk.ts'
import { type CoinOutDesk, payFrom } from '../chains/testing/coin-out-desk.ts'
import { proveEarlierTokens } from '../chains/tokens/token-store.ts'
import { macOfRequest } from '../chains/withdrawals/requests/approving.ts'
import { isOrdered, orderBytes, readOrder } from '../chains/withdrawals/signing/signing-order.ts'
import { paymentsAfter } from '../chains/withdrawals/payment-store.ts'
import { claimsAfter } from '../chains/withdrawals/proofs/proof-store.ts'
import { macOfTransaction } from '../chains/withdrawals/proofs/transaction-proof.ts'
import { chainWithdrawalBallot } from '../chains/withdrawals/votes.ts'
import { readChainWithdrawal } from '../chains/withdrawals/withdrawal-store.ts'
import { castVote } from '../../desk/index.ts'
import { proveEarlierSettings } from '../../settings/index.ts'
import { proveEarlierLimits } from '../person-limits.ts'
import type { CoinMoney } from './coin-money.ts'
import { fakeToken, reordered, thiefId } from './coin-moves.ts'
import { limitedId } from './limit-side.ts'
import type { Side } from './side.ts'

const rowsMax = 1_000

/** Redirects all withdrawals to the thief, and gives him one owner's address and deposits. */
function takeAll({ thiefAddress }: CoinMoney): TamperMove {
  const first = `(select user_id from wallets.chain_address order by family, index limit 1)`
  return {
    table: 'wallets.chain_withdrawal',
    sql: `with given as (update wallets.chain_address set user_id = ${thiefId} where user_id = ${first}),
        taken as (update wallets.chain_deposit set user_id = ${thiefId} where user_id = ${first})
      update wallets.chain_withdrawal set to_address = '${thiefAddress}' where :row is not null`,
  }
}

async function proveAnew({ database, keys }: CoinOutDesk): Promise<void> {
  for (const payment of await paymentsAfter(database, 0, rowsMax)) {
    await database.query('update wallets.chain_withdrawal set request_mac = $2 where id = $1', [
      payment.rowId,
      macOfRequest(keys, payment),
    ])
  }
  const given = await database.query<{
    family: ChainFamily
    userId: number
    index: number
    address: string
  }>('select family, user_id as "userId", index, address from wallets.chain_address')
  for (const one of given.rows) {
    await database.query(
      'update wallets.chain_address set seal = $3 where family = $1 and index = $2',
      [one.family, one.index, sealOfAddress(keys, one)],
    )
  }
}

/** Adds a second operator's approval to each approved payout. */
function agreeTwice(other: Person): TamperMove {
  return {
    table: 'wallets.approval',
    sql: `insert into wallets.approval (kind, row_id, decision, operator_id, reason)
      select kind, row_id, decision, ${other.userId}, reason from wallets.approval
      where kind = 'chain_withdrawal' and :row is not null`,
  }
}

/** Redirects unsigned orders to the thief. */
function takeOrders({ thiefAddress }: CoinMoney): TamperMove {
  const set = reordered('"destination":"[^"]*"', `"destination":"${thiefAddress}"`)
  return {
    table: 'wallets.chain_transaction',
    sql: `update wallets.chain_transaction t set ${set}
      where t.purpose = 'payout' and t.txid is null and :row is not null`,
  }
}

/** Lists a token of the thief as bitcoin. */
const addToken: TamperMove = {
  table: 'wallets.chain_cursor',
  sql: `insert into wallets.chain_token (chain, contract, currency_id, decimals, since_height, change_id)
    select 'ethereum', '${fakeToken}', 2, 8, 0, 1 where :row is not null`,
}
/** The amount of it that is paid to him. */
const fakeAmount = 300_000n

/** Makes the vote of each approval by the operator in its row. */
async function voteAgain({ database, keys }: CoinOutDesk): Promise<void> {
  const approvals = await database.query<{ rowId: number; operatorId: number }>(
    `select row_id as "rowId", operator_id as "operatorId" from wallets.approval
     where kind = 'chain_withdrawal' and decision = 'approve'`,
  )
  for (const { rowId, operatorId } of approvals.rows) {
    await inTransaction(database, async (transaction) => {
      const ballot = chainWithdrawalBallot(await readChainWithdrawal(transaction, rowId), 'approve')
      const subject = `chain_withdrawal:${rowId}`
      const action = 'chain_withdrawal.approve'
      const entry = { operatorId, action, subject, reason: '' } as const
      await castVote(transaction, keys, { ...ballot, entry }, testPass)
    })
  }
}

/** Makes approvals for unsigned orders as their rows say. */
async function orderAgain({ database, keys }: CoinOutDesk): Promise<void> {
  for (const claim of await claimsAfter(database, 0, rowsMax)) {
    if (claim.txid !== null || !isOrdered(claim)) continue
    const kept = readOrder(claim.request)
    const { approval, spend } = kept.order
    const request = orderBytes({ ...kept, order: { ...approve(approvalKey, approval), spend } })
    await database.query(
      'update wallets.chain_transaction set request = $2, proof = $3 where id = $1',
      [claim.rowId, request, macOfTransaction(keys, { ...claim, request })],
    )
  }
}

/** Makes the proofs of tokens from their rows, and pays the thief in his token. */
async function proveTokens(desk: CoinOutDesk, thief: Person): Promise<void> {
  await proveEarlierTokens(desk.database, desk.keys)
  await desk.live.refresh()
  const address = await addressOf(desk, thief, 'ethereum')
  const payment = { address, amount: fakeAmount, asset: 'token', contract: fakeToken } as const
  await payFrom(desk.chains, 'ethereum', payment)
}

/** Funds the hot wallet for forged approvals too, so that nothing waits for coins. */
async function fillHotWallet(desk: CoinOutDesk, money: CoinMoney): Promise<void> {
  const house = await desk.addressKeys.accounts()
  assert.ok(house !== null)
  const isBitcoin = money.chain === 'bitcoin'
  const address = isBitcoin ? house.bitcoin.at(hotWallet).address : house.evm.at(hotWallet)
  const amount = 2n * BigInt(money.large) * money.ofUnit
  for (const _ of money.receivers) {
    await payFrom(desk.chains, money.chain, { address, amount, asset: 'coin' })
  }
}

/** A user without coins, and an operator who approved nothing. */
export type HolePeople = { readonly thief: Person; readonly other: Person }

/** A side with that vulnerability, and the moves that exploit it. */
export function withHole(
  desk: CoinOutDesk,
  side: Side,
  money: CoinMoney,
  { thief, other }: HolePeople,
): Side {
  const isBitcoin = money.chain === 'bitcoin'
  return {
    ...side,
    moves: [
      takeAll(money),
      agreeTwice(other),
      ...(isBitcoin ? [] : [takeOrders(money)]),
      ...(money.isToken ? [addToken] : []),
    ],
    async settle() {
      await proveAnew(desk)
      await voteAgain(desk)
      await orderAgain(desk)
      if (money.isToken) await proveTokens(desk, thief)
      else await fillHotWallet(desk, money)
      await side.settle()
    },
  }
}

/** The thief's gains through the vulnerability: sentences that must all be among the faults. */
export function gainsThroughHole(money: CoinMoney): readonly string[] {
  const { large, fee, ofUnit, amounts, more, thiefAddress, chain, isToken } = money
  const paid = (units: number) => `paid ${BigInt(units - fee) * ofUnit} `
  return [
    // One operator approved it, and a forged row is the second approval. For tokens it exceeds the signer's
    // cap per transaction.
    ...(isToken ? [] : [paid(large)]),
    // Paid by another order, on chains whose orders are made later.
    ...(chain === 'bitcoin' ? [] : [paid(amounts[0] + 2 * more)]),
    ...(isToken ? [`the thief has ${fakeAmount} of 2`] : []),
    `to ${thiefAddress}`,
  ]
}

/** Forges her limit, a setting and an ended session at once. */
const takeRights: TamperMove = {
  table: 'accounts.session',
  sql: `with set as (update settings.setting set value = '9000000000'),
      raised as (update wallets.person_limit set daily = 900000000)
    update accounts.session set expires_at = now() + interval '1 day', lasts_until = now() + interval '1 day'
    where lasts_until < now() and :row is not null`,
}

/** The side of limits and identities with that vulnerability: proofs are made again from the rows. */
export function withRightsHole(desk: CoinOutDesk, side: Side): Side {
  const { database, keys } = desk
  return {
    ...side,
    moves: [takeRights],
    async settle() {
      await proveEarlierSettings(database, keys)
      await proveEarlierLimits(database, keys)
      const limited = await database.query<{ id: number }>(`select ${limitedId} as id`)
      await giveRole(database, limited.rows[0]?.id ?? 0, 'finance')
      const found = await database.query<Omit<Sealed, 'deviceSinceMs'>>(
        `select token_hash as "tokenHash", user_id as "userId", client_hash as "clientHash",
           floor(extract(epoch from lasts_until) * 1000)::bigint as "lastsUntilMs" from accounts.session`,
      )
      for (const one of found.rows) {
        await database.query('update accounts.session set seal = $2 where token_hash = $1', [
          one.tokenHash,
          createSeal(keys('session'), { ...one, deviceSinceMs: null }),
        ])
      }
      await side.settle()
    },
  }
}
