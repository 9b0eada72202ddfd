/**
 * Notifies users that their bonus was paid, by notice and e-mail, in the transaction that records the
 * payment.
 */
import { amountInSentence } from '@tukar/i18n/server'
import { formatUnits } from '@tukar/money'
import type { Transaction } from '../../platform/database/pool.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { findAddressee } from '../accounts/index.ts'
import { notify } from '../notifications/index.ts'
import type { BonusEntry } from './month-store.ts'
import { monthOf } from './period.ts'

export type BonusNoticeDeps = {
  readonly keys: Keys
  readonly mail: Mail
  /** The origin of the exchange, for links. */
  readonly origin: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

const rupiahDecimals = 2
const walletsPath = '/settings/wallets'

/** Units of 0.01 rupiah as text for both languages: "Rp 150.000". */
export function bonusText(units: number): string {
  return amountInSentence(formatUnits(units, rupiahDecimals), 'IDR')
}

/** Notifies one user. */
export async function notifyOfBonus(
  { keys, mail, origin, clock }: BonusNoticeDeps,
  transaction: Transaction,
  { userId, startMs, amount }: Pick<BonusEntry, 'userId' | 'startMs' | 'amount'>,
): Promise<void> {
  const figures = { amount: bonusText(amount), month: monthOf(startMs) }
  await notify(transaction, { accountId: userId, kind: 'bonus_paid', params: figures })
  const addressee = await findAddressee(transaction, keys, userId)
  if (addressee === null) return
  const { email: to, fullName: name, language } = addressee
  const params = { ...figures, name, link: origin + walletsPath, atMs: clock() }
  await mail.send(transaction, { template: 'bonus_paid', params, to, language })
}
