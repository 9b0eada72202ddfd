/**
 * Notifies users about their withdrawals over chains (SRV-81), in the app and by e-mail, in the transaction
 * of the change.
 */
import { type Language, withdrawalHoldWords } from '@tukar/i18n/server'
import { hashOf, makeToken } from '../../../../platform/security/opaque-tokens.ts'
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import type { MailBody } from '../../../../platform/mail/templates.ts'
import { jakartaTimeText } from '../../../../platform/text/dates.ts'
import { findAddressee } from '../../../accounts/index.ts'
import { type NewNotice, notify } from '../../../notifications/index.ts'
import { readApprovals, toSentence } from '../../machine/approvals.ts'
import { isPauseCause } from '../../machine/request-pause.ts'
import type { ListedAsset } from '../register.ts'
import { chainLabels, coinTextInSentence, coinText } from '../amount-text.ts'
import { type ChainWithdrawal, revertedCause } from './withdrawal-row.ts'
import type { ChainWithdrawalDeps } from './deps.ts'
import { assetOf } from './funding.ts'

type NotificationDeps = Pick<ChainWithdrawalDeps, 'keys' | 'mail' | 'origin' | 'register'>
type Template = Extract<MailBody['template'], `coin_withdrawal_${string}`>

/** The notification of a move; null if the next state follows at once and has its own. */
function templateOf(before: ChainWithdrawal, row: ChainWithdrawal): Template | null {
  const { state, cause } = row
  switch (state) {
    case 'held': {
      if (isPauseCause(cause)) return 'coin_withdrawal_held'
      const waits = (row.frozenUntilMs ?? 0) > Date.now() || row.approvals < row.approvalsNeeded
      return before.state === 'requested' && !waits ? 'coin_withdrawal_requested' : null
    }
    case 'waiting_approval':
      return 'coin_withdrawal_review'
    case 'broadcast':
      return before.state === 'signed' && row.signedCount === 1 ? 'coin_withdrawal_sent' : null
    case 'done':
      return 'coin_withdrawal_completed'
    case 'failed':
      // The response already refused a withdrawal that could not be held.
      if (before.state === 'requested') return null
      return cause === revertedCause ? 'coin_withdrawal_reverted' : 'coin_withdrawal_failed'
    case 'canceled':
      return row.canceledBy === 'operator' ? 'coin_withdrawal_rejected' : 'coin_withdrawal_canceled'
    case 'requested':
    case 'approved':
    case 'signing':
    case 'signed':
    case 'confirming':
      return null
  }
}

/** Notifies the owner of a withdrawal's new state. While it can be canceled, the e-mail has a cancel link. */
export async function notifyChainWithdrawal(
  deps: NotificationDeps,
  transaction: Transaction,
  before: ChainWithdrawal,
  row: ChainWithdrawal,
): Promise<void> {
  const template = templateOf(before, row)
  const asset = assetOf(deps, row)
  if (template === null || asset === undefined) return
  const isNet = template === 'coin_withdrawal_completed' || template === 'coin_withdrawal_reverted'
  const amount = coinTextInSentence(isNet ? row.net : row.amount, asset)
  const reason = await rejectionOf(transaction, row)
  const txid = await txidOf(transaction, row.rowId)
  const until = row.frozenUntilMs === null ? '' : jakartaTimeText(row.frozenUntilMs)
  const details = { amount, reason, txid, until }
  const notice: NewNotice = { accountId: row.userId, kind: template, params: details }
  await notify(transaction, notice)
  const addressee = await findAddressee(transaction, deps.keys, row.userId)
  if (addressee === null) return
  const { email: to, fullName: name, language } = addressee
  const params = {
    ...details,
    name,
    why: whyHeld(row, language),
    amount: coinText(row.amount, asset),
    fee: coinText(row.fee, asset),
    net: coinText(row.net, asset),
    chain: chainLabels[row.chain],
    address: row.toAddress,
    atMs: Date.now(),
    link: await linkOf(deps, transaction, row, asset),
  }
  await deps.mail.send(transaction, { template, params, to, language })
}

/** Why a withdrawal waits, for its e-mail. */
function whyHeld({ cause }: ChainWithdrawal, language: Language): string {
  const { why } = withdrawalHoldWords
  if (cause === 'new_device') return why.new_device[language]
  return (cause === 'new_receiver' ? why.new_address : why.changed)[language]
}

/** The page of a coin's withdrawals. */
export function pageOf({ symbol, chainId }: Pick<ListedAsset, 'symbol' | 'chainId'>): string {
  const word = symbol.toLowerCase()
  return chainId === null
    ? `/settings/wallets/${word}_withdraw`
    : `/settings/wallets/${word}/withdraw`
}

/**
 * A single-use cancel link while the withdrawal can be canceled. It replaces the link of an earlier e-mail.
 */
async function linkOf(
  { origin }: NotificationDeps,
  transaction: Transaction,
  row: ChainWithdrawal,
  asset: ListedAsset,
): Promise<string> {
  if (row.state !== 'held' && row.state !== 'waiting_approval') return origin + pageOf(asset)
  const token = makeToken()
  await transaction.query(
    'update wallets.chain_withdrawal set cancel_token_hash = $2 where id = $1',
    [row.rowId, hashOf(token)],
  )
  return `${origin}/settings/wallets/coin_withdraw/cancel?token=${token}`
}

/** The operators' reason for a rejection; empty if they did not reject it. */
export async function rejectionOf(
  connection: Pick<Transaction, 'query'>,
  row: Pick<ChainWithdrawal, 'rowId' | 'canceledBy'>,
): Promise<string> {
  if (row.canceledBy !== 'operator') return ''
  const all = await readApprovals(connection, 'chain_withdrawal', [row.rowId])
  return toSentence(all.find(({ decision }) => decision === 'reject')?.reason ?? '')
}

/** The latest transaction of a withdrawal; empty if there is none. */
async function txidOf(connection: Pick<Database, 'query'>, rowId: number): Promise<string> {
  const found = await connection.query<{ txid: string }>(
    `select txid from wallets.chain_transaction where withdrawal_id = $1 and txid is not null
     order by block_height desc nulls last, no desc limit 1`,
    [rowId],
  )
  return found.rows[0]?.txid ?? ''
}
