/**
 * For tests of tampering: the values of each table that affect money or decisions, and that the server never
 * changes. The report of the audit must name every difference.
 */
import type { Database } from '../../../platform/database/pool.ts'
import { inSnapshot } from '../../../platform/database/transaction.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { checkVotes } from '../../desk/vote-checks.ts'
import { proofFindings } from '../audit-proofs.ts'
import { bookFindings } from '../audit-run.ts'

type Sealed = {
  readonly table: string
  /** SQL for the row's name in the audit report. */
  readonly called: string
  readonly columns: string
  /** SQL condition for the rows that affect money by now; all rows if it is missing. */
  readonly where?: string
}

const sealed: readonly Sealed[] = [
  {
    table: 'wallets.withdrawal',
    called: `'Withdrawal ' || id || ' '`,
    columns: `user_id, reference, rail_id, amount, fee, provider_fee, net, description, bank_code, bank_name,
      holder_name, account_number, approvals_needed, frozen_until, frozen_cause, request_mac`,
  },
  {
    table: 'wallets.chain_withdrawal',
    called: `'Chain withdrawal ' || id || ' '`,
    columns: `user_id, reference, chain, currency_id, contract, amount, fee, net, chain_amount, to_address,
      receiver_name, receiver_address, approvals_needed, frozen_until, request_mac`,
  },
  {
    table: 'wallets.deposit',
    called: `'Deposit ' || id || ' '`,
    columns: 'user_id',
    where: `state in ('credited', 'reversed')`,
  },
  {
    table: 'wallets.chain_deposit',
    called: `'Chain deposit ' || id || ' '`,
    columns: 'chain, txid, output_index, to_address, contract, user_id, currency_id, units, life',
    where: `state in ('credited', 'reversing', 'claimed_back')`,
  },
  {
    table: 'wallets.chain_address',
    called: `'Address ' || family || ' ' || index || ' '`,
    columns: 'user_id, address, seal',
  },
  {
    table: 'bank.account',
    called: `'bank account of account ' || user_id || ' '`,
    columns: 'bank_code, bank_name, holder_name, number, seal',
  },
  {
    table: 'wallets.approval',
    called: `'Operator ' || operator_id || ' is said to have agreed (' || decision || ') to ' || kind || ' ' || row_id`,
    columns: 'operator_id',
  },
  {
    table: 'desk.vote',
    called: `'(entry ' || entry_no || ')'`,
    columns: 'kind, subject_id, decision, operator_id, shown_hash, assertion, mac',
  },
  {
    table: 'desk.operator_role',
    called: `'role ' || role || ' of account ' || user_id || ' '`,
    columns: 'user_id',
  },
  {
    table: 'desk.change',
    called: `'Change ' || id || ' '`,
    columns: 'kind, input, subject, before, after, needs_second, proposed_by',
    where: `status in ('waiting', 'applying', 'applied') and expires_at > now()`,
  },
]

/** The sealed values of each row, by its name in the audit report. */
export type SealedRows = ReadonlyMap<string, string>

/** Reads the sealed values, of all rows or of those that affect money. */
export async function readSealed(
  database: Pick<Database, 'query'>,
  which: 'all' | 'bearing' = 'all',
): Promise<SealedRows> {
  const rows = new Map<string, string>()
  for (const { table, called, columns, where = 'true' } of sealed) {
    const found = await database.query<{ called: string; text: string }>(
      `select ${called} as called, row(${columns})::text as text from ${table}
       where ${which === 'all' ? 'true' : where}`,
    )
    for (const row of found.rows) rows.set(row.called, row.text)
  }
  return rows
}

/** Changed or new rows that no sentence of the audit names. */
export async function findUnreported(
  database: Database,
  keys: Keys,
  before: SealedRows,
): Promise<readonly string[]> {
  const now = await readSealed(database, 'bearing')
  // One fact of a chain is booked once, whichever row has it.
  const facts = new Set(before.values())
  const isSame = ([called, text]: readonly [string, string]): boolean =>
    before.get(called) === text || (called.startsWith('Chain deposit') && facts.has(text))
  const changed = [...now].filter((row) => !isSame(row))
  const sentences = await inSnapshot(database, async (connection) => {
    const findings = [
      ...(await proofFindings(connection, keys)),
      ...(await bookFindings(connection)),
      ...(await checkVotes(connection, keys)),
    ]
    return findings.flatMap(({ wrong }) => wrong)
  })
  return changed
    .filter(([called]) => !sentences.some((sentence) => sentence.includes(called)))
    .map(
      ([called, text]) =>
        `the audit says nothing of ${called}: ${text}, before ${before.get(called)}`,
    )
}
