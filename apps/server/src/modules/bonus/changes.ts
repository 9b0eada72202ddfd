/** Changes of operators about the bonus: paying a month (INV-22, ATT-100), and excluding a user from it. */
import { amountInWords } from '@tukar/i18n'
import { formatUnits } from '@tukar/money'
import { type DeskRole, ExcludeFromBonus, PayBonuses } from '@tukar/wire'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findContacts } from '../accounts/index.ts'
import { requireNotHalted } from '../accounting/index.ts'
import {
  type ChangeLine,
  type Desk,
  inBoth,
  maskedName,
  refuseOwnCase,
  same,
  type LocalText,
} from '../desk/index.ts'
import { excludeEntry, listWaiting, sumUnpaid, type Unpaid, type Waiting } from './month-store.ts'
import { type RecordedMonth, readRecordedMonth, recordExclusion } from './month-proofs.ts'
import { type BonusPaymentDeps, payMonth, refuseUncovered, rupiah } from './paying.ts'
import { startOfMonth } from './period.ts'
import { amountMax, secondFrom } from './rules.ts'
import { bonusText } from './notices.ts'

const payers: readonly DeskRole[] = ['finance', 'admin']
const excluders: readonly DeskRole[] = ['finance', 'risk']
/** A preview lists at most this many users; further ones are given as a number. */
const linesMax = 50

/** Registers the changes `bonus.month` and `bonus.exclude`. */
export function registerBonusChanges(desk: Desk, deps: BonusPaymentDeps): void {
  const { database, keys } = deps
  desk.changes.register<{ readonly month: string }>({
    kind: 'bonus.month',
    roles: payers,
    input: PayBonuses,
    async preview({ month }, operator) {
      const startMs = startOfMonth(month)
      const said = await readRecordedMonth(database, keys, startMs)
      const unpaid = await sumUnpaid(database, startMs, said)
      const { waiting, ungiven, sum, amount, digest } = unpaid
      if (waiting === 0) throw new Refusal('bonus.nobody')
      const own = await findWaiting(database, startMs, said, operator.operatorId)
      if (own !== null) refuseOwnCase(operator, own.userId)
      if (amount > amountMax) {
        throw new Refusal('bonus.too_much', { max: bonusText(amountMax) })
      }
      await requireNotHalted(deps, rupiah)
      await refuseUncovered(deps, sum)
      return {
        subject: `bonus:${month}`,
        title: payTitle(month, ungiven, sum),
        lines: await linesOf(deps, startMs, said, unpaid),
        warnings: [],
        isSecondNeeded: sum >= secondFrom,
        before: { month, amount, waiting, digest },
        after: { month, paid: waiting, sum },
      }
    },
    apply: ({ month }, { changeId }) => payMonth(deps, startOfMonth(month), changeId),
  })
  registerExclusion(desk, deps)
}

function registerExclusion(desk: Desk, { database, keys }: BonusPaymentDeps): void {
  desk.changes.register<{ readonly month: string; readonly user_id: number }>({
    kind: 'bonus.exclude',
    roles: excluders,
    input: ExcludeFromBonus,
    async preview({ month, user_id: userId }, operator) {
      refuseOwnCase(operator, userId)
      const startMs = startOfMonth(month)
      const said = await readRecordedMonth(database, keys, startMs)
      const entry = await findWaiting(database, startMs, said, userId)
      if (entry === null) throw new Refusal('bonus.nobody')
      const name = await nameOf(database, userId)
      return {
        subject: `bonus:${month}`,
        title: {
          en: `${name} gets no bonus for ${month}.`,
          id: `${name} tidak mendapat bonus untuk ${month}.`,
        },
        lines: [{ text: same(name), before: same(bonusText(entry.amount)), after: null }],
        warnings: [],
        isSecondNeeded: false,
        before: { month, user_id: userId, state: 'waiting' },
        after: { month, user_id: userId, state: 'excluded' },
      }
    },
    async apply({ month, user_id: userId }, { changeId }) {
      const startMs = startOfMonth(month)
      await inTransaction(database, async (transaction) => {
        await recordExclusion(transaction, keys, startMs, userId)
        await excludeEntry(transaction, { startMs, userId }, changeId)
      })
    },
  })
}

function payTitle(month: string, people: number, sum: number): LocalText {
  const { en, id } = inBoth((language) => {
    const words = amountInWords(formatUnits(sum, 2), 'IDR', language)
    return `${bonusText(sum)} (${words})`
  })
  return {
    en: `Pays the bonus of ${month} to ${people} people: ${en} in all, from the house's own money.`,
    id: `Membayar bonus ${month} kepada ${people} orang: seluruhnya ${id}, dari uang milik bursa.`,
  }
}

/** The pending bonus of a user in a month, if there is one. */
async function findWaiting(
  database: BonusPaymentDeps['database'],
  startMs: number,
  said: RecordedMonth | null,
  userId: number,
): Promise<Waiting | null> {
  const [one] = await listWaiting(database, startMs, said, { afterId: userId - 1, max: 1 })
  return one?.userId === userId ? one : null
}

async function linesOf(
  { database }: BonusPaymentDeps,
  startMs: number,
  said: RecordedMonth | null,
  { waiting, amount }: Unpaid,
): Promise<readonly ChangeLine[]> {
  const shown = await listWaiting(database, startMs, said, { afterId: 0, max: linesMax })
  const contacts = await findContacts(
    database,
    shown.map(({ userId }) => userId),
  )
  const lines = shown.map(({ userId, isGiven }) => ({
    text: same(`#${userId} ${maskedName(contacts.get(userId)?.name ?? '')}`),
    // The payment was interrupted before it was recorded, so nothing more is paid.
    before: isGiven ? same(bonusText(amount)) : null,
    after: same(bonusText(amount)),
  }))
  const rest = waiting - shown.length
  if (rest <= 0) return lines
  return [
    ...lines,
    {
      text: { en: `${rest} more people`, id: `${rest} orang lagi` },
      before: null,
      after: same(bonusText(amount * rest)),
    },
  ]
}

async function nameOf(database: BonusPaymentDeps['database'], userId: number): Promise<string> {
  const contacts = await findContacts(database, [userId])
  return `#${userId} ${maskedName(contacts.get(userId)?.name ?? '')}`
}
