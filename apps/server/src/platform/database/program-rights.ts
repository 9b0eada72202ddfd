/**
 * The rights of the program's role on each table, in addition to reading. It may not even read a table
 * without a line here; `roles.test.ts` fails for such a table.
 */
import { createHash } from 'node:crypto'

export type Right = 'insert' | 'update' | 'delete'

type Group = { readonly may: readonly Right[]; readonly tables: readonly string[] }

const groups: readonly Group[] = [
  // Older versions stored the secret here; it is moved away.
  { may: ['delete'], tables: ['public.installation_secret'] },
  {
    may: [],
    tables: [
      // Written by triggers, as the owner.
      'accounts.ended_session',
      'public.applied_migration',
      'public.granted_role',
      'exchange.ledger_entry',
      'wallets.old_chain_deposit',
    ],
  },
  // Append-only tables: rows are never changed or deleted.
  {
    may: ['insert'],
    tables: [
      'agreement.particulars',
      'agreement.signature',
      'books.closed_day',
      'desk.audit_entry',
      'desk.shown_person',
      'desk.vote',
      'exchange.currency',
      'exchange.journal',
      'exchange.old_seal',
      'exchange.poisoned_command',
      'exchange.trade',
      'exchange.transfer',
      // Chunks are deleted with their file, by the foreign key.
      'kyc.file_chunk',
      'kyc.history',
      'news.article_version',
      'news.seeding',
      'people.note',
      'security.event',
      'security.event_seal',
      'security.row_proof',
      'security.tally',
      'simulated_bank.movement',
      'tax.day_sum',
      'wallets.chain_key',
      'wallets.chain_token',
      'wallets.step',
      'public.secret_mark',
    ],
  },
  {
    may: ['update'],
    tables: [
      'books.mark',
      'desk.audit_head',
      'exchange.watermark',
      'public.maintenance',
      'simulated_bank.account',
    ],
  },
  {
    may: ['insert', 'update'],
    tables: [
      'desk.passkey',
      'accounts.factor_reset',
      'accounts.starting_fund',
      'accounts.suspension',
      'accounts.users',
      'bonus.entry',
      'books.break',
      'books.currency_halt',
      'books.market_mark',
      'books.total',
      'desk.change',
      'desk.role_proposal',
      'desk.visit',
      'exchange.balance',
      'exchange.candle',
      'exchange.charge_schedule',
      'exchange.market',
      'kyc.record',
      'news.announcement',
      'news.article',
      'public.installation',
      'settings.setting',
      'simulated_bank.callback',
      'simulated_bank.invoice',
      'simulated_bank.payout',
      'wallets.address_floor',
      'wallets.chain_cursor',
      'wallets.chain_custody_verdict',
      'wallets.chain_address',
      'wallets.chain_deposit',
      'wallets.chain_nonce',
      'wallets.chain_outpoint',
      'wallets.chain_withdrawal',
      'wallets.deposit',
      'wallets.signer_book',
      'wallets.sponsorship',
      'wallets.withdrawal',
    ],
  },
  {
    may: ['insert', 'delete'],
    tables: [
      'books.look',
      'books.stopped_market',
      'captcha.spent_proof',
      'contact.message',
      'exchange.command_answer',
      'exchange.suspended_account',
      'kyc.file',
      'kyc.finding',
      'kyc.person_key',
      'kyc.showing',
      'mailbox.message',
      'uploads.file',
      'wallets.approval',
      'wallets.chain_block',
      'wallets.chain_house_block',
    ],
  },
  {
    may: ['insert', 'update', 'delete'],
    tables: [
      'accounts.code_attempt',
      'accounts.deletion',
      'accounts.email_link',
      'accounts.known_device',
      'accounts.mail_count',
      'accounts.one_time_code',
      'accounts.session',
      'accounts.sign_in_challenge',
      'accounts.two_factor',
      'bank.account',
      'bonus.month',
      'desk.operator_role',
      'exchange.hold',
      'exchange.lease',
      'exchange.orders',
      'kyc.verification',
      'mail.outbox',
      'markets.currency_profile',
      'notifications.notice',
      'notifications.read_mark',
      'simulated_bank.fault',
      'wallets.callback',
      'wallets.chain_custody',
      'wallets.chain_reserve',
      'wallets.chain_transaction',
      'wallets.counterparty',
      'wallets.deposit_file',
      'wallets.person_limit',
    ],
  },
]

/** The program's rights on each table and view, in addition to reading. */
export const programRights: ReadonlyMap<string, readonly Right[]> = new Map(
  groups.flatMap(({ may, tables }) => tables.map((table) => [table, may] as const)),
)

/** Sequences that the program uses; those of identity columns need no right. */
export const programSequences: readonly string[] = ['accounts.user_id']

/** The schemas of the exchange. */
export const exchangeSchemas: readonly string[] = [
  ...new Set([...programRights.keys()].map((table) => table.split('.')[0] ?? '')),
].toSorted()

/** Distinguishes this list from those of other versions. */
export const rightsHash: string = createHash('sha256')
  .update(JSON.stringify([groups, programSequences]))
  .digest('hex')
