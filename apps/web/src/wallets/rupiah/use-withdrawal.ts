/**
 * The flow of a rupiah withdrawal: input, review, confirmation by a code, one request (OTP-01, OTP-02). A
 * refusal is shown at its field, and the input stays.
 */
import { rupiahMessages } from '@tukar/i18n'
import { useState } from 'react'
import { codeLength } from '../../accounts/codes/code.ts'
import { findMissingByRefusal } from '../../agreement/verification-status.ts'
import { failureText } from '../../api/failure-text.ts'
import { isRecord } from '../../api/json.ts'
import { currentSession } from '../../api/session.ts'
import { dropTabDraft, keepTabDraft, readTabDraft } from '../../api/tab-draft.ts'
import type { Failure } from '../../api/request.ts'
import { pageTranslator } from '../../app/translate.ts'
import {
  type AmountInput,
  amountFromRaw,
  emptyAmount,
  isSameAmount,
} from '../../ui/amount-model.ts'
import type { RequestFormStorage } from '../transfers/open-request.ts'
import { faultText, toUnits, writingFault } from './rupiah-amount.tsx'
import { requestWithdrawal, rupiahPayment, type WithdrawalInput } from './rupiah-calls.ts'
import { showFailure } from '../transfers/failure-toast.ts'
import {
  rawRupiah,
  type RupiahRules,
  type Withdrawal,
  findMaximumWithdrawal,
  findWithdrawalFault,
  withdrawalFigures,
} from './rupiah.ts'
import { type TransferRequest, useTransferRequest } from '../transfers/use-transfer-request.ts'
import { type CodeDialog, useCode } from '../transfers/use-code.ts'
import { refreshRupiah, useAvailableRupiah, useBankAccount } from './use-rupiah.ts'

const t = pageTranslator(rupiahMessages)

const formStorage: RequestFormStorage<WithdrawalInput> = {
  name: 'rupiah withdrawal',
  parse(value) {
    if (!isRecord(value)) return null
    const { amount, fee } = value
    if (typeof amount !== 'number' || typeof fee !== 'number') return null
    return { amount, fee, otp: '', factorCode: '' }
  },
  withoutCodes: (request) => ({ ...request, otp: '', factorCode: '' }),
}

/** The current error and its field; at most one at a time. */
export type Problem = {
  readonly field: 'amount' | 'bank' | 'factor' | 'whole'
  readonly text: string
  /** The code of the exchange's refusal. */
  readonly code?: string
}

export type WithdrawalFlow = Omit<CodeDialog<WithdrawalInput>, 'openCodeDialog'> & {
  readonly phase: 'form' | 'review'
  readonly amount: AmountInput
  readonly units: number | null
  readonly available: number | null
  /** The largest amount that can be withdrawn now; null while loading. */
  readonly maximum: number | null
  readonly factorCode: string
  readonly problem: Problem | null
  readonly transferRequest: TransferRequest<WithdrawalInput, Withdrawal>
  /** Whether the destination account is loaded. */
  readonly isBankKnown: boolean
  readonly setAmount: (amount: AmountInput) => void
  readonly setFactorCode: (code: string) => void
  readonly takeAll: () => void
  readonly toReview: () => void
  readonly toForm: () => void
  readonly confirm: () => Promise<void>
}

/**
 * Shows a refusal as a toast. Returns what also stays on the page: a changed fee, a wrong code at its field,
 * or a link to a missing step.
 */
function showRefusal(failure: Failure): Problem | null {
  const { code } = failure
  const field = findProblemField(failure)
  if (code === 'withdrawal.fee_changed') return { field, text: t('feeChanged'), code }
  showFailure(failure)
  const staysShown = field === 'bank' || field === 'factor' || findMissingByRefusal(code) !== null
  return staysShown ? { field, text: failureText(failure), code } : null
}

/** The field of a refusal. */
function findProblemField({ code }: Failure): Problem['field'] {
  if (code === 'withdrawal.fee_changed') return 'whole'
  if (code.startsWith('two_factor.')) return 'factor'
  if (code === 'withdrawal.no_bank') return 'bank'
  return code.startsWith('withdrawal.') || code.startsWith('amount.') ? 'amount' : 'whole'
}

/** Stores the amount in the tab while a bank account is added. */
function saveAmountDraft(raw: string): void {
  const userId = currentSession()?.userId
  if (userId !== undefined) keepTabDraft('withdrawal', userId, { amount: raw })
}

