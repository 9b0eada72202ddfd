/**
 * Notifies users about their rupiah transfers (SRV-72, SRV-81), in the app and by e-mail, in the transaction
 * of the change.
 */
import { hashOf, makeToken } from '../../../platform/security/opaque-tokens.ts'
import { amountInSentence, type Language, withdrawalHoldWords } from '@tukar/i18n/server'
import { rupiahText } from '@tukar/wire'
import type { Transaction } from '../../../platform/database/pool.ts'
import type { MailBody } from '../../../platform/mail/templates.ts'
import { jakartaTimeText } from '../../../platform/text/dates.ts'
import { findAddressee, securityHoldOf } from '../../accounts/index.ts'
import { notify } from '../../notifications/index.ts'
import { type Deposit, rejected } from './deposits/deposit.ts'
import { readApprovals, toSentence } from '../machine/approvals.ts'
import { isPauseCause } from '../machine/request-pause.ts'
import type { RupiahDeps } from './deps.ts'
import { isReviewed, type Withdrawal } from './withdrawals/withdrawal-row.ts'
import { setCancelToken } from './withdrawals/withdrawal-store.ts'

type NotificationDeps = Pick<RupiahDeps, 'keys' | 'mail' | 'origin' | 'limits'>

const shownDigits = 4
const depositsPath = '/settings/wallets/idr_deposit'
const withdrawalsPath = '/settings/wallets/idr_withdraw'

/** Units as users of both languages read them: "Rp 150.000". */
function shown(units: number): string {
  return amountInSentence(rupiahText(units), 'IDR')
}

type DepositTemplate = Exclude<Extract<MailBody['template'], `deposit_${string}`>, 'deposit_unpaid'>

/** The notification of a deposit's state; null if the state is no news to the owner. */
function depositTemplate({ state, cause }: Deposit): DepositTemplate | null {
  switch (state) {
    case 'credited':
      return 'deposit_credited'
    case 'quarantined':
      return 'deposit_quarantined'
    case 'reversed':
      return 'deposit_reversed'
    case 'expired':
      return cause === rejected ? 'deposit_rejected' : null
    case 'created':
    case 'pending':
    case 'paid':
      return null
  }
}

/** The amount in a notification: the credited one, or before a credit the requested one. */
function notifiedAmount({ state, amount, paidAmount }: Deposit): string {
  const isOfCredit = state === 'credited' || state === 'reversed'
  return shown(isOfCredit ? (paidAmount ?? amount) : amount)
}

/** The e-mail about a deposit in this state; null if none is sent. */
export function depositMail(origin: string, row: Deposit, name: string): MailBody | null {
  const template = depositTemplate(row)
  if (template === null) return null
  const params = {
    name,
    amount: notifiedAmount(row),
    link: origin + depositsPath,
    atMs: Date.now(),
  }
  return { template, params }
}

/** Notifies the owner of a deposit's new state, if it is news. */
export async function notifyDeposit(
  { keys, mail, origin }: Pick<NotificationDeps, 'keys' | 'mail' | 'origin'>,
  transaction: Transaction,
  row: Deposit,
): Promise<void> {
  const kind = depositTemplate(row)
  if (kind === null) return
  await notify(transaction, {
    accountId: row.userId,
    kind,
    params: { amount: notifiedAmount(row) },
  })
  const addressee = await findAddressee(transaction, keys, row.userId)
  if (addressee === null) return
  const { email: to, fullName, language } = addressee
  const body = depositMail(origin, row, fullName)
  if (body !== null) await mail.send(transaction, { ...body, to, language })
}

/** The e-mail that the gateway does not confirm the payment of a proof. */
export function unpaidMail(
  origin: string,
  row: Deposit,
  { name, reason }: { readonly name: string; readonly reason: string },
): MailBody {
  const amount = shown(row.amount)
  const params = {
    name,
    amount,
    reason: toSentence(reason),
    link: origin + depositsPath,
    atMs: Date.now(),
  }
  return { template: 'deposit_unpaid', params }
}

/**
 * Notifies the owner that the deposit is unpaid in spite of the proof of payment, and why the proof is
 * closed.
 */
export async function notifyUnpaid(
  { keys, mail, origin }: Pick<NotificationDeps, 'keys' | 'mail' | 'origin'>,
  transaction: Transaction,
  row: Deposit,
  reason: string,
): Promise<void> {
  const params = { amount: shown(row.amount), reason: toSentence(reason) }
  await notify(transaction, { accountId: row.userId, kind: 'deposit_unpaid', params })
  const addressee = await findAddressee(transaction, keys, row.userId)
  if (addressee === null) return
  const { email: to, fullName: name, language } = addressee
  await mail.send(transaction, { ...unpaidMail(origin, row, { name, reason }), to, language })
}

type WithdrawalTemplate = Extract<MailBody['template'], `withdrawal_${string}`>

