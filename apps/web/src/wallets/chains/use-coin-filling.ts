/** What is filled in for a withdrawal over a chain, what of it is asked for, and what stands against it. */
import { coinMessages, coinWithdrawalMessages } from '@tukar/i18n'
import { useState } from 'react'
import { sayer } from '../../app/translate.ts'
import {
  type AmountInput,
  amountFromRaw,
  emptyAmount,
  isSameAmount,
} from '../../ui/amount-model.ts'
import { type Counterparty, planForAddress, type SavingPlan } from '../address-book/counterparty.ts'
import { useAddressBook } from '../address-book/use-address-book.ts'
import { type Saving, useSaving } from '../address-book/use-saving.ts'
import type { Loaded } from '../use-rupiah.ts'
import {
  type Coin,
  type CoinRules,
  coinUnits,
  isReceiverAsked,
  optionOf,
  rawCoin,
  type Way,
} from './coin.ts'
import { coinFaultText, coinWritingFault } from './coin-amount.tsx'
import type { CoinWish } from './coin-calls.ts'
import {
  addressStanding,
  coinFault,
  coinMost,
  isAddressShaped,
  type Standing,
} from './coin-withdrawal.ts'
import { useAvailableCoin, usePaidAddresses, useWays } from './use-coin.ts'

const say = sayer(coinWithdrawalMessages)
const sayCoin = sayer(coinMessages)

/** Which of a currency's forms it is: both may show (EVMW-01, EVMW-02). */
export type CoinForm = 'bitcoin' | 'coin' | 'token'

export type Place = 'chain' | 'to' | 'name' | 'home' | 'amount' | 'factor' | 'alike' | 'whole'

/** What is said and where; `code` is of the exchange's own no. */
export type Troubles = Readonly<Partial<Record<Place | 'code', string>>>

export type Checked = {
  readonly troubles: Troubles
  /** What is said above the page besides. */
  readonly alert: 'empty' | 'receiver' | null
}

/** How the address stands to those before; while these load, or where they cannot be had, nobody knows. */
export type KnownStanding = Standing | { readonly kind: 'loading' | 'unknown' }

type Texts = {
  readonly wayId: string
  readonly to: string
  readonly receiverName: string
  readonly receiverAddress: string
}

const noTexts: Texts = { wayId: '', to: '', receiverName: '', receiverAddress: '' }

export type CoinFilling = {
  readonly coin: Coin
  readonly form: CoinForm
  readonly texts: Texts
  readonly setText: (key: keyof Texts, text: string) => void
  readonly book: Loaded<readonly Counterparty[]>
  /** Fills in somebody of the address book. */
  readonly takeCounterparty: (entry: Counterparty) => void
  /** What there is to save of who is paid; null where the address book has it all, or is not known. */
  readonly savingPlan: SavingPlan | null
  readonly saving: Saving
  readonly ways: readonly Way[] | undefined
  /** The chosen one; null for bitcoin, and while none is chosen. */
  readonly way: Way | null
  readonly isPaused: boolean
  readonly isReceiverAsked: boolean
  /** Asks for the receiver whatever the amount, since the exchange did. */
  readonly askReceiver: () => void
  readonly amount: AmountInput
  readonly setAmount: (amount: AmountInput) => void
  readonly takeAll: () => void
  readonly units: number | null
  readonly available: number | null
  readonly most: number | null
  readonly fee: number | null
  readonly standing: KnownStanding
  readonly isCompared: boolean
  readonly setCompared: (isCompared: boolean) => void
  readonly factorCode: string
  readonly setFactorCode: (code: string) => void
  readonly troubles: Troubles
  readonly setTroubles: (troubles: Troubles) => void
  readonly check: () => Checked
  /** What is to be sent; null while it is not whole. */
  readonly wishOf: (otp: string) => CoinWish | null
  readonly empty: () => void
}

export type CoinFillingOptions = {
  readonly coin: Coin
  readonly form: CoinForm
  readonly rules: CoinRules | undefined
}

/** The chains that a form may choose from, and the chosen one. */
function useChoice({ coin, form, rules }: CoinFillingOptions, wayId: string) {
  const loaded = useWays(coin).value
  const ways = loaded?.filter(({ contract }) => (contract === null) === (form === 'coin'))
  // A choice of one is none.
  const only = ways?.length === 1 ? ways[0] : undefined
  const way = form === 'bitcoin' ? null : (only ?? ways?.find(({ id }) => id === wayId) ?? null)
  const chain = form === 'bitcoin' ? 'bitcoin' : (way?.chain ?? null)
  const option = optionOf(rules, chain, way?.contract ?? null)
  const listed = way?.contract === null || form === 'bitcoin' ? coin.fee : (way?.fee ?? null)
  return { ways, way, isPaused: option?.isPaused === true, fee: option?.fee ?? listed }
}

type Judged = Pick<CoinFilling, 'coin' | 'form' | 'way' | 'amount' | 'units' | 'texts'> &
  Pick<CoinFilling, 'isReceiverAsked' | 'available' | 'fee'> & {
    readonly rules: CoinRules | undefined
  }

