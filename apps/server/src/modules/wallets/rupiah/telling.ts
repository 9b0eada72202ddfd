/** Tells people what became of their rupiah (SRV-72, SRV-81): by notice and mail, exactly if it did. */
import { createHash, randomBytes } from 'node:crypto'
import { formatDecimal } from '@tukar/i18n/server'
import { rupiahText } from '@tukar/wire'
import type { Transaction } from '../../../platform/database/pool.ts'
import type { MailBody } from '../../../platform/mail/templates.ts'
import { jakartaTimeText } from '../../../platform/text/dates.ts'
import { findAddressee } from '../../accounts/index.ts'
import { notify } from '../../notifications/index.ts'
import type { Deposit } from './deposit.ts'
import { approvalsOf } from './desk-store.ts'
import type { RupiahParts } from './parts.ts'
import type { Withdrawal } from './withdrawal.ts'
import { setCancelToken } from './withdrawal-store.ts'

type TellingParts = Pick<RupiahParts, 'mail' | 'origin'>

const tokenBytes = 32
const shownDigits = 4
const depositsPath = '/settings/wallets/idr_deposit'
const withdrawalsPath = '/settings/wallets/idr_withdraw'

/** What a link's token is known by. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Units as people read them in both languages: "Rp 150.000". */
function shown(units: number): string {
  return `Rp ${formatDecimal(rupiahText(units), { decimals: 0, decimalsMax: 2 })}`
}

const toldDeposits = {
  credited: 'deposit_credited',
  quarantined: 'deposit_quarantined',
  reversed: 'deposit_reversed',
} as const

/** Tells of a deposit's new state, where that is news to its owner. */
export async function tellOfDeposit(
  { mail, origin }: TellingParts,
  transaction: Transaction,
  row: Deposit,
): Promise<void> {
  const { state } = row
  if (state !== 'credited' && state !== 'quarantined' && state !== 'reversed') return
  const template = toldDeposits[state]
  const amount = shown(state === 'quarantined' ? row.amount : (row.paidAmount ?? row.amount))
  await notify(transaction, { accountId: row.userId, kind: template, params: { amount } })
  const addressee = await findAddressee(transaction, row.userId)
  if (addressee === null) return
  const { email: to, fullName: name, language } = addressee
  const params = { name, amount, link: origin + depositsPath, atMs: Date.now() }
  await mail.send(transaction, { to, language, template, params })
}

type ToldWithdrawal = Extract<MailBody['template'], `withdrawal_${string}`>

/** What is told of a state; null where the next state says more, and comes at once. */
function toldOf({ state, cause, ...row }: Withdrawal): ToldWithdrawal | null {
  switch (state) {
    case 'held': {
      const isHeld = (row.frozenUntilMs ?? 0) > Date.now() || row.approvals < row.approvalsNeeded
      return isHeld ? null : 'withdrawal_requested'
    }
    case 'waiting':
      if (cause === 'gateway_balance') return null
      return cause === 'security_hold' ? 'withdrawal_held' : 'withdrawal_review'
    case 'completed':
      return 'withdrawal_completed'
    case 'failed':
      return 'withdrawal_failed'
    case 'canceled':
      return row.canceledBy === 'operator' ? 'withdrawal_rejected' : 'withdrawal_canceled'
    case 'reversed':
      return 'withdrawal_reversed'
    // Refused at once, in the answer; the others are on the way.
    case 'requested':
    case 'refused':
    case 'approved':
    case 'sending':
    case 'unknown':
    case 'sent':
      return null
  }
}

/** Tells of a withdrawal's new state, while it can be taken back with a link that does so. */
export async function tellOfWithdrawal(
  { mail, origin }: TellingParts,
  transaction: Transaction,
  row: Withdrawal,
): Promise<void> {
  const template = toldOf(row)
  if (template === null) return
  const amount = shown(template === 'withdrawal_completed' ? row.net : row.amount)
  const until = row.frozenUntilMs === null ? '' : jakartaTimeText(row.frozenUntilMs)
  const reason = template === 'withdrawal_rejected' ? await rejectionOf(transaction, row) : ''
  const told = { amount, until, reason }
  const notice = { accountId: row.userId, kind: template, params: told } as const
  await notify(transaction, notice)
  const addressee = await findAddressee(transaction, row.userId)
  if (addressee === null) return
  const { email: to, fullName: name, language } = addressee
  const isOpen = row.state === 'held' || row.state === 'waiting'
  const link = isOpen ? await newLink(origin, transaction, row) : origin + withdrawalsPath
  const params = {
    name,
    link,
    atMs: Date.now(),
    amount: shown(row.amount),
    fees: shown(row.fee + row.providerFee),
    net: shown(row.net),
    bank: row.bankName,
    number: `…${row.accountNumber.slice(-shownDigits)}`,
    until,
    reason,
  }
  await mail.send(transaction, { to, language, template, params })
}

/** Why operators rejected it, on one line, as a sentence. */
async function rejectionOf(transaction: Transaction, { rowId }: Withdrawal): Promise<string> {
  const found = await approvalsOf(transaction, 'withdrawal', [rowId])
  const reason = found.findLast(({ decision }) => decision === 'reject')?.reason ?? ''
  const line = reason.replaceAll(/\s+/g, ' ').trim()
  return /[.!?]$/.test(line) ? line : `${line}.`
}

/** A link that takes the withdrawal back, once; the one of an earlier mail is dead. */
async function newLink(origin: string, transaction: Transaction, row: Withdrawal): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url')
  await setCancelToken(transaction, row.rowId, hashOfToken(token))
  return `${origin}${withdrawalsPath}/cancel?token=${token}`
}
