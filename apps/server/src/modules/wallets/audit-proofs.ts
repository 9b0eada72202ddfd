/**
 * The part of `npm run audit` that checks proofs under keys that the database does not have: owners of
 * addresses and bank accounts, requested payouts and credits. Finished rows are checked too.
 */
import type { Database } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { unsealedAccounts } from '../bank-account/index.ts'
import { isSealedAddress } from './chains/addresses/address-seal.ts'
import { addressesAfter } from './chains/addresses/address-store.ts'
import { isProvenCredit } from './chains/deposits/credit-proof.ts'
import { creditedDeposits } from './chains/deposits/deposit-store.ts'
import { isRequested } from './chains/withdrawals/requests/approving.ts'
import { paymentsAfter } from './chains/withdrawals/payment-store.ts'
import { claimsAfter } from './chains/withdrawals/proofs/proof-store.ts'
import { isProvenTransaction } from './chains/withdrawals/proofs/transaction-proof.ts'
import { isRequestedPayout } from './rupiah/withdrawals/request-proof.ts'
import { withdrawalsAfter } from './rupiah/withdrawals/withdrawal-store.ts'

type Connection = Pick<Database, 'query'>

/** The number of checked rows, and one sentence for each wrong one. */
export type Finding = {
  readonly name: string
  readonly count: number
  readonly wrong: readonly string[]
}

/** The number of rows per query. */
const pageRows = 1_000

/** Runs all checks in the caller's snapshot. */
export async function proofFindings(
  connection: Connection,
  keys: Keys,
): Promise<readonly Finding[]> {
  const accounts = await unsealedAccounts(connection, keys)
  return [
    {
      name: 'bank accounts, each with its seal',
      count: accounts.count,
      wrong: accounts.userIds.map(
        (id) => `The bank account of account ${id} is not what it saved.`,
      ),
    },
    await addresses(connection, keys),
    await withdrawals(connection, keys),
    await payments(connection, keys),
    await transactions(connection, keys),
    await deposits(connection, keys),
  ]
}

async function addresses(connection: Connection, keys: Keys): Promise<Finding> {
  const wrong: string[] = []
  let count = 0
  for (const family of ['bitcoin', 'evm'] as const) {
    const read = (after: number) => addressesAfter(connection, family, { after, max: pageRows })
    count += await inPages(
      read,
      ({ index }) => index,
      (given) => {
        if (isSealedAddress(keys, given, given.seal)) return
        wrong.push(`Address ${family} ${given.index} is not sealed to account ${given.userId}.`)
      },
    )
  }
  return { name: 'addresses, each with its seal', count, wrong }
}

async function withdrawals(connection: Connection, keys: Keys): Promise<Finding> {
  const wrong: string[] = []
  const earlier = await earlierRows(connection, 'withdrawal')
  const read = (after: number) => withdrawalsAfter(connection, after, pageRows)
  const count = await inPages(
    read,
    ({ rowId }) => rowId,
    (row) => {
      if (isRequestedPayout(keys, row, row.requestMac)) return
      if (row.requestMac === null && row.rowId <= earlier) return
      wrong.push(`Withdrawal ${row.rowId} is not what account ${row.userId} asked for.`)
    },
  )
  return { name: 'withdrawals, each as it was asked for', count, wrong }
}

async function payments(connection: Connection, keys: Keys): Promise<Finding> {
  const wrong: string[] = []
  const earlier = await earlierRows(connection, 'chain_withdrawal')
  const read = (after: number) => paymentsAfter(connection, after, pageRows)
  const count = await inPages(
    read,
    ({ rowId }) => rowId,
    (row) => {
      if (isRequested(keys, row, row.requestMac)) return
      if (row.requestMac === null && row.rowId <= earlier) return
      wrong.push(`Chain withdrawal ${row.rowId} is not what account ${row.userId} asked for.`)
    },
  )
  return { name: 'withdrawals over chains, each as it was asked for', count, wrong }
}

async function transactions(connection: Connection, keys: Keys): Promise<Finding> {
  const wrong: string[] = []
  const read = (after: number) => claimsAfter(connection, after, pageRows)
  const count = await inPages(
    read,
    ({ rowId }) => rowId,
    (row) => {
      if (isProvenTransaction(keys, row, row.proof)) return
      wrong.push(`Chain transaction ${row.rowId} is not what this exchange had signed.`)
    },
  )
  return { name: 'transactions of the chains, each as it was signed', count, wrong }
}

async function deposits(connection: Connection, keys: Keys): Promise<Finding> {
  const wrong: string[] = []
  const earlier = await earlierRows(connection, 'chain_deposit')
  const read = (after: number) => creditedDeposits(connection, after, pageRows)
  const count = await inPages(
    read,
    ({ rowId }) => rowId,
    (row) => {
      if (isProvenCredit(keys, row, row.creditProof)) return
      if (row.creditProof === null && row.rowId <= earlier) return
      wrong.push(`Chain deposit ${row.rowId} is credited, and nothing proves it.`)
    },
  )
  return { name: 'deposits over chains that were credited, each with its proof', count, wrong }
}

/**
 * The id of the last row of a kind that is older than this database's proofs; 0 if there is none. The audit
 * log has the time of the first proofs, and the append-only steps have the time of each row.
 */
async function earlierRows(connection: Connection, kind: string): Promise<number> {
  const found = await connection.query<{ last: number }>(
    `select coalesce(max(s.row_id), 0) as last from wallets.step s
     where s.kind = $1 and s.no = (select min(f.no) from wallets.step f
         where f.kind = s.kind and f.row_id = s.row_id)
       and s.at < (select e.at from desk.audit_entry e where e.action = 'seals.made'
         order by e.no limit 1)`,
    [kind],
  )
  return found.rows[0]?.last ?? 0
}

/** Checks all rows, page by page; returns their number. */
async function inPages<Row>(
  read: (after: number) => Promise<readonly Row[]>,
  idOf: (row: Row) => number,
  check: (row: Row) => void,
): Promise<number> {
  let [count, after] = [0, -1]
  for (;;) {
    const rows = await read(after)
    for (const row of rows) check(row)
    count += rows.length
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageRows) return count
    after = idOf(last)
  }
}
