/**
 * The course of a withdrawal over a chain: filled in, checked with the whole address, confirmed by a code,
 * sent once (OTP-01, OTP-02). A refusal goes to the place that it is about, and what was typed stays.
 */
import { coinMessages, coinWithdrawalMessages } from '@tukar/i18n'
import { useEffect, useRef, useState } from 'react'
import { codeLength } from '../../accounts/codes/code.ts'
import { failureText } from '../../api/failure-text.ts'
import type { Failure } from '../../api/request.ts'
import { sayer } from '../../app/translate.ts'
import { toast } from '../../ui/toast.tsx'
import type { KeptForm } from '../open-wish.ts'
import { type Asking, useAsking } from '../use-asking.ts'
import { type CodeDialog, useCode } from '../use-code.ts'
import { type Coin, type CoinRules, type CoinWithdrawal } from './coin.ts'
import {
  askCoinWithdrawal,
  checkPayee,
  coinPayment,
  type CoinWish,
  keptCoinWish,
} from './coin-calls.ts'
import { refreshCoins } from './use-coin.ts'
import {
  type CoinFilling,
  type CoinForm,
  type KnownStanding,
  useCoinFilling,
} from './use-coin-filling.ts'

const say = sayer(coinWithdrawalMessages)
const sayCoin = sayer(coinMessages)

export type CoinCourse = CoinFilling &
  Omit<CodeDialog<CoinWish>, 'askCode'> & {
    readonly phase: 'form' | 'review'
    readonly asking: Asking<CoinWish, CoinWithdrawal>
    /** Asks about the address first, so that nobody gets a code for one that cannot be paid. */
    readonly toReview: () => Promise<void>
    readonly isChecking: boolean
    readonly toForm: () => void
    readonly confirm: () => Promise<void>
  }

export type CoinCourseOptions = {
  readonly coin: Coin
  readonly form: CoinForm
  readonly rules: CoinRules | undefined
  /** Told whether one has just been taken. */
  readonly onDone: (isDone: boolean) => void
}

/** What the places of a form are called in refusals. */
function placeOf(code: string): 'to' | 'name' | 'amount' | 'factor' | 'whole' {
  if (code.startsWith('two_factor.')) return 'factor'
  if (code.startsWith('coin.address_')) return 'to'
  if (code.startsWith('coin.receiver_')) return 'name'
  const ofAmount = ['coin.minimum', 'coin.maximum', 'coin.daily', 'coin.below_fee']
  return ofAmount.includes(code) || /^(?:amount|balance|withdrawal)\./.test(code)
    ? 'amount'
    : 'whole'
}

/** Who is paid, as the address book keeps it. */
function payeeOf({ to, receiverName, receiverAddress }: CoinWish) {
  return { address: to, name: receiverName, homeAddress: receiverAddress }
}

/** Says what stands against what is filled in, at its places and above the page; true where nothing does. */
function isWhole({ check, setTroubles }: CoinFilling): boolean {
  const { troubles, alert } = check()
  setTroubles(troubles)
  if (alert === 'empty') toast('warn', sayCoin('emptyField'))
  if (alert === 'receiver') toast('bad', say('receiverMissing'))
  return Object.keys(troubles).length === 0
}

/** Whether the same is to be sent to the same place; what it costs is shown under review. */
function isSameWish(one: CoinWish | null, { to, amount, way }: CoinWish): boolean {
  return one?.to === to && one.amount === amount && one.way?.id === way?.id
}

/** Whether a person has to compare the address, since it may be that of a trap. */
function isComparingAsked({ kind }: KnownStanding): boolean {
  return kind === 'alike' || kind === 'unknown' || kind === 'loading'
}

/** How the form of a coin keeps what it asked for. */
function keptForm(coin: Coin, form: CoinForm): KeptForm<CoinWish> {
  return {
    name: `${coin.symbol} ${form}`,
    wishOf: (value) => keptCoinWish(value, coin),
    bare: (wish) => ({ ...wish, otp: '', factorCode: '' }),
  }
}

/** The way to the review, which asks about the address first; what was changed meanwhile waits for its own click. */
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
    const wish = filling.wishOf('')
    if (!isWhole(filling) || wish === null) return
    setChecking(true)
    const failure = await checkPayee(wish)
    setChecking(false)
    if (!isSameWish(latest.current.wishOf(''), wish)) return
    // Where nobody answers the withdrawal itself is judged all the same.
    if (failure?.code.startsWith('coin.address_') === true) refuse(failure)
    else pass()
  }
  return { isChecking, toReview }
}

/** Returns the course of a withdrawal of one form on this page. */
export function useCoinWithdrawal(options: CoinCourseOptions): CoinCourse {
  const { coin, form, rules, onDone } = options
  const asking = useAsking(askCoinWithdrawal, keptForm(coin, form))
  // What is not resolved is what is shown, since an earlier visit of the page too.
  const [phase, setPhase] = useState<'form' | 'review'>(
    asking.unresolved === null ? 'form' : 'review',
  )
  const filling = useCoinFilling(options)
  const { setTroubles, factorCode, saving, savingPlan, units } = filling

  /** Gives why it was refused; null where it was taken, or where the outcome is not known. */
  const send = async (wish: CoinWish): Promise<Failure | null> => {
    const reply = await asking.ask(wish)
    if (reply === null || (!reply.ok && reply.failure === null)) return null
    refreshCoins()
    filling.setFactorCode('')
    if (!reply.ok) return reply.failure
    toast('good', say(coin.kind === 'bitcoin' ? 'sentBitcoin' : 'sentEvm'))
    saving.save(savingPlan, payeeOf(wish))
    filling.empty()
    setPhase('form')
    onDone(true)
    return null
  }
  const refuse = (failure: Failure | null) => {
    if (failure === null) return
    const place = placeOf(failure.code)
    const text = failure.code === 'coin.fee_changed' ? say('feeChanged') : failureText(failure)
    if (place === 'name') filling.askReceiver()
    // Of what was asked for on an earlier visit nothing stands in the fields.
    if ((place !== 'whole' && place !== 'factor') || units === null) setPhase('form')
    setTroubles({ [place]: text, code: failure.code })
  }
  const code = useCode(send, coinPayment, refuse)
  const confirm = async () => {
    setTroubles({})
    if (asking.unresolved !== null) return refuse(await send(asking.unresolved))
    if (isComparingAsked(filling.standing) && !filling.isCompared) {
      return setTroubles({ alike: say('alikeMissing') })
    }
    if (!saving.check(savingPlan)) return
    const wish = filling.wishOf('')
    if (wish === null) return
    if (rules?.hasTwoFactor !== true) return code.askCode(wish)
    return factorCode.length < codeLength
      ? setTroubles({ factor: say('factorEmpty') })
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
    isCodeAsked: code.isCodeAsked,
    takeCode: code.takeCode,
    closeCode: code.closeCode,
    requestCode: code.requestCode,
  }
}
