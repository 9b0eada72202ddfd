/** Changes of operators about the bonus: paying a month (INV-22, ATT-100), taking somebody out of it. */
import { amountInWords } from '@tukar/i18n'
import { formatUnits } from '@tukar/money'
import { type DeskRole, ExcludeFromBonus, PayBonuses } from '@tukar/wire'
import { Refusal } from '../../platform/http/refusal.ts'
import { findContacts } from '../accounts/index.ts'
import { requireGoing } from '../books/index.ts'
import {
  type ChangeLine,
  type Desk,
  inBoth,
  maskedName,
  refuseOwnCase,
  same,
  type Words,
} from '../desk/index.ts'
import { type BonusEntry, excludeEntry, findEntry } from './month-store.ts'
import { houseRupiah, type PayingParts, payMonth, rupiah, waitingOf } from './paying.ts'
import { startOfMonth } from './period.ts'
import { amountMax, secondFrom } from './rules.ts'
import { bonusText } from './telling.ts'

const payers: readonly DeskRole[] = ['finance', 'admin']
const excluders: readonly DeskRole[] = ['finance', 'risk']
/** More people are told of as a number. */
const linesMax = 50

/** Adds `bonus.month` and `bonus.exclude`. */
export function registerBonusChanges(desk: Desk, parts: PayingParts): void {
  const { database } = parts
  desk.changes.register<{ readonly month: string }>({
    kind: 'bonus.month',
    roles: payers,
    input: PayBonuses,
    async preview({ month }, operator) {
      const waiting = await waitingOf(database, startOfMonth(month))
      const [first] = waiting
      if (first === undefined) throw new Refusal('bonus.nobody')
      for (const { userId } of waiting) refuseOwnCase(operator, userId)
      if (first.amount > amountMax) {
        throw new Refusal('bonus.too_much', { max: bonusText(amountMax) })
      }
      await requireGoing(database, rupiah)
      const sum = first.amount * waiting.length
      await refuseUncovered(parts, sum)
      return {
        subject: `bonus:${month}`,
        title: payTitle(month, waiting.length, sum),
        lines: await linesOf(parts, waiting),
        warnings: [],
        isSecondNeeded: sum >= secondFrom,
        before: { month, amount: first.amount, waiting: waiting.map(({ userId }) => userId) },
        after: { month, paid: waiting.length, sum },
      }
    },
    async apply({ month }, { changeId }) {
      const startMs = startOfMonth(month)
      const waiting = await waitingOf(database, startMs)
      await refuseUncovered(parts, (waiting[0]?.amount ?? 0) * waiting.length)
      await payMonth(parts, startMs, changeId)
    },
  })
  registerExclusion(desk, parts)
}

function registerExclusion(desk: Desk, { database }: PayingParts): void {
  desk.changes.register<{ readonly month: string; readonly user_id: number }>({
    kind: 'bonus.exclude',
    roles: excluders,
    input: ExcludeFromBonus,
    async preview({ month, user_id: userId }, operator) {
      refuseOwnCase(operator, userId)
      const entry = await findEntry(database, startOfMonth(month), userId)
      if (entry?.state !== 'waiting') throw new Refusal('bonus.nobody')
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
        before: { month, user_id: userId, state: entry.state },
        after: { month, user_id: userId, state: 'excluded' },
      }
    },
    async apply({ month, user_id: userId }, { changeId }) {
      await excludeEntry(database, { startMs: startOfMonth(month), userId }, changeId)
    },
  })
}

/** INV-14: what is given away is the house's own; nothing of people's money backs it. */
async function refuseUncovered({ database }: PayingParts, sum: number): Promise<void> {
  const most = await houseRupiah(database)
  if (sum > most) throw new Refusal('bonus.uncovered', { most: bonusText(most) })
}

function payTitle(month: string, people: number, sum: number): Words {
  const { en, id } = inBoth((language) => {
    const words = amountInWords(formatUnits(sum, 2), 'IDR', language)
    return `${bonusText(sum)} (${words})`
  })
  return {
    en: `Pays the bonus of ${month} to ${people} people: ${en} in all, from the house's own money.`,
    id: `Membayar bonus ${month} kepada ${people} orang: seluruhnya ${id}, dari uang milik bursa.`,
  }
}

async function linesOf(
  { database }: PayingParts,
  waiting: readonly BonusEntry[],
): Promise<readonly ChangeLine[]> {
  const shown = waiting.slice(0, linesMax)
  const contacts = await findContacts(
    database,
    shown.map(({ userId }) => userId),
  )
  const lines = shown.map(({ userId, amount }) => ({
    text: same(`#${userId} ${maskedName(contacts.get(userId)?.name ?? '')}`),
    before: null,
    after: same(bonusText(amount)),
  }))
  const rest = waiting.length - shown.length
  if (rest === 0) return lines
  return [
    ...lines,
    {
      text: { en: `${rest} more people`, id: `${rest} orang lagi` },
      before: null,
      after: same(bonusText((waiting[0]?.amount ?? 0) * rest)),
    },
  ]
}

async function nameOf(database: PayingParts['database'], userId: number): Promise<string> {
  const contacts = await findContacts(database, [userId])
  return `#${userId} ${maskedName(contacts.get(userId)?.name ?? '')}`
}
