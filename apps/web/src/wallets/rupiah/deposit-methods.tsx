/**
 * The payment methods of an amount: fee and limits of each, the cheapest first, and why others are not
 * available.
 */
import { rupiahMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { Banner, Skeleton } from '../../ui/feedback.tsx'
import {
  cardAlone,
  findCheapest,
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

const t = pageTranslator(rupiahMessages)

const kindNames: Readonly<Record<PayMethodKind, string>> = {
  va: t('kindVa'),
  qris: t('kindQris'),
  ewallet: t('kindEwallet'),
  card: t('kindCard'),
}

/** The list; its rules are undefined while they load, its amount null while there is none. */
export function DepositMethods({
  rules,
  amount,
}: {
  readonly rules: RupiahRules | undefined
  readonly amount: number | null
}) {
  const title =
    amount === null
      ? t('methodsTitleEmpty')
      : t('methodsTitle', { amount: `Rp ${shownRupiah(amount)}` })
  const hints = rules === undefined ? [] : methodHints(rules.methods, amount)
  const cheapest = findCheapest(hints)
  return (
    <section className={styles['methods']} aria-labelledby="methods-title">
      <h2 id="methods-title">{title}</h2>
      <p>{t(amount === null ? 'methodsNoteEmpty' : 'methodsNote')}</p>
      {amount !== null && <CardNote hints={hints} amount={amount} />}
      {rules === undefined ? (
        <Unknown />
      ) : (
        <ul>
          {hints.map((hint) => (
            <Method
              key={hint.method.code}
              hint={hint}
              least={rules.deposit.minimum}
              amount={amount}
              isCheapest={amount !== null && hint === cheapest}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Shown instead of fees while they load, or if loading failed. */
function Unknown() {
  const { isFailed } = useRules()
  return isFailed ? <p>{t('methodsFailed')}</p> : <Skeleton width="100%" height={320} />
}

/** Shown before the invoice is created: an amount that only cards accept has the fee of cards. */
function CardNote({
  hints,
  amount,
}: {
  readonly hints: readonly MethodHint[]
  readonly amount: number
}) {
  const found = cardAlone(hints)
  if (found === null) return null
  const { card, otherMaximum } = found
  return (
    <Banner tone="warn" isSpoken>
      <strong>{t('cardAlone', { fee: shownRupiah(card.fee ?? 0) })}</strong>
      {otherMaximum !== null && otherMaximum < amount && (
        <p>{t('cardAloneSplit', { amount: shownRupiah(otherMaximum) })}</p>
      )}
    </Banner>
  )
}

/** The fee without an amount: a share, a fixed sum, or both. */
function feeTerms({ feeFixed, feePpm }: PayMethod): string {
  const percent = shownShare(feePpm)
  const fee = shownRupiah(feeFixed)
  if (feePpm === 0) return feeFixed === 0 ? t('methodFree') : t('methodFee', { fee })
  return feeFixed === 0 ? t('methodFeeShare', { percent }) : t('methodFeeBoth', { percent, fee })
}

function Method({
  hint: { method, fee, isAllowed },
  least,
  amount,
  isCheapest,
}: {
  readonly hint: MethodHint
  /** The minimum deposit of all methods. */
  readonly least: number
  readonly amount: number | null
  readonly isCheapest: boolean
}) {
  const from = Math.max(method.minimum, least)
  const limits = { least: shownRupiah(from), most: shownRupiah(method.maximum) }
  return (
    <li data-off={isAllowed ? undefined : true}>
      <span className={styles['methodName']}>
        <b>{method.name}</b>
        <small>{kindNames[method.kind]}</small>
      </span>
      {isCheapest && <span className={styles['cheapest']}>{t('methodCheapest')}</span>}
      {amount === null || fee === null ? (
        <span className={styles['methodFee']}>
          <b>{feeTerms(method)}</b>
          <small>
            {method.freeFrom === null
              ? t('methodLimits', limits)
              : t('methodFreeFrom', { amount: shownRupiah(method.freeFrom) })}
          </small>
        </span>
      ) : isAllowed ? (
        <span className={styles['methodFee']}>
          <b>{fee === 0 ? t('methodFree') : t('methodFee', { fee: shownRupiah(fee) })}</b>
          <small>{t('methodPays', { amount: shownRupiah(amount + fee) })}</small>
        </span>
      ) : (
        <span className={styles['methodFee']}>
          {amount < method.minimum
            ? t('methodBelow', { amount: limits.least })
            : t('methodAbove', { amount: limits.most })}
        </span>
      )}
    </li>
  )
}
