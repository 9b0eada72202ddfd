/**
 * For tests of tampering: a hole, planted. Whatever withdrawals and addresses say is proven again before it is looked at,
 * as if nobody checked these proofs. A side that finds nothing then would find no hole of ours either.
 */
import { type Sealed, createSeal } from '../../../platform/security/opaque-tokens.ts'
import { giveRole } from '../../../testing/desk.ts'
import type { Move } from '../../../testing/tampering.ts'
import { sealOfAddress } from '../chains/addresses/address-seal.ts'
import type { ChainFamily } from '../chains/chains.ts'
import type { CoinOutDesk } from '../chains/testing/coin-out-desk.ts'
import { macOfRequest } from '../chains/withdrawals/approving.ts'
import { paymentsAfter } from '../chains/withdrawals/payment-store.ts'
import { proveEarlierSettings } from '../../settings/index.ts'
import { proveEarlierLimits } from '../person-limits.ts'
import type { CoinMoney } from './coin-money.ts'
import { thiefId } from './coin-moves.ts'
import { limitedId } from './limit-side.ts'
import type { Side } from './side.ts'

const rowsMax = 1_000

/** Everything that is asked for goes to the thief, and one owner's address and deposits are his. */
function takeAll({ thiefAddress }: CoinMoney): Move {
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

/** A side with that hole, and the one move that goes through it. */
export function withHole(desk: CoinOutDesk, side: Side, money: CoinMoney): Side {
  return {
    ...side,
    moves: [takeAll(money)],
    async settle() {
      await proveAnew(desk)
      await side.settle()
    },
  }
}

/** Her limit, a setting and a session that is over, all at once. */
const takeRights: Move = {
  table: 'accounts.session',
  sql: `with set as (update settings.setting set value = '9000000000'),
      raised as (update wallets.person_limit set daily = 900000000)
    update accounts.session set expires_at = now() + interval '1 day', lasts_until = now() + interval '1 day'
    where lasts_until < now() and :row is not null`,
}

/** The rights of people with that hole: what rows say is proven as it stands. */
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
