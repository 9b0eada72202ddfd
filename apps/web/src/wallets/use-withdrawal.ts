/**
 * The course of a withdrawal: filled in, checked, confirmed by a code, sent once (OTP-01, OTP-02). A
 * refusal goes to the place that it is about, and what was typed stays.
 */
import { rupiahMessages } from '@tukar/i18n'
import { useState } from 'react'
import { codeLength } from '../accounts/codes/code.ts'
import { missingOf } from '../agreement/standing.ts'
import { failureText } from '../api/failure-text.ts'
import { isRecord } from '../api/json.ts'
import { currentSession } from '../api/session.ts'
import { dropTabDraft, keepTabDraft, readTabDraft } from '../api/tab-draft.ts'
import type { Failure } from '../api/request.ts'
import { sayer } from '../app/translate.ts'
import { type AmountInput, amountFromRaw, emptyAmount, isSameAmount } from '../ui/amount-model.ts'
import type { KeptForm } from './open-wish.ts'
import { faultText, unitsOf, writingFault } from './rupiah-amount.tsx'
import { askWithdrawal, rupiahPayment, type WithdrawalWish } from './rupiah-calls.ts'
import { tellFailure } from './failure-toast.ts'
import {
  rawRupiah,
  type RupiahRules,
  type Withdrawal,
  withdrawableMost,
  withdrawalFault,
  withdrawalFigures,
} from './rupiah.ts'
import { type Asking, useAsking } from './use-asking.ts'
import { type CodeDialog, useCode } from './use-code.ts'
import { refreshRupiah, useAvailableRupiah, useBankAccount } from './use-rupiah.ts'

const say = sayer(rupiahMessages)

const kept: KeptForm<WithdrawalWish> = {
  name: 'rupiah withdrawal',
  wishOf(value) {
    if (!isRecord(value)) return null
    const { amount, fee } = value
    if (typeof amount !== 'number' || typeof fee !== 'number') return null
    return { amount, fee, otp: '', factorCode: '' }
  },
  bare: (wish) => ({ ...wish, otp: '', factorCode: '' }),
}

/** What is said and where; at most one thing at a time. */
export type Trouble = {
  readonly place: 'amount' | 'bank' | 'factor' | 'whole'
  readonly text: string
  /** Of the exchange's own no. */
  readonly code?: string
}

export type WithdrawalCourse = Omit<CodeDialog<WithdrawalWish>, 'askCode'> & {
  readonly phase: 'form' | 'review'
  readonly amount: AmountInput
  readonly units: number | null
  readonly available: number | null
  /** The most that can be withdrawn now; null while that is not known. */
  readonly most: number | null
  readonly factorCode: string
  readonly trouble: Trouble | null
  readonly asking: Asking<WithdrawalWish, Withdrawal>
  /** Whether it is known where it would go to. */
  readonly isBankKnown: boolean
  readonly setAmount: (amount: AmountInput) => void
  readonly setFactorCode: (code: string) => void
  readonly takeAll: () => void
  readonly toReview: () => void
  readonly toForm: () => void
  readonly confirm: () => Promise<void>
}

/**
 * Tells a refusal as a toast. Returns what stays on the page besides: a fee to look at, a wrong code at its field, and
 * where something is missing the text that has the way to it.
 */
function tellRefusal(failure: Failure): Trouble | null {
  const { code } = failure
  const place = placeOf(failure)
  if (code === 'withdrawal.fee_changed') return { place, text: say('feeChanged'), code }
  tellFailure(failure)
  const isKept = place === 'bank' || place === 'factor' || missingOf(code) !== null
  return isKept ? { place, text: failureText(failure), code } : null
}

/** Where a refusal belongs. */
function placeOf({ code }: Failure): Trouble['place'] {
  if (code === 'withdrawal.fee_changed') return 'whole'
  if (code.startsWith('two_factor.')) return 'factor'
  if (code === 'withdrawal.no_bank') return 'bank'
  return code.startsWith('withdrawal.') || code.startsWith('amount.') ? 'amount' : 'whole'
}

/** Keeps the raw amount in the tab while a bank account is added. */
function keepAmount(raw: string): void {
  const userId = currentSession()?.userId
  if (userId !== undefined) keepTabDraft('withdrawal', userId, { amount: raw })
}

