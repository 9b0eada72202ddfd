/** Prices and changes in lists: tone, arrow and sign together, never color alone. */
import { compareDecimals, formatPercent } from '@tukar/i18n'
import { useState } from 'react'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './price.module.css'

export type Move = 'up' | 'down'
type Seen = { readonly price: string | null; readonly move: Move | null }

/** Returns the direction of a price against the last different one; an equal price keeps the direction. */
export function useMove(price: string | null): Move | null {
  const [last, setLast] = useState<Seen>({ price, move: null })
  if (price === null || price === last.price) return last.move
  const order = last.price === null ? 0 : compareDecimals(price, last.price)
  const move = order === 0 ? last.move : order > 0 ? 'up' : 'down'
  setLast({ price, move })
  return move
}

/** A price that flashes when it changes. */
export function FlashingPrice({
  price,
  shown,
  className,
}: {
  readonly price: string | null
  /** The price as it is shown. */
  readonly shown: string
  readonly className?: string | undefined
}) {
  const move = useMove(price)
  return (
    <span
      key={price}
      translate="no"
      data-move={move}
      className={classes('notranslate', styles['flash'], className)}
    >
      {shown}
    </span>
  )
}

/** A change in percent: green with an arrow up from 0, else red with an arrow down (HOME-08). */
export function Change({
  percent,
  hasArrow = true,
}: {
  readonly percent: string | null
  readonly hasArrow?: boolean
}) {
  if (percent === null) return <span className={styles['unknown']}>{formatPercent(null)}</span>
  const isUp = compareDecimals(percent, '0') >= 0
  return (
    <span className={styles['change']} data-move={isUp ? 'up' : 'down'}>
      {hasArrow && <Icon name={isUp ? 'arrow-up' : 'arrow-down'} size={12} />}
      {formatPercent(percent)}
    </span>
  )
}
