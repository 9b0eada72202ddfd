/**
 * The user's total in rupiah as a bar: available, in orders, in withdrawals; and beside it pending deposits.
 * The segments always add up to the total.
 */
import { formatRupiah, unknownSign, walletMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import { Skeleton } from '../ui/feedback.tsx'
import { toDecimal, type Worth } from './wallet-value.ts'
import styles from './wallets-page.module.css'

const t = pageTranslator(walletMessages)

const wholeShare = 1_000n

export type MoneyMapProps = {
  /** Undefined while loading. */
  readonly worth: Worth | undefined
  /** Rupiah units that withdrawals hold and that deposits will add; null while unknown. */
  readonly inFlight: { readonly withdrawals: bigint; readonly arriving: bigint } | null
}

/** The total with its segments; its height is constant while they load. */
export function MoneyMap({ worth, inFlight }: MoneyMapProps) {
  const segments = toSegments({ worth, inFlight })
  return (
    <section
      className={styles['map']}
      aria-labelledby="map-title"
      aria-busy={worth === undefined ? true : undefined}
    >
      <h2 id="map-title">{t('all')}</h2>
      <p className={styles['grand']}>
        {worth === undefined ? <Skeleton width={240} height={24} /> : rupiahText(worth.total)}
      </p>
      {worth !== undefined && worth.unknown.length > 0 && (
        <p className={styles['closed']}>{t('without', { symbols: worth.unknown.join(', ') })}</p>
      )}
      <div className={styles['bar']} aria-hidden="true">
        {segments
          .filter(({ units }) => units > 0n)
          .map(({ key, units }) => (
            <span
              key={key}
              data-part={key}
              style={{ flexGrow: Number((units * wholeShare) / (worth?.total ?? units)) }}
            />
          ))}
      </div>
      <dl>
        {segments.map(({ key, name, units, isKnown }) => (
          <div key={key} data-part={key}>
            <dt>{name}</dt>
            <dd>{isKnown ? rupiahText(units) : unknownSign}</dd>
          </div>
        ))}
        <div data-part="arriving">
          <dt>{t('partArriving')}</dt>
          <dd>{inFlight === null ? unknownSign : rupiahText(inFlight.arriving)}</dd>
        </div>
      </dl>
    </section>
  )
}

function toSegments({ worth, inFlight }: MoneyMapProps) {
  const held = worth?.held ?? 0n
  const withdrawals = minimum(inFlight?.withdrawals ?? 0n, held)
  const isKnown = worth !== undefined
  // The held amount is a single segment until the share of withdrawals is loaded.
  const isSplit = isKnown && inFlight !== null
  return [
    { key: 'free', name: t('partFree'), units: worth?.free ?? 0n, isKnown },
    { key: 'orders', name: t('partOrders'), units: held - withdrawals, isKnown: isSplit },
    { key: 'withdrawals', name: t('partWithdrawals'), units: withdrawals, isKnown: isSplit },
  ] as const
}

function rupiahText(units: bigint): string {
  return formatRupiah(toDecimal(units))
}

function minimum(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
