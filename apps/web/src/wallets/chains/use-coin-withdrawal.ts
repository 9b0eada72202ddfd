/**
 * The flow of a withdrawal on a chain: input, review of the whole address, confirmation by a code, one
 * request (OTP-01, OTP-02). A refusal is shown at its field, and the input stays.
 */
import { coinMessages, coinWithdrawalMessages } from '@tukar/i18n'
import { useEffect, useRef, useState } from 'react'
import { codeLength } from '../../accounts/codes/code.ts'
import { failureText } from '../../api/failure-text.ts'
import type { Failure } from '../../api/request.ts'
import { sayer } from '../../app/translate.ts'
import { toast } from '../../ui/toast.tsx'
import type { RequestFormStorage } from '../open-request.ts'
import { type TransferRequest, useTransferRequest } from '../use-transfer-request.ts'
import { type CodeDialog, useCode } from '../use-code.ts'
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
  type CoinFilling,
  type CoinForm,
  type KnownAddressStatus,
  useCoinFilling,
} from './use-coin-filling.ts'

const t = sayer(coinWithdrawalMessages)
const tCoin = sayer(coinMessages)

export type CoinCourse = CoinFilling &
  Omit<CodeDialog<CoinWithdrawalInput>, 'openCodeDialog'> & {
    readonly phase: 'form' | 'review'
    readonly asking: TransferRequest<CoinWithdrawalInput, CoinWithdrawal>
    /** Checks the address first, so that no code is sent for an address that cannot be paid. */
    readonly toReview: () => Promise<void>
    readonly isChecking: boolean
    readonly toForm: () => void
    readonly confirm: () => Promise<void>
  }

export type CoinCourseOptions = {
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
function isWhole({ check, setTroubles }: CoinFilling): boolean {
  const { troubles, alert } = check()
  setTroubles(troubles)
  if (alert === 'empty') toast('warn', tCoin('emptyField'))
  if (alert === 'receiver') toast('bad', t('receiverMissing'))
  return Object.keys(troubles).length === 0
}

/** Whether two requests have the same amount and destination; fees are shown in the review. */
function isSameWish(
  one: CoinWithdrawalInput | null,
  { to, amount, way }: CoinWithdrawalInput,
): boolean {
  return one?.to === to && one.amount === amount && one.way?.id === way?.id
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
    withoutCodes: (wish) => ({ ...wish, otp: '', factorCode: '' }),
  }
}

/**
 * Opens the review after a check of the address. If the input changed during the check, it needs another
 * click.
 */
function useReview(
  filling: CoinFilling,
  { pass, refuse }: { readonly pass: () => void; readonly refuse: (failure: Failure) => void },
) {
  const [isChecking, setChecking] = useState(false)
  const latest = useRef(filling)
  useEffect(() => {
    latest.current = filling
  })
  const toReview = async () => {
    const wish = filling.toInput('')
    if (!isWhole(filling) || wish === null) return
    setChecking(true)
    const failure = await checkPayee(wish)
    setChecking(false)
    if (!isSameWish(latest.current.toInput(''), wish)) return
    // If the check fails to answer, the withdrawal itself is still checked.
    if (failure?.code.startsWith('coin.address_') === true) refuse(failure)
    else pass()
  }
  return { isChecking, toReview }
}

/** Returns the flow of a withdrawal form on this page. */
export function useCoinWithdrawal(options: CoinCourseOptions): CoinCourse {
  const { coin, form, rules, onDone } = options
  const asking = useTransferRequest(requestCoinWithdrawal, formStorage(coin, form))
  // An unresolved request opens the review, even from an earlier visit.
  const [phase, setPhase] = useState<'form' | 'review'>(
    asking.unresolved === null ? 'form' : 'review',
  )
  const filling = useCoinFilling(options)
  const { setTroubles, factorCode, saving, savingPlan, units } = filling

  /** Returns the failure; null if the request was accepted, or if its outcome is unknown. */
  const send = async (wish: CoinWithdrawalInput): Promise<Failure | null> => {
    const reply = await asking.ask(wish)
    if (reply === null || (!reply.ok && reply.failure === null)) return null
    refreshCoins()
    filling.setFactorCode('')
    if (!reply.ok) return reply.failure
    toast('good', t(coin.kind === 'bitcoin' ? 'sentBitcoin' : 'sentEvm'))
    saving.save(savingPlan, findPayee(wish))
    filling.empty()
    setPhase('form')
    onDone(true)
    return null
  }
  const refuse = (failure: Failure | null) => {
    if (failure === null) return
    const place = findProblemField(failure.code)
    const text = failure.code === 'coin.fee_changed' ? t('feeChanged') : failureText(failure)
    if (place === 'name') filling.askReceiver()
    // The fields are empty if the request is from an earlier visit.
    if ((place !== 'whole' && place !== 'factor') || units === null) setPhase('form')
    setTroubles({ [place]: text, code: failure.code })
  }
  const code = useCode(send, coinPayment, refuse)
  const confirm = async () => {
    setTroubles({})
    if (asking.unresolved !== null) return refuse(await send(asking.unresolved))
    if (mustCompareAddress(filling.addressStatus) && !filling.isCompared) {
      return setTroubles({ alike: t('alikeMissing') })
    }
    if (!saving.check(savingPlan)) return
    const wish = filling.toInput('')
    if (wish === null) return
    if (rules?.hasTwoFactor !== true) return code.openCodeDialog(wish)
    return factorCode.length < codeLength
      ? setTroubles({ factor: t('factorEmpty') })
      : refuse(await send(wish))
  }
  const review = useReview(filling, { pass: () => setPhase('review'), refuse })
  return {
    ...filling,
    phase,
    asking,
    isChecking: review.isChecking,
    toReview: () => {
      onDone(false)
      return review.toReview()
    },
    toForm: () => {
      setTroubles({})
      setPhase('form')
    },
    confirm,
    isCodeDialogOpen: code.isCodeDialogOpen,
    submitCode: code.submitCode,
    closeCodeDialog: code.closeCodeDialog,
    requestCode: code.requestCode,
  }
}