/** What keeps it from being sent: what is empty first (EVMW-05, BTCW-02), then what cannot be. */
function checkOf(judged: Judged): Checked {
  const { coin, form, way, amount, units, texts } = judged
  const empty = sayCoin('emptyField')
  const to = texts.to.trim()
  const isChainMissing = form !== 'bitcoin' && way === null
  const mainEmpty: Troubles = {
    ...(isChainMissing && { chain: empty }),
    ...(to === '' && { to: empty }),
    ...(amount.text.trim() === '' && { amount: empty }),
  }
  const receiverEmpty: Troubles = judged.isReceiverAsked
    ? {
        ...(texts.receiverName.trim() === '' && { name: empty }),
        ...(texts.receiverAddress.trim() === '' && { home: empty }),
      }
    : {}
  const isMainEmpty = Object.keys(mainEmpty).length > 0
  if (isMainEmpty || Object.keys(receiverEmpty).length > 0) {
    const alert = isMainEmpty || form === 'bitcoin' ? 'empty' : 'receiver'
    return { troubles: { ...mainEmpty, ...receiverEmpty }, alert }
  }
  const isShaped = isAddressShaped(to, form === 'bitcoin' ? 'bitcoin' : 'evm')
  const unreadable = form === 'bitcoin' ? 'toUnreadableBitcoin' : 'toUnreadableEvm'
  const written = coinWritingFault(amount, coin.decimals)
  const fault = units === null ? null : coinFault(units, judged.rules, judged)
  const isAmbiguous = units === null && written === null
  const amountText = written ?? (fault === null ? null : coinFaultText(fault, coin))
  return {
    troubles: {
      ...(!isShaped && { to: say(unreadable) }),
      ...(amountText !== null && { amount: amountText }),
      // The field itself asks what is meant.
      ...(isAmbiguous && { amount: '' }),
    },
    alert: null,
  }
}

type Filled = Pick<CoinFilling, 'coin' | 'form' | 'way' | 'units' | 'texts' | 'fee'> &
  Pick<CoinFilling, 'isReceiverAsked' | 'factorCode'>

function wishOf(filled: Filled, otp: string): CoinWish | null {
  const { coin, form, way, units, texts, factorCode } = filled
  if (units === null || (form !== 'bitcoin' && way === null)) return null
  return {
    coin,
    way,
    to: texts.to.trim(),
    receiverName: filled.isReceiverAsked ? texts.receiverName : '',
    receiverAddress: filled.isReceiverAsked ? texts.receiverAddress : '',
    amount: units,
    fee: filled.fee ?? 0,
    otp,
    factorCode,
  }
}

function savingPlanOf(
  { texts, isReceiverAsked: isAsked }: Pick<CoinFilling, 'texts' | 'isReceiverAsked'>,
  entries: readonly Counterparty[] | undefined,
): SavingPlan | null {
  if (entries === undefined || texts.to.trim() === '') return null
  const { receiverName: name, receiverAddress: homeAddress } = texts
  const told = isAsked ? { name, homeAddress } : { name: '', homeAddress: '' }
  return planForAddress(entries, texts.to, told)
}

function standingOf(
  address: string,
  paid: Loaded<readonly string[]>,
  book: Loaded<readonly Counterparty[]>,
): KnownStanding {
  if (paid.isFailed || book.isFailed) return { kind: 'unknown' }
  if (paid.value === undefined || book.value === undefined) return { kind: 'loading' }
  return addressStanding(address, paid.value, book.value)
}

/** Fields that forget what was said against them as soon as they change. */
function useFields() {
  const [texts, setTexts] = useState(noTexts)
  const [amount, setAmount] = useState(emptyAmount)
  const [factorCode, setFactorCode] = useState('')
  const [troubles, setTroubles] = useState<Troubles>({})
  const [isCompared, setCompared] = useState(false)
  const [isDemanded, setDemanded] = useState(false)
  return {
    texts,
    amount,
    factorCode,
    troubles,
    isCompared,
    isDemanded,
    setTroubles,
    changeTexts: (next: Partial<Texts>) => {
      setTexts((before) => ({ ...before, ...next }))
      setTroubles({})
      setCompared(false)
    },
    setAmount: (next: AmountInput) => {
      if (!isSameAmount(next, amount)) setTroubles({})
      setAmount(next)
    },
    setFactorCode: (code: string) => {
      setTroubles({})
      setFactorCode(code)
    },
    setCompared: (next: boolean) => {
      setCompared(next)
      setTroubles({})
    },
    askReceiver: () => setDemanded(true),
    empty: () => {
      setTexts(noTexts)
      setAmount(emptyAmount)
      setDemanded(false)
      setCompared(false)
    },
  }
}

/** Returns what is filled in. */
export function useCoinFilling(options: CoinFillingOptions): CoinFilling {
  const { coin, form, rules } = options
  const { changeTexts, isDemanded, ...fields } = useFields()
  const { texts, amount } = fields
  const choice = useChoice(options, texts.wayId)
  const available = useAvailableCoin(coin)
  const paid = usePaidAddresses(coin)
  const book = useAddressBook()
  const saving = useSaving('own_wallet')
  const units = amount.raw === null ? null : coinUnits(amount.raw, coin.decimals)
  const most = coinMost(rules, available)
  const isAsked = isDemanded || isReceiverAsked(coin, rules, units)
  const filled = { ...fields, coin, form, units, available, isReceiverAsked: isAsked, ...choice }
  return {
    ...filled,
    setText: (key, text) => changeTexts({ [key]: text }),
    book,
    takeCounterparty: ({ address, name, homeAddress }) =>
      changeTexts({ to: address, receiverName: name, receiverAddress: homeAddress }),
    saving,
    savingPlan: savingPlanOf(filled, book.value),
    most,
    takeAll: () => {
      if (most !== null) fields.setAmount(amountFromRaw(rawCoin(most, coin.decimals)))
    },
    standing: standingOf(texts.to.trim(), paid, book),
    check: () => checkOf({ ...filled, rules }),
    wishOf: (otp) => wishOf(filled, otp),
  }
}
