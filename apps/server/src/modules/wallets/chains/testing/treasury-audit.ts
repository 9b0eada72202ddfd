/** For tests of house funds: the chains against the ledger, and the automatic bookings. */
import assert from 'node:assert/strict'
import { addressKey } from '../../../../adapters/evm/index.ts'
import { hotWallet } from '../../../../adapters/signer/index.ts'
import { until } from '../../../../engine/testing/until.ts'
import { tablesFollow } from '../../../../engine/testing/tables.ts'
import { auditWallets } from '../../audit-run.ts'
import { type ChainName, chainTable } from '../chains.ts'
import { type Difference, differenceOf, namedPartsOf } from '../custody/custody-difference.ts'
import { createReader } from '../custody/custody-reading.ts'
import type { CoinOutDesk } from './coin-out-desk.ts'

/** The difference between chain and ledger, by symbol. */
export async function differences(
  { database, keys, register, nodes, addressKeys }: CoinOutDesk,
  chain: ChainName,
): Promise<ReadonlyMap<string, Difference>> {
  const house = await addressKeys.accounts()
  assert.ok(house !== null)
  const hotAddress = addressKey(house.evm.at(hotWallet))
  const node = chain === 'bitcoin' ? null : nodes.evm[chain]
  const evm = node === null ? new Map() : new Map([[chain, { node, hotAddress }] as const])
  const bitcoin = nodes.bitcoin === null ? null : { node: nodes.bitcoin, account: house.bitcoin }
  const assets = register.assets.filter((one) => one.chain === chain)
  const read = createReader({
    database,
    keys,
    assets,
    nodes: () => Promise.resolve({ bitcoin, evm }),
    clock: Date.now,
  })
  const holdings = await read(chain)
  assert.ok(holdings !== null)
  const { railId } = chainTable[chain]
  const all = new Map<string, Difference>()
  for (const asset of assets) {
    const owed = await balanceOf(database, railId, asset.currencyId)
    const held = holdings.of.get(asset.contract)
    assert.ok(held !== undefined)
    const reading = { ...held, readMs: holdings.readMs }
    const part = { asset, owed: 0 - owed, inFlight: 0, uncredited: 0n, reading }
    const difference = differenceOf(
      part,
      await namedPartsOf({ database, keys, hasLender: true }, asset),
    )
    assert.ok(difference !== null)
    all.set(asset.symbol, difference)
  }
  return all
}

/** The units of an account in a currency. */
export async function balanceOf(
  database: CoinOutDesk['database'],
  accountId: number,
  currencyId: number,
): Promise<number> {
  const found = await database.query<{ available: number }>(
    'select available from exchange.balance where account_id = $1 and currency_id = $2',
    [accountId, currencyId],
  )
  return found.rows[0]?.available ?? 0
}

/** Waits until all house bookings of a chain are done and no coins are in transit. */
export async function untilBooked(
  { database, engine }: CoinOutDesk,
  chain: ChainName,
): Promise<void> {
  await until(
    'all fees and lent coins are booked',
    async () => {
      const found = await database.query<{ open: number }>(
        `select (select count(*) from wallets.chain_transaction
             where chain = $1 and (state in ('planned', 'signed', 'sent', 'mined')
               or (state = 'final' and fee_booked_at is null)))::int
           + (select count(*) from wallets.chain_reserve
             where chain = $1 and booked_at is null)::int as open`,
        [chain],
      )
      await tablesFollow(engine, chainTable[chain].railId)
      return found.rows[0]?.open === 0
    },
    60_000,
  )
}

/** Runs all checks of the audit, as of rows that are at rest. */
export async function assertAudit(
  desk: Pick<CoinOutDesk, 'database' | 'databaseUrl'>,
): Promise<void> {
  for (const kind of ['chain_deposit', 'chain_withdrawal', 'chain_transaction']) {
    const rows = kind === 'chain_transaction' ? 'true' : 'taken_until is null'
    await desk.database.query(
      `update wallets.${kind} set updated_at = now() - interval '1 minute' where ${rows}`,
    )
  }
  const lines: string[] = []
  assert.ok(await auditWallets(desk.databaseUrl, (line) => lines.push(line)), lines.join('\n'))
}
