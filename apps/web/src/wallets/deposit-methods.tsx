/** The ways to pay an amount: fee and limits of each, the cheapest first, why others do not take it. */
import { rupiahMessages } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import { Banner, Skeleton } from '../ui/feedback.tsx'
import {
  cardAlone,
  cheapestOf,
  type MethodHint,
  methodHints,
  type PayMethod,
  type PayMethodKind,
  type RupiahRules,
  shownRupiah,
  shownShare,
} from './rupiah.ts'
import styles from './rupiah.module.css'
import { useRules } from './use-rupiah.ts'

const say = sayer(rupiahMessages)

const kindNames: Readonly<Record<PayMethodKind, string>> = {
  va: say('kindVa'),
  qris: say('kindQris'),
  ewallet: say('kindEwallet'),
  card: say('kindCard'),
}

/** The list; its rules are undefined while they are not known, its amount null while there is none. */
export function DepositMethods({
  rules,
  amount,
}: {
  readonly rules: RupiahRules | undefined
  readonly amount: number | null
}) {
  const title =
    amount === null
      ? say('methodsTitleEmpty')
      : say('methodsTitle', { amount: `Rp ${shownRupiah(amount)}` })
  const hints = rules === undefined ? [] : methodHints(rules.methods, amount)
  const cheapest = cheapestOf(hints)
  return (
    <section className={styles['methods']} aria-labelledby="methods-title">
      <h2 id="methods-title">{title}</h2>
      <p>{say(amount === null ? 'methodsNoteEmpty' : 'methodsNote')}</p>
      {amount !== null && <CardNote hints={hints} amount={amount} />}
      {rules === undefined ? (
        <Unknown />
      ) : (
        <ul>
          {hints.map((hint) => (
            <Method
              key={hint.method.code}
              hint={hint}
              least={rules.deposit.least}
              amount={amount}
              isCheapest={amount !== null && hint === cheapest}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** In the place of fees that are on their way, or could not be had. */
function Unknown() {
  const { isFailed } = useRules()
  return isFailed ? <p>{say('methodsFailed')}</p> : <Skeleton width="100%" height={320} />
}

/** Said before the invoice is made: an amount that cards alone take has the fee of cards. */
function CardNote({
  hints,
  amount,
}: {
  readonly hints: readonly MethodHint[]
  readonly amount: number
}) {
  const found = cardAlone(hints)
  if (found === null) return null
  const { card, otherMost } = found
  return (
    <Banner tone="warn" isSpoken>
      <strong>{say('cardAlone', { fee: shownRupiah(card.fee ?? 0) })}</strong>
      {otherMost !== null && otherMost < amount && (
        <p>{say('cardAloneSplit', { amount: shownRupiah(otherMost) })}</p>
      )}
    </Banner>
  )
}

/** What is asked before there is an amount: a share, a fixed sum, or both. */
function feeTerms({ feeFixed, feePpm }: PayMethod): string {
  const percent = shownShare(feePpm)
  const fee = shownRupiah(feeFixed)
  if (feePpm === 0) return feeFixed === 0 ? say('methodFree') : say('methodFee', { fee })
  return feeFixed === 0
    ? say('methodFeeShare', { percent })
    : say('methodFeeBoth', { percent, fee })
}

function Method({
  hint: { method, fee, isAllowed },
  least,
  amount,
  isCheapest,
}: {
  readonly hint: MethodHint
  /** The smallest deposit, which holds for every method. */
  readonly least: number
  readonly amount: number | null
  readonly isCheapest: boolean
}) {
  const from = Math.max(method.least, least)
  const limits = { least: shownRupiah(from), most: shownRupiah(method.most) }
  return (
    <li data-off={isAllowed ? undefined : true}>
      <span className={styles['methodName']}>
        <b>{method.name}</b>
        <small>{kindNames[method.kind]}</small>
      </span>
      {isCheapest && <span className={styles['cheapest']}>{say('methodCheapest')}</span>}
      {amount === null || fee === null ? (
        <span className={styles['methodFee']}>
          <b>{feeTerms(method)}</b>
          <small>
            {method.freeFrom === null
              ? say('methodLimits', limits)
              : say('methodFreeFrom', { amount: shownRupiah(method.freeFrom) })}
          </small>
        </span>
      ) : isAllowed ? (
        <span className={styles['methodFee']}>
          <b>{fee === 0 ? say('methodFree') : say('methodFee', { fee: shownRupiah(fee) })}</b>
          <small>{say('methodPays', { amount: shownRupiah(amount + fee) })}</small>
        </span>
      ) : (
        <span className={styles['methodFee']}>
          {amount < method.least
            ? say('methodBelow', { amount: limits.least })
            : say('methodAbove', { amount: limits.most })}
        </span>
      )}
    </li>
  )
}
