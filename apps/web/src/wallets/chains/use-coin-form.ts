/** The form state of a withdrawal on a chain: its input, required fields, and faults. */
import { coinMessages, coinWithdrawalMessages } from '@tukar/i18n'
import { useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import {
  type AmountInput,
  amountFromRaw,
  emptyAmount,
  isSameAmount,
} from '../../ui/amount-model.ts'
import { type Counterparty, planForAddress, type SavingPlan } from '../address-book/counterparty.ts'
import { useAddressBook } from '../address-book/use-address-book.ts'
import { type Saving, useSaving } from '../address-book/use-saving.ts'
import type { Loaded } from '../rupiah/use-rupiah.ts'
import {
  type Coin,
  type CoinRules,
  coinUnits,
  isReceiverRequired,
  findOption,
  rawCoin,
  type CoinNetwork,
} from './coin.ts'
import { coinFaultText, coinWritingFault } from './coin-amount.tsx'
import type { CoinWithdrawalInput } from './coin-calls.ts'
import {
  findAddressStatus,
  findCoinFault,
  findCoinMaximum,
  isAddressShaped,
  type AddressStatus,
} from './coin-withdrawal.ts'
import { useAvailableCoin, usePaidAddresses, useNetworks } from './use-coin.ts'

const t = pageTranslator(coinWithdrawalMessages)
const tCoin = pageTranslator(coinMessages)

/** The form of a currency; two may be shown (EVMW-01, EVMW-02). */
export type CoinForm = 'bitcoin' | 'coin' | 'token'

export type ProblemField =
  | 'chain'
  | 'to'
  | 'name'
  | 'home'
  | 'amount'
  | 'factor'
  | 'alike'
  | 'whole'

/** The error text of each field; `code` is the code of the exchange's refusal. */
export type Problems = Readonly<Partial<Record<ProblemField | 'code', string>>>

export type Checked = {
  readonly problems: Problems
  /** The message above the page, in addition to the field errors. */
  readonly alert: 'empty' | 'receiver' | null
}

/** The status of the address; `loading` and `unknown` while the known addresses are not available. */
export type KnownAddressStatus = AddressStatus | { readonly kind: 'loading' | 'unknown' }

type Texts = {
  readonly wayId: string
  readonly to: string
  readonly receiverName: string
  readonly receiverAddress: string
}

const noTexts: Texts = { wayId: '', to: '', receiverName: '', receiverAddress: '' }

export type CoinFormState = {
  readonly coin: Coin
  readonly form: CoinForm
  readonly texts: Texts
  readonly setText: (key: keyof Texts, text: string) => void
  readonly book: Loaded<readonly Counterparty[]>
  /** Fills the fields with an entry of the address book. */
  readonly takeCounterparty: (entry: Counterparty) => void
  /** What to save of the receiver; null if the address book is complete or not loaded. */
  readonly savingPlan: SavingPlan | null
  readonly saving: Saving
  readonly networks: readonly CoinNetwork[] | undefined
  /** The selected network; null for bitcoin, and while none is selected. */
  readonly network: CoinNetwork | null
  readonly isPaused: boolean
  readonly isReceiverRequired: boolean
  /** Requires the receiver for any amount, because the exchange did. */
  readonly askReceiver: () => void
  readonly amount: AmountInput
  readonly setAmount: (amount: AmountInput) => void
  readonly takeAll: () => void
  readonly units: number | null
  readonly available: number | null
  readonly maximum: number | null
  readonly fee: number | null
  readonly addressStatus: KnownAddressStatus
  readonly isCompared: boolean
  readonly setCompared: (isCompared: boolean) => void
  readonly factorCode: string
  readonly setFactorCode: (code: string) => void
  readonly problems: Problems
  readonly setProblems: (problems: Problems) => void
  readonly check: () => Checked
  /** The request to send; null while the input is incomplete. */
  readonly toInput: (otp: string) => CoinWithdrawalInput | null
  readonly empty: () => void
}

export type CoinFormOptions = {
  readonly coin: Coin
  readonly form: CoinForm
  readonly rules: CoinRules | undefined
}

/** The networks of a form, and the selected one. */
function useChoice({ coin, form, rules }: CoinFormOptions, wayId: string) {
  const loaded = useNetworks(coin).value
  const networks = loaded?.filter(({ contract }) => (contract === null) === (form === 'coin'))
  // A single network is selected automatically.
  const only = networks?.length === 1 ? networks[0] : undefined
  const network =
    form === 'bitcoin' ? null : (only ?? networks?.find(({ id }) => id === wayId) ?? null)
  const chain = form === 'bitcoin' ? 'bitcoin' : (network?.chain ?? null)
  const option = findOption(rules, chain, network?.contract ?? null)
  const listed =
    network?.contract === null || form === 'bitcoin' ? coin.fee : (network?.fee ?? null)
  return { networks, network, isPaused: option?.isPaused === true, fee: option?.fee ?? listed }
}

type Judged = Pick<CoinFormState, 'coin' | 'form' | 'network' | 'amount' | 'units' | 'texts'> &
  Pick<CoinFormState, 'isReceiverRequired' | 'available' | 'fee'> & {
    readonly rules: CoinRules | undefined
  }

/** Returns the problems of the input: missing fields first (EVMW-05, BTCW-02), then invalid ones. */
function checkInput(judged: Judged): Checked {
  const { coin, form, network, amount, units, texts } = judged
  const empty = tCoin('emptyField')
  const to = texts.to.trim()
  const isChainMissing = form !== 'bitcoin' && network === null
  const mainEmpty: Problems = {
    ...(isChainMissing && { chain: empty }),
    ...(to === '' && { to: empty }),
    ...(amount.text.trim() === '' && { amount: empty }),
  }
  const receiverEmpty: Problems = judged.isReceiverRequired
    ? {
        ...(texts.receiverName.trim() === '' && { name: empty }),
        ...(texts.receiverAddress.trim() === '' && { home: empty }),
      }
    : {}
  const isMainEmpty = Object.keys(mainEmpty).length > 0
  if (isMainEmpty || Object.keys(receiverEmpty).length > 0) {
    const alert = isMainEmpty || form === 'bitcoin' ? 'empty' : 'receiver'
    return { problems: { ...mainEmpty, ...receiverEmpty }, alert }
  }
  const isShaped = isAddressShaped(to, form === 'bitcoin' ? 'bitcoin' : 'evm')
  const unreadable = form === 'bitcoin' ? 'toUnreadableBitcoin' : 'toUnreadableEvm'
  const written = coinWritingFault(amount, coin.decimals)
  const fault = units === null ? null : findCoinFault(units, judged.rules, judged)
  const isAmbiguous = units === null && written === null
  const amountText = written ?? (fault === null ? null : coinFaultText(fault, coin))
  return {
    problems: {
      ...(!isShaped && { to: t(unreadable) }),
      ...(amountText !== null && { amount: amountText }),
      // The amount field itself asks about the ambiguous amount.
      ...(isAmbiguous && { amount: '' }),
    },
    alert: null,
  }
}

type Filled = Pick<CoinFormState, 'coin' | 'form' | 'network' | 'units' | 'texts' | 'fee'> &
  Pick<CoinFormState, 'isReceiverRequired' | 'factorCode'>

function toWithdrawalInput(filled: Filled, otp: string): CoinWithdrawalInput | null {
  const { coin, form, network, units, texts, factorCode } = filled
  if (units === null || (form !== 'bitcoin' && network === null)) return null
  return {
    coin,
    way: network,
    to: texts.to.trim(),
    receiverName: filled.isReceiverRequired ? texts.receiverName : '',
    receiverAddress: filled.isReceiverRequired ? texts.receiverAddress : '',
    amount: units,
    fee: filled.fee ?? 0,
    otp,
    factorCode,
  }
}

function findSavingPlan(
  { texts, isReceiverRequired: isRequired }: Pick<CoinFormState, 'texts' | 'isReceiverRequired'>,
  entries: readonly Counterparty[] | undefined,
): SavingPlan | null {
  if (entries === undefined || texts.to.trim() === '') return null
  const { receiverName: name, receiverAddress: homeAddress } = texts
  const identity = isRequired ? { name, homeAddress } : { name: '', homeAddress: '' }
  return planForAddress(entries, texts.to, identity)
}

function toAddressStatus(
  address: string,
  paid: Loaded<readonly string[]>,
  book: Loaded<readonly Counterparty[]>,
): KnownAddressStatus {
  if (paid.isFailed || book.isFailed) return { kind: 'unknown' }
  if (paid.value === undefined || book.value === undefined) return { kind: 'loading' }
  return findAddressStatus(address, paid.value, book.value)
}

/** The fields; a change removes the error of its field. */
function useFields() {
  const [texts, setTexts] = useState(noTexts)
  const [amount, setAmount] = useState(emptyAmount)
  const [factorCode, setFactorCode] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [isCompared, setCompared] = useState(false)
  const [isDemanded, setDemanded] = useState(false)
  return {
    texts,
    amount,
    factorCode,
    problems,
    isCompared,
    isDemanded,
    setProblems,
    changeTexts: (next: Partial<Texts>) => {
      setTexts((before) => ({ ...before, ...next }))
      setProblems({})
      setCompared(false)
    },
    setAmount: (next: AmountInput) => {
      if (!isSameAmount(next, amount)) setProblems({})
      setAmount(next)
    },
    setFactorCode: (code: string) => {
      setProblems({})
      setFactorCode(code)
    },
    setCompared: (next: boolean) => {
      setCompared(next)
      setProblems({})
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

/** Returns the form state. */
export function useCoinForm(options: CoinFormOptions): CoinFormState {
  const { coin, form, rules } = options
  const { changeTexts, isDemanded, ...fields } = useFields()
  const { texts, amount } = fields
  const choice = useChoice(options, texts.wayId)
  const available = useAvailableCoin(coin)
  const paid = usePaidAddresses(coin)
  const book = useAddressBook()
  const saving = useSaving('own_wallet')
  const units = amount.raw === null ? null : coinUnits(amount.raw, coin.decimals)
  const maximum = findCoinMaximum(rules, available)
  const isRequired = isDemanded || isReceiverRequired(coin, rules, units)
  const filled = {
    ...fields,
    coin,
    form,
    units,
    available,
    isReceiverRequired: isRequired,
    ...choice,
  }
  return {
    ...filled,
    setText: (key, text) => changeTexts({ [key]: text }),
    book,
    takeCounterparty: ({ address, name, homeAddress }) =>
      changeTexts({ to: address, receiverName: name, receiverAddress: homeAddress }),
    saving,
    savingPlan: findSavingPlan(filled, book.value),
    maximum,
    takeAll: () => {
      if (maximum !== null) fields.setAmount(amountFromRaw(rawCoin(maximum, coin.decimals)))
    },
    addressStatus: toAddressStatus(texts.to.trim(), paid, book),
    check: () => checkInput({ ...filled, rules }),
    toInput: (otp) => toWithdrawalInput(filled, otp),
  }
}
