/** Changes how a currency is shown and handled. Closing needs one operator, all other changes need two. */
import { amountInSentence } from '@tukar/i18n/server'
import { mulDivFloor, parseUnits, powerOfTen } from '@tukar/money'
import { SetCurrencyInput } from '@tukar/wire'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { type ChangeKind, type ChangeLine, type ChangePreview, same } from '../../../desk/index.ts'
import {
  changeProfile,
  findProfile,
  type ProfileChange,
  type VersionedProfile,
} from '../../../markets/index.ts'
import { either, changeText, rupiahInSentence, texts } from './currency-texts.ts'
import type { CurrencyDeps } from './deps.ts'
import { requireWithinCaps, signerCapsOf } from './signer-caps.ts'
import { maxOf, nameOf, requireSound, unitsOrNull } from './token-plan.ts'

const percentDecimals = 4

/** Creates the kind of change. */
export function setCurrencyKind(deps: CurrencyDeps): ChangeKind<SetCurrencyInput> {
  return {
    kind: 'currency.set',
    roles: ['risk', 'admin'],
    input: SetCurrencyInput,
    preview: (input) => preview(deps, input),
    async apply(input, { changeId }) {
      const profile = await known(deps, input.symbol)
      if (profile.changedBy !== changeId) {
        const changed = profileOf(input)
        if (!(await changeProfile(deps, profile, changed, changeId))) {
          throw new Error(`${input.symbol} was changed concurrently`)
        }
      }
      await deps.listing.reload()
      await deps.refresh()
    },
  }
}

async function known(deps: CurrencyDeps, symbol: string): Promise<VersionedProfile> {
  const profile = await findProfile(deps, symbol)
  if (profile === null) throw new Refusal('currency.unknown')
  return profile
}

function profileOf(input: SetCurrencyInput): ProfileChange {
  return {
    name: nameOf(input.name),
    withdrawalFee: input.withdrawal_fee,
    depositMin: input.deposit_min,
    travelRuleThreshold: input.travel_rule_limit,
    isListed: input.is_shown,
    areDepositsOpen: input.deposits_open,
    areWithdrawalsOpen: input.withdrawals_open,
  }
}

async function preview(deps: CurrencyDeps, input: SetCurrencyInput): Promise<ChangePreview> {
  const { symbol } = input
  const now = await known(deps, symbol)
  const listed = deps.listing.currency(now.currencyId)
  if (listed === undefined) throw new Refusal('currency.unknown')
  const { decimals } = listed
  if (input.decimals !== undefined && input.decimals !== decimals) {
    throw new Refusal('currency.decimals_fixed', { currency: symbol, decimals })
  }
  if (now.kind === 'fiat') requireRupiah(input)
  else {
    requireSound(input, symbol, decimals)
    await requireCaps(deps, input, { decimals, before: now.travelRuleThreshold })
  }
  const next = profileOf(input)
  const lines = linesOf(now, next, (text) => amountWords(deps, listed, text))
  if (lines.length === 0) throw new Refusal('currency.unchanged')
  const isClosing =
    (now.areDepositsOpen && !next.areDepositsOpen) ||
    (now.areWithdrawalsOpen && !next.areWithdrawalsOpen)
  return {
    subject: `currency:${symbol}`,
    title: texts('setTitle', { symbol }),
    lines,
    warnings: isClosing ? [texts('arrivesStill')] : [],
    isSecondNeeded: !isHarmless(now, next),
    before: now,
    after: next,
  }
}

/** Whether the change only closes something, or changes how the currency is shown. */
function isHarmless(now: ProfileChange, next: ProfileChange): boolean {
  const isSameMoney =
    now.withdrawalFee === next.withdrawalFee &&
    now.depositMin === next.depositMin &&
    now.travelRuleThreshold === next.travelRuleThreshold
  const isOpening =
    (!now.areDepositsOpen && next.areDepositsOpen) ||
    (!now.areWithdrawalsOpen && next.areWithdrawalsOpen)
  return isSameMoney && !isOpening
}

function requireRupiah({ withdrawal_fee: percent, ...input }: SetCurrencyInput): void {
  if (input.deposit_min !== null || input.travel_rule_limit !== null) {
    throw new Refusal('currency.not_of_rupiah')
  }
  const parsed = parseUnits(percent, percentDecimals)
  if (!parsed.ok) throw new Refusal(`amount.${parsed.fault}`, { decimals: percentDecimals })
  if (parsed.units >= 100 * powerOfTen(percentDecimals)) throw new Refusal('amount.too_large')
}

async function requireCaps(
  { signer }: CurrencyDeps,
  { symbol, travel_rule_limit: limit }: SetCurrencyInput,
  { decimals, before }: { readonly decimals: number; readonly before: string | null },
): Promise<void> {
  if (limit === before) return
  const caps = await signerCapsOf(signer, symbol)
  if (caps === null) return
  const max = maxOf(limit, decimals)
  requireWithinCaps(caps, max, { symbol, unitDecimals: decimals })
}

type AmountWords = (text: string) => ChangeLine['text']

function linesOf(
  now: VersionedProfile,
  next: ProfileChange,
  amountOf: AmountWords,
): readonly ChangeLine[] {
  const feeOf = (text: string) =>
    now.kind === 'fiat' ? texts('feePercent', { percent: text.replace('.', ',') }) : amountOf(text)
  const minOf = (text: string | null) => (text === null ? texts('asSettings') : amountOf(text))
  const limitOf = (text: string | null) => (text === null ? texts('never') : amountOf(text))
  const openness = ['open', 'closed'] as const
  const { areDepositsOpen, areWithdrawalsOpen } = next
  return [
    ...changeText('name', same(now.name), same(next.name)),
    ...changeText('fee', feeOf(now.withdrawalFee), feeOf(next.withdrawalFee)),
    ...changeText('depositMin', minOf(now.depositMin), minOf(next.depositMin)),
    ...changeText(
      'travelLimit',
      limitOf(now.travelRuleThreshold),
      limitOf(next.travelRuleThreshold),
    ),
    ...changeText(
      'shown',
      either(now.isListed, ['yes', 'no']),
      either(next.isListed, ['yes', 'no']),
    ),
    ...changeText(
      'deposits',
      either(now.areDepositsOpen, openness),
      either(areDepositsOpen, openness),
    ),
    ...changeText(
      'withdrawals',
      either(now.areWithdrawalsOpen, openness),
      either(areWithdrawalsOpen, openness),
    ),
  ]
}

/** An amount, with its value in rupiah if the currency has a rupiah market. */
function amountWords(
  { listing, lastPrice }: CurrencyDeps,
  { symbol, decimals }: { readonly symbol: string; readonly decimals: number },
  text: string,
): ChangeLine['text'] {
  const amount = amountInSentence(text, symbol)
  const market = listing.marketOfPair(`${symbol}_IDR`)
  const price = market === undefined ? null : lastPrice(market.marketId)
  const units = unitsOrNull(text, decimals)
  if (price === null || units === null || units === 0) return same(amount)
  const rupiah = mulDivFloor(price, units, powerOfTen(decimals))
  return texts('aboutRupiah', { amount, rupiah: rupiahInSentence(rupiah) })
}
