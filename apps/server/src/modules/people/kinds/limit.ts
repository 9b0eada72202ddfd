/** A user's own daily withdrawal limit, in place of the general one. */
import { parseUnits } from '@tukar/money'
import { type CurrencyFigures, SetUserLimit, type SetUserLimit as Limited } from '@tukar/wire'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import {
  accountSubject,
  type ChangeKind,
  type ChangeLine,
  type LocalText,
} from '../../desk/index.ts'
import { amountText } from '../../markets/index.ts'
import { personLimitsOf, setPersonLimit } from '../../wallets/index.ts'
import { type UserChangeDeps, named, personOf, rupiahText, words } from './deps.ts'

/** The change `user.limits`. */
export function userLimits(deps: UserChangeDeps): ChangeKind<Limited> {
  const { database, keys } = deps
  return {
    kind: 'user.limits',
    roles: ['risk', 'admin'],
    input: SetUserLimit,
    async preview(input, operator) {
      const { user_id: userId } = input
      const person = await personOf(deps, userId, operator)
      const { currency, usual, daily } = parseLimit(deps, input)
      const limits = await personLimitsOf(database, keys, userId)
      const own = limits.find((one) => one.currencyId === currency.currencyId)?.daily ?? null
      if (own === daily) throw new Refusal('user.limit_unchanged')
      const shown = (units: number | null): LocalText => {
        const text = (amount: number) => amountText(amount, currency.symbol, currency.decimals)
        return units === null
          ? words('usual', { amount: text(usual) })
          : words('own', { amount: text(units) })
      }
      const isMore = daily !== null && daily > usual
      return {
        subject: accountSubject(userId),
        title: words('limitTitle', { currency: currency.symbol, person: named(person) }),
        lines: [
          { text: words('daily'), before: shown(own), after: shown(daily) },
          ...rupiahLine(deps, currency, own ?? usual, daily ?? usual),
        ],
        warnings: [
          ...(daily === 0 ? [words('nothingLeaves')] : []),
          ...(isMore ? [words('aboveUsual')] : []),
        ],
        isSecondNeeded: true,
        before: { currency: currency.symbol, daily: own },
        after: { currency: currency.symbol, daily },
      }
    },
    async apply(input, { changeId }) {
      const { currency, daily } = parseLimit(deps, input)
      const limit = { userId: input.user_id, currencyId: currency.currencyId, daily, changeId }
      await inTransaction(database, (transaction) => setPersonLimit(transaction, keys, limit))
    },
  }
}

/** The limit in rupiah for a coin; empty if no price is known. */
function rupiahLine(
  { valueOf }: UserChangeDeps,
  { symbol, currencyId }: CurrencyFigures,
  before: number,
  after: number,
): readonly ChangeLine[] {
  if (symbol === 'IDR') return []
  const [from, to] = [valueOf(currencyId, before), valueOf(currencyId, after)]
  if (from === null || to === null) return []
  const shown = (value: number) => words('aboutValue', { value: rupiahText(value) })
  return [{ text: words('inRupiah'), before: shown(from), after: shown(to) }]
}

function parseLimit(
  { listing, usualDailyOf }: UserChangeDeps,
  { currency: symbol, daily }: Limited,
) {
  const currency = listing.currencies().find((one) => one.symbol === symbol)
  const usual = currency === undefined ? null : usualDailyOf(currency.currencyId)
  if (currency === undefined || usual === null) throw new Refusal('user.limit_unknown')
  if (daily === null) return { currency, usual, daily: null }
  const { decimals } = currency
  const parsed = parseUnits(daily, decimals)
  if (!parsed.ok) throw new Refusal(`amount.${parsed.fault}`, { decimals })
  return { currency, usual, daily: parsed.units }
}