/** The notification of a state; null if the next state follows at once and has its own. */
function withdrawalTemplate({ state, cause, ...row }: Withdrawal): WithdrawalTemplate | null {
  switch (state) {
    case 'held': {
      const isHeld = (row.frozenUntilMs ?? 0) > Date.now() || row.approvals < row.approvalsNeeded
      return isHeld ? null : 'withdrawal_requested'
    }
    case 'waiting':
      // The owner gets another notification about the hold of his account.
      if (cause === 'account_suspended' || cause === 'account_held') return null
      if (cause === 'gateway_balance') return null
      return isPauseCause(cause) ? 'withdrawal_held' : 'withdrawal_review'
    case 'completed':
      return 'withdrawal_completed'
    case 'failed':
      return 'withdrawal_failed'
    case 'canceled':
      return row.canceledBy === 'operator' ? 'withdrawal_rejected' : 'withdrawal_canceled'
    case 'reversed':
      return 'withdrawal_reversed'
    // Refused at once in the response, or in progress.
    case 'requested':
    case 'refused':
    case 'approved':
    case 'sending':
    case 'unknown':
    case 'sent':
      return null
  }
}

/** Notifies the owner of a withdrawal's new state. While it can be canceled, the e-mail has a cancel link. */
export async function notifyWithdrawal(
  deps: NotificationDeps,
  transaction: Transaction,
  row: Withdrawal,
): Promise<void> {
  const { keys, mail, origin } = deps
  const template = withdrawalTemplate(row)
  if (template === null) return
  const amount = shown(template === 'withdrawal_completed' ? row.net : row.amount)
  const reason = (await rejectionsOf(transaction, [row])).get(row.rowId) ?? ''
  const params = { amount, until: untilText(row), reason }
  const notice = { accountId: row.userId, kind: template, params } as const
  await notify(transaction, notice)
  const addressee = await findAddressee(transaction, keys, row.userId)
  if (addressee === null) return
  const { email: to, fullName: name, language } = addressee
  const isOpen = row.state === 'held' || row.state === 'waiting'
  const link = isOpen ? await newLink(origin, transaction, row) : origin + withdrawalsPath
  const words =
    template === 'withdrawal_held' ? await heldWords(deps, transaction, row, language) : noWords
  const body = bodyOf(template, row, { name, link, reason, ...words })
  await mail.send(transaction, { ...body, to, language })
}

/** The e-mail about a finished withdrawal; null if none is sent. */
export function withdrawalMail(
  origin: string,
  row: Withdrawal,
  { name, reason }: { readonly name: string; readonly reason: string },
): MailBody | null {
  const template = withdrawalTemplate(row)
  if (template === null) return null
  const link = origin + withdrawalsPath
  return bodyOf(template, row, { name, link, reason: toSentence(reason), ...noWords })
}

/** The texts of an e-mail in addition to the row's figures. */
type MailTexts = {
  readonly name: string
  readonly link: string
  readonly reason: string
  readonly why: string
  readonly onward: string
}

const noWords = { why: '', onward: '' } as const

function bodyOf(template: WithdrawalTemplate, row: Withdrawal, texts: MailTexts): MailBody {
  const params = {
    ...texts,
    atMs: Date.now(),
    amount: shown(row.amount),
    fees: shown(row.fee + row.providerFee),
    net: shown(row.net),
    bank: row.bankName,
    number: `…${row.accountNumber.slice(-shownDigits)}`,
    until: untilText(row),
  }
  return { template, params }
}

function untilText({ frozenUntilMs }: Withdrawal): string {
  return frozenUntilMs === null ? '' : jakartaTimeText(frozenUntilMs)
}

/** The operators' reasons for rejections, by row id, as the owners read them. */
export async function rejectionsOf(
  connection: Pick<Transaction, 'query'>,
  rows: readonly Pick<Withdrawal, 'rowId' | 'canceledBy'>[],
): Promise<ReadonlyMap<number, string>> {
  const rejected = rows.filter(({ canceledBy }) => canceledBy === 'operator')
  if (rejected.length === 0) return new Map()
  const ids = rejected.map(({ rowId }) => rowId)
  const found = await readApprovals(connection, 'withdrawal', ids)
  return new Map(
    found
      .filter(({ decision }) => decision === 'reject')
      .map(({ rowId, reason }) => [rowId, toSentence(reason)]),
  )
}

/** The texts about a waiting withdrawal: its cause, and the next step. */
async function heldWords(
  { limits }: NotificationDeps,
  transaction: Transaction,
  row: Withdrawal,
  language: Language,
): Promise<{ readonly why: string; readonly onward: string }> {
  const hold = await securityHoldOf(transaction, row.userId, limits.holdHours)
  const next = isReviewed(row) ? 'review' : 'sent'
  const cause = row.cause === 'new_receiver' ? 'new_bank' : row.cause
  const why = cause === 'new_device' || cause === 'new_bank' ? cause : (hold?.cause ?? 'changed')
  return {
    why: withdrawalHoldWords.why[why][language],
    onward: withdrawalHoldWords.onward[next][language],
  }
}

/** A single-use cancel link. It replaces the link of an earlier e-mail. */
async function newLink(origin: string, transaction: Transaction, row: Withdrawal): Promise<string> {
  const token = makeToken()
  await setCancelToken(transaction, row.rowId, hashOf(token))
  return `${origin}${withdrawalsPath}/cancel?token=${token}`
}