function readAmountDraft(): string {
  const { amount = '' } = readTabDraft('withdrawal', currentSession()?.userId ?? '')
  return /^\d{1,16}$/.test(amount) ? amount : ''
}

/** The form state: input and faults. */
function useFormState(rules: RupiahRules | undefined) {
  const [amount, setAmount] = useState(() => amountFromRaw(readAmountDraft()))
  const [factorCode, setFactorCode] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const bank = useBankAccount()
  const isBankThere = bank.value !== undefined && bank.value !== null
  const available = useAvailableRupiah()
  const units = toUnits(amount)
  const maximum =
    rules === undefined || available === null
      ? null
      : findMaximumWithdrawal(rules.withdrawal, available)
  const change = (next: AmountInput) => {
    saveAmountDraft(next.raw ?? '')
    if (!isSameAmount(next, amount)) setProblem(null)
    setAmount(next)
  }
  const faultOf = (): Problem | null => {
    if (units === null || rules === undefined) {
      return { field: 'amount', text: writingFault(amount) ?? '' }
    }
    const found = findWithdrawalFault(rules.withdrawal, units, available)
    if (found !== null) return { field: 'amount', text: faultText(found) }
    return bank.value === null ? { field: 'bank', text: t('bankNone') } : null
  }
  return {
    amount,
    units,
    available,
    maximum,
    factorCode,
    isBankKnown: bank.value !== undefined,
    // The error about a missing bank account disappears once there is one.
    problem: problem?.field === 'bank' && isBankThere ? null : problem,
    setProblem,
    setFactorCode,
    setAmount: change,
    takeAll: () => {
      if (maximum !== null) change(amountFromRaw(rawRupiah(maximum)))
    },
    empty: () => {
      change(emptyAmount)
      dropTabDraft('withdrawal')
    },
    faultOf,
  }
}

/**
 * Returns the flow of a withdrawal on this page. `onDone` is called when one was accepted, and with false
 * when the next one starts.
 */
export function useWithdrawal(
  rules: RupiahRules | undefined,
  onDone: (isDone: boolean) => void,
): WithdrawalFlow {
  const transferRequest = useTransferRequest(requestWithdrawal, formStorage)
  // An unresolved request opens the review, even from an earlier visit.
  const [phase, setPhase] = useState<'form' | 'review'>(
    transferRequest.unresolved === null ? 'form' : 'review',
  )
  const { faultOf, empty, setProblem, ...filled } = useFormState(rules)
  const { units, factorCode } = filled

  /** Returns the failure; null if the request was accepted, or if its outcome is unknown. */
  const send = async (request: WithdrawalInput): Promise<Failure | null> => {
    const reply = await transferRequest.ask(request)
    if (reply === null) return null
    if (!reply.ok && reply.failure === null) {
      showFailure(reply.lost)
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
    const field = findProblemField(failure)
    // The fields are empty if the request is from an earlier visit.
    if (field === 'amount' || field === 'bank' || units === null) setPhase('form')
    const problem = showRefusal(failure)
    if (problem !== null) setProblem(problem)
  }
  const code = useCode(send, rupiahPayment, refuse)
  const confirm = async () => {
    setProblem(null)
    if (transferRequest.unresolved !== null) return refuse(await send(transferRequest.unresolved))
    if (rules === undefined || units === null) return
    const { fee } = withdrawalFigures(rules.withdrawal, units)
    const request = { amount: units, fee, otp: '', factorCode }
    if (!rules.hasTwoFactor) return code.openCodeDialog(request)
    return factorCode.length < codeLength
      ? setProblem({ field: 'factor', text: t('factorEmpty') })
      : refuse(await send(request))
  }
  const goTo = (next: 'form' | 'review', found: Problem | null = null) => {
    setProblem(found)
    setPhase(found === null ? next : 'form')
  }
  return {
    ...filled,
    phase,
    transferRequest,
    setFactorCode: (code) => {
      setProblem(null)
      filled.setFactorCode(code)
    },
    toReview: () => {
      onDone(false)
      goTo('review', faultOf())
    },
    toForm: () => goTo('form'),
    confirm,
    isCodeDialogOpen: code.isCodeDialogOpen,
    submitCode: code.submitCode,
    closeCodeDialog: code.closeCodeDialog,
    requestCode: code.requestCode,
  }
}
