/** The icon of the book's view: both sides, buys only, sells only. */
import { VisuallyHidden } from '../../ui/feedback.tsx'
import type { BookSides } from './book-view.ts'
import styles from './order-book.module.css'

/** The icon, with its name for screen readers. */
export function BookSidesIcon({
  sides,
  name,
}: {
  readonly sides: BookSides
  readonly name: string
}) {
  const upper = sides === 'buys' ? 'buy' : 'sell'
  const lower = sides === 'sells' ? 'sell' : 'buy'
  return (
    <span className={styles['sidesIcon']} title={name}>
      <VisuallyHidden>{name}</VisuallyHidden>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path data-side={upper} d="M2 3.5h12M5 6.5h9" />
        <path data-side={lower} d="M5 9.5h9M2 12.5h12" />
      </svg>
    </span>
  )
}
