/** Answers of the console's calls for content, bonus, markets and currencies. */
import * as z from 'zod/mini'
import { evmWireChains } from '../wallets/chain-deposits.ts'
import { bonusEntryStates, bonusExclusions } from '../desk/bonus.ts'
import { announcementLevels, articleStates } from '../desk/content.ts'
import { deskChargeKinds, deskChargePayers, deskMarketStates } from '../desk/markets.ts'
import { Decimal, many, Time } from './shapes.ts'

export const DeskMaintenance = z.strictObject({
  is_on: z.boolean(),
  changed_at: Time,
})
export type DeskMaintenance = z.infer<typeof DeskMaintenance>

const InBoth = z.strictObject({
  en: z.string(),
  id: z.string(),
})
type InBoth = z.infer<typeof InBoth>

export const DeskArticleRow = z.strictObject({
  id: z.int(),
  title: InBoth,
  state: z.enum(articleStates),
  published_at: Time,
  changed_at: Time,
  /** Null: the simulation wrote it. */
  changed_by: z.nullable(z.string()),
  removed_at: z.nullable(Time),
  version: z.int(),
})
export type DeskArticleRow = z.infer<typeof DeskArticleRow>

export const DeskArticle = z.extend(DeskArticleRow, {
  body: InBoth,
  ext_link: z.nullable(z.string()),
})
export type DeskArticle = z.infer<typeof DeskArticle>

export const DeskAnnouncement = z.strictObject({
  id: z.int(),
  level: z.enum(announcementLevels),
  text: InBoth,
  link: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  starts_at: Time,
  ends_at: z.nullable(Time),
  version: z.int(),
  changed_by: z.string(),
  changed_at: Time,
})
export type DeskAnnouncement = z.infer<typeof DeskAnnouncement>

export const DeskBonusEntry = z.strictObject({
  user_id: z.int(),
  /** Masked. */
  name: z.string(),
  filled: z.int(),
  /** The orders among them that count. */
  counted: z.int(),
  state: z.enum(bonusEntryStates),
  reason: z.nullable(z.enum(bonusExclusions)),
  paid_at: z.nullable(Time),
})
export type DeskBonusEntry = z.infer<typeof DeskBonusEntry>

/** Amounts are decimal texts of rupiah. */
export const DeskBonus = z.strictObject({
  /** The current settings; the amount is for each user. */
  is_on: z.boolean(),
  amount: Decimal,
  target: z.int(),
  /** How many orders matched with the same user count. */
  same_person_max: z.int(),
  /** The house account's balance for the bonus. */
  house: Decimal,
  /** Closed months, the newest first, with the promised sum of each. */
  months: many(
    z.strictObject({
      month: z.string(),
      amount: Decimal,
    }),
  ),
  /** The shown month; null while none is closed. */
  month: z.nullable(z.string()),
  entries: many(DeskBonusEntry),
  /** The sum of all unpaid bonuses. */
  waiting_sum: Decimal,
})
export type DeskBonus = z.infer<typeof DeskBonus>

/** A market as the console lists it. */
export const DeskMarketRow = z.strictObject({
  id: z.int(),
  pair: z.string(),
  base: z.string(),
  quote: z.string(),
  state: z.enum(deskMarketStates),
  /** Null before the first trade. */
  last_price: z.nullable(Decimal),
  tick: Decimal,
  lot: Decimal,
  minimum: Decimal,
  quantity_max: Decimal,
  price_min: Decimal,
  price_max: Decimal,
  reference_price: Decimal,
  buy_band_ppm: z.int(),
  sell_band_ppm: z.int(),
  open_orders_max: z.int(),
  /** Resting orders in its book. */
  open_orders: z.int(),
})
export type DeskMarketRow = z.infer<typeof DeskMarketRow>

export const DeskMarkets = z.strictObject({
  markets: many(DeskMarketRow),
  /** The currencies that a new market can have. */
  currencies: many(
    z.strictObject({
      symbol: z.string(),
      decimals: z.int(),
    }),
  ),
})
export type DeskMarkets = z.infer<typeof DeskMarkets>

export const DeskScheduleRow = z.strictObject({
  id: z.int(),
  pair: z.string(),
  kind: z.enum(deskChargeKinds),
  payer: z.enum(deskChargePayers),
  base: z.enum(['gross', 'fee']),
  rate_ppm: z.int(),
  /** Null: from the start. */
  from: z.nullable(z.string()),
  /** past: a later one of the same charge is in force. */
  status: z.enum(['past', 'current', 'future']),
})
export type DeskScheduleRow = z.infer<typeof DeskScheduleRow>

export const DeskSchedules = z.strictObject({
  markets: many(
    z.strictObject({
      pair: z.string(),
      quote: z.string(),
    }),
  ),
  schedules: many(DeskScheduleRow),
})
export type DeskSchedules = z.infer<typeof DeskSchedules>

/** What a contract reports; `supply` is a decimal text in whole tokens. */
export const DeskContract = z.strictObject({
  symbol: z.string(),
  name: z.string(),
  decimals: z.int(),
  supply: z.string(),
  /** The currency that lists it; null if it is not listed. */
  listed_as: z.nullable(z.string()),
})
export type DeskContract = z.infer<typeof DeskContract>

/** The contract of a trial token. */
export const TrialToken = z.strictObject({ contract: z.string() })

/** A currency on a chain. */
export const DeskCurrencyWay = z.strictObject({
  chain: z.string(),
  /** With its checksum; null for the chain's native coin. */
  contract: z.nullable(z.string()),
  decimals: z.int(),
  /** Whether operators added it; all others come from the settings. */
  is_added: z.boolean(),
})
export type DeskCurrencyWay = z.infer<typeof DeskCurrencyWay>

export const DeskCurrency = z.strictObject({
  id: z.int(),
  symbol: z.string(),
  name: z.string(),
  icon: z.string(),
  kind: z.string(),
  decimals: z.int(),
  withdrawal_fee: Decimal,
  deposit_min: z.nullable(Decimal),
  travel_rule_limit: z.nullable(Decimal),
  is_shown: z.boolean(),
  deposits_open: z.boolean(),
  withdrawals_open: z.boolean(),
  ways: many(DeskCurrencyWay),
  /** Symbols of its markets. */
  markets: many(z.string()),
})
export type DeskCurrency = z.infer<typeof DeskCurrency>

/** All currencies, with the choices that the page offers. */
export const DeskCurrencies = z.strictObject({
  currencies: many(DeskCurrency),
  /** The chains on which a token can be added. */
  chains: many(z.enum(evmWireChains)),
  /** Whether trial tokens can be created: on local chains only. */
  has_trial_tokens: z.boolean(),
})
export type DeskCurrencies = z.infer<typeof DeskCurrencies>
