/** The console's call about the bonus: a month with the entitled, excluded and paid users. */
import { formatUnits } from '@tukar/money'
import { calls, type DeskBonus, type DeskRole } from '@tukar/wire'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { findContacts } from '../accounts/index.ts'
import { type Desk, deskRoute, maskedName } from '../desk/index.ts'
import { registerBonusChanges } from './changes.ts'
import type { BonusTerms } from './closing.ts'
import { countWaiting, listEntries, listMonths } from './month-store.ts'
import { availableFeeIncome, type BonusPaymentDeps } from './paying.ts'
import { monthOf } from './period.ts'
import { ordersRequired, samePersonMax } from './rules.ts'

const readers: readonly DeskRole[] = ['finance', 'risk', 'admin']
const rupiahDecimals = 2

export type BonusDesk = BonusPaymentDeps & { readonly terms: BonusTerms }

/** Serves `/desk/bonus`, registers its changes, and adds its queue to the overview. */
export function registerBonusDesk(http: HttpHost, desk: Desk, deps: BonusDesk): void {
  const { database, terms } = deps
  registerBonusChanges(desk, deps)
  desk.addQueue({ name: 'bonus.waiting', read: () => countWaiting(database) })
  deskRoute(http, desk, calls.deskBonus, readers, async ({ request, input }) => {
    const months = (await listMonths(database)).filter(({ isClosed }) => isClosed)
    const selected = months.find(({ startMs }) => monthOf(startMs) === input.month)
    const shown = input.month === undefined ? months[0] : selected
    const entries = shown === undefined ? [] : await listEntries(database, shown.startMs)
    const waiting = entries.filter(({ state }) => state === 'waiting').length
    const contacts = await findContacts(
      database,
      entries.map(({ userId }) => userId),
    )
    const data: DeskBonus = {
      is_on: terms.isOn(),
      amount: rupiah(terms.amount()),
      target: ordersRequired,
      same_person_max: samePersonMax,
      house: rupiah(await availableFeeIncome(database)),
      months: months.map(({ startMs, amount }) => ({
        month: monthOf(startMs),
        amount: rupiah(amount),
      })),
      month: shown === undefined ? null : monthOf(shown.startMs),
      entries: entries.map(({ userId, filled, counted, state, reason, paidAt }) => ({
        user_id: userId,
        name: maskedName(contacts.get(userId)?.name ?? ''),
        filled,
        counted,
        state,
        reason,
        paid_at: paidAt?.toISOString() ?? null,
      })),
      waiting_sum: rupiah(waiting * (shown?.amount ?? 0)),
    }
    return success(request, { data })
  })
}

function rupiah(units: number): string {
  return formatUnits(units, rupiahDecimals)
}
