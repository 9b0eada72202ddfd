/** An animated tick or cross: the visual sign of a result. */
import styles from './auth.module.css'

/** The icon of success or failure. */
export function Sign({ isGood }: { readonly isGood: boolean }) {
  return (
    <svg className={styles['sign']} viewBox="0 0 72 72" aria-hidden="true" focusable="false">
      <g className={styles['drawing']} data-outcome={isGood ? 'good' : 'bad'}>
        <circle cx="36" cy="36" r="25" />
        <path d={isGood ? 'M25 37l8 8 15-17' : 'M27 27l18 18M45 27L27 45'} />
      </g>
    </svg>
  )
}