function keptAmount(): string {
  const { amount = '' } = readTabDraft('withdrawal', currentSession()?.userId ?? '')
  return /^\d{1,16}$/.test(amount) ? amount : ''
}

/** What is filled in, and what stands against it. */
function useFilling(rules: RupiahRules | undefined) {
  const [amount, setAmount] = useState(() => amountFromRaw(keptAmount()))
  const [factorCode, setFactorCode] = useState('')
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const bank = useBankAccount()
  const isBankThere = bank.value !== undefined && bank.value !== null
  const available = useAvailableRupiah()
  const units = unitsOf(amount)
  const most =
    rules === undefined || available === null ? null : withdrawableMost(rules.withdrawal, available)
  const change = (next: AmountInput) => {
    keepAmount(next.raw ?? '')
    if (!isSameAmount(next, amount)) setTrouble(null)
    setAmount(next)
  }
  const faultOf = (): Trouble | null => {
    if (units === null || rules === undefined) {
      return { place: 'amount', text: writingFault(amount) ?? '' }
    }
    const found = withdrawalFault(rules.withdrawal, units, available)
    if (found !== null) return { place: 'amount', text: faultText(found) }
    return bank.value === null ? { place: 'bank', text: say('bankNone') } : null
  }
  return {
    amount,
    units,
    available,
    most,
    factorCode,
    isBankKnown: bank.value !== undefined,
    // What is missing is not told any longer than it is.
    trouble: trouble?.place === 'bank' && isBankThere ? null : trouble,
    setTrouble,
    setFactorCode,
    setAmount: change,
    takeAll: () => {
      if (most !== null) change(amountFromRaw(rawRupiah(most)))
    },
    empty: () => {
      change(emptyAmount)
      dropTabDraft('withdrawal')
    },
    faultOf,
  }
}

/** Returns the course of a withdrawal on this page; `onDone` is told whether one has just been taken. */
export function useWithdrawal(
  rules: RupiahRules | undefined,
  onDone: (isDone: boolean) => void,
): WithdrawalCourse {
  const asking = useAsking(askWithdrawal, kept)
  // What is not resolved is what is shown, since an earlier visit of the page too.
  const [phase, setPhase] = useState<'form' | 'review'>(
    asking.unresolved === null ? 'form' : 'review',
  )
  const { faultOf, empty, setTrouble, ...filled } = useFilling(rules)
  const { units, factorCode } = filled

  /** Gives why it was refused; null where it was taken, or where the outcome is not known. */
  const send = async (wish: WithdrawalWish): Promise<Failure | null> => {
    const reply = await asking.ask(wish)
    if (reply === null) return null
    if (!reply.ok && reply.failure === null) {
      tellFailure(reply.lost)
      return null
    }
    refreshRupiah()
    filled.setFactorCode('')
    if (!reply.ok) return reply.failure
    empty()
    setPhase('form')
    onDone(true)
    return null
  }
  const refuse = (failure: Failure | null) => {
    if (failure === null) return
    const place = placeOf(failure)
    // Of what was asked for on an earlier visit nothing stands in the fields.
    if (place === 'amount' || place === 'bank' || units === null) setPhase('form')
    const trouble = tellRefusal(failure)
    if (trouble !== null) setTrouble(trouble)
  }
  const code = useCode(send, rupiahPayment, refuse)
  const confirm = async () => {
    setTrouble(null)
    if (asking.unresolved !== null) return refuse(await send(asking.unresolved))
    if (rules === undefined || units === null) return
    const { fee } = withdrawalFigures(rules.withdrawal, units)
    const wish = { amount: units, fee, otp: '', factorCode }
    if (!rules.hasTwoFactor) return code.askCode(wish)
    return factorCode.length < codeLength
      ? setTrouble({ place: 'factor', text: say('factorEmpty') })
      : refuse(await send(wish))
  }
  const goTo = (next: 'form' | 'review', found: Trouble | null = null) => {
    setTrouble(found)
    setPhase(found === null ? next : 'form')
  }
  return {
    ...filled,
    phase,
    asking,
    setFactorCode: (code) => {
      setTrouble(null)
      filled.setFactorCode(code)
    },
    toReview: () => {
      onDone(false)
      goTo('review', faultOf())
    },
    toForm: () => goTo('form'),
    confirm,
    isCodeAsked: code.isCodeAsked,
    takeCode: code.takeCode,
    closeCode: code.closeCode,
    requestCode: code.requestCode,
  }
}
