/**
 * The flow of a withdrawal on a chain: input, review of the whole address, confirmation by a code, one
 * request (OTP-01, OTP-02). A refusal is shown at its field, and the input stays.
 */
import { coinMessages, coinWithdrawalMessages } from '@tukar/i18n'
import { useEffect, useRef, useState } from 'react'
import { codeLength } from '../../accounts/codes/code.ts'
import { failureText } from '../../api/failure-text.ts'
import type { Failure } from '../../api/request.ts'
import { pageTranslator } from '../../app/translate.ts'
import { toast } from '../../ui/toast.tsx'
import type { RequestFormStorage } from '../transfers/open-request.ts'
import { type TransferRequest, useTransferRequest } from '../transfers/use-transfer-request.ts'
import { type CodeDialog, useCode } from '../transfers/use-code.ts'
import { type Coin, type CoinRules, type CoinWithdrawal } from './coin.ts'
import {
  requestCoinWithdrawal,
  checkPayee,
  coinPayment,
  type CoinWithdrawalInput,
  parseCoinWithdrawalInput,
} from './coin-calls.ts'
import { refreshCoins } from './use-coin.ts'
import {
  type CoinFormState,
  type CoinForm,
  type KnownAddressStatus,
  useCoinForm,
} from './use-coin-form.ts'

const t = pageTranslator(coinWithdrawalMessages)
const tCoin = pageTranslator(coinMessages)

export type CoinWithdrawalFlow = CoinFormState &
  Omit<CodeDialog<CoinWithdrawalInput>, 'openCodeDialog'> & {
    readonly phase: 'form' | 'review'
    readonly transferRequest: TransferRequest<CoinWithdrawalInput, CoinWithdrawal>
    /** Checks the address first, so that no code is sent for an address that cannot be paid. */
    readonly toReview: () => Promise<void>
    readonly isChecking: boolean
    readonly toForm: () => void
    readonly confirm: () => Promise<void>
  }

export type CoinWithdrawalFlowOptions = {
  readonly coin: Coin
  readonly form: CoinForm
  readonly rules: CoinRules | undefined
  /** Called when a withdrawal was accepted, and with false when the next one starts. */
  readonly onDone: (isDone: boolean) => void
}

/** The form fields by the names that refusals use. */
function findProblemField(code: string): 'to' | 'name' | 'amount' | 'factor' | 'whole' {
  if (code.startsWith('two_factor.')) return 'factor'
  if (code.startsWith('coin.address_')) return 'to'
  if (code.startsWith('coin.receiver_')) return 'name'
  const ofAmount = ['coin.minimum', 'coin.maximum', 'coin.daily', 'coin.below_fee']
  return ofAmount.includes(code) || /^(?:amount|balance|withdrawal)\./.test(code)
    ? 'amount'
    : 'whole'
}

/** The receiver, in the address book's form. */
function findPayee({ to, receiverName, receiverAddress }: CoinWithdrawalInput) {
  return { address: to, name: receiverName, homeAddress: receiverAddress }
}

/** Shows the problems of the input at its fields and above the page; returns true if there are none. */
function isComplete({ check, setProblems }: CoinFormState): boolean {
  const { problems, alert } = check()
  setProblems(problems)
  if (alert === 'empty') toast('warn', tCoin('emptyField'))
  if (alert === 'receiver') toast('bad', t('receiverMissing'))
  return Object.keys(problems).length === 0
}

/** Whether two requests have the same amount and destination; fees are shown in the review. */
function isSameInput(
  one: CoinWithdrawalInput | null,
  { to, amount, way: network }: CoinWithdrawalInput,
): boolean {
  return one?.to === to && one.amount === amount && one.way?.id === network?.id
}

/** Whether the user must compare the address, because it may be a lookalike. */
function mustCompareAddress({ kind }: KnownAddressStatus): boolean {
  return kind === 'alike' || kind === 'unknown' || kind === 'loading'
}

/** How the form of a coin stores its unresolved request. */
function formStorage(coin: Coin, form: CoinForm): RequestFormStorage<CoinWithdrawalInput> {
  return {
    name: `${coin.symbol} ${form}`,
    parse: (value) => parseCoinWithdrawalInput(value, coin),
    withoutCodes: (request) => ({ ...request, otp: '', factorCode: '' }),
  }
}

/**
 * Opens the review after a check of the address. If the input changed during the check, it needs another
 * click.
 */
function useReview(
  formState: CoinFormState,
  { pass, refuse }: { readonly pass: () => void; readonly refuse: (failure: Failure) => void },
) {
  const [isChecking, setChecking] = useState(false)
  const latest = useRef(formState)
  useEffect(() => {
    latest.current = formState
  })
  const toReview = async () => {
    const request = formState.toInput('')
    if (!isComplete(formState) || request === null) return
    setChecking(true)
    const failure = await checkPayee(request)
    setChecking(false)
    if (!isSameInput(latest.current.toInput(''), request)) return
    // If the check fails to answer, the withdrawal itself is still checked.
    if (failure?.code.startsWith('coin.address_') === true) refuse(failure)
    else pass()
  }
  return { isChecking, toReview }
}

/** Returns the flow of a withdrawal form on this page. */
export function useCoinWithdrawal(options: CoinWithdrawalFlowOptions): CoinWithdrawalFlow {
  const { coin, form, rules, onDone } = options
  const transferRequest = useTransferRequest(requestCoinWithdrawal, formStorage(coin, form))
  // An unresolved request opens the review, even from an earlier visit.
  const [phase, setPhase] = useState<'form' | 'review'>(
    transferRequest.unresolved === null ? 'form' : 'review',
  )
  const formState = useCoinForm(options)
  const { setProblems, factorCode, saving, savingPlan, units } = formState

  /** Returns the failure; null if the request was accepted, or if its outcome is unknown. */
  const send = async (request: CoinWithdrawalInput): Promise<Failure | null> => {
    const reply = await transferRequest.ask(request)
    if (reply === null || (!reply.ok && reply.failure === null)) return null
    refreshCoins()
    formState.setFactorCode('')
    if (!reply.ok) return reply.failure
    toast('good', t(coin.kind === 'bitcoin' ? 'sentBitcoin' : 'sentEvm'))
    saving.save(savingPlan, findPayee(request))
    formState.empty()
    setPhase('form')
    onDone(true)
    return null
  }
  const refuse = (failure: Failure | null) => {
    if (failure === null) return
    const field = findProblemField(failure.code)
    const text = failure.code === 'coin.fee_changed' ? t('feeChanged') : failureText(failure)
    if (field === 'name') formState.askReceiver()
    // The fields are empty if the request is from an earlier visit.
    if ((field !== 'whole' && field !== 'factor') || units === null) setPhase('form')
    setProblems({ [field]: text, code: failure.code })
  }
  const code = useCode(send, coinPayment, refuse)
  const confirm = async () => {
    setProblems({})
    if (transferRequest.unresolved !== null) return refuse(await send(transferRequest.unresolved))
    if (mustCompareAddress(formState.addressStatus) && !formState.isCompared) {
      return setProblems({ alike: t('alikeMissing') })
    }
    if (!saving.check(savingPlan)) return
    const request = formState.toInput('')
    if (request === null) return
    if (rules?.hasTwoFactor !== true) return code.openCodeDialog(request)
    return factorCode.length < codeLength
      ? setProblems({ factor: t('factorEmpty') })
      : refuse(await send(request))
  }
  const review = useReview(formState, { pass: () => setPhase('review'), refuse })
  return {
    ...formState,
    phase,
    transferRequest,
    isChecking: review.isChecking,
    toReview: () => {
      onDone(false)
      return review.toReview()
    },
    toForm: () => {
      setProblems({})
      setPhase('form')
    },
    confirm,
    isCodeDialogOpen: code.isCodeDialogOpen,
    submitCode: code.submitCode,
    closeCodeDialog: code.closeCodeDialog,
    requestCode: code.requestCode,
  }
}
