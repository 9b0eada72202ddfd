/** The product's name and logo, linked to the home page. */
import { Link } from '../router/link.tsx'
import { clientConfig } from './client-config.ts'
import styles from './frame.module.css'

/** Two arrows in opposite directions. */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#5b3fd6" />
      <path
        d="M8 11.5h13.2l-3.4-3.4M24 20.5H10.8l3.4 3.4"
        fill="none"
        stroke="#ffffff"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** The brand in navigation and footer. */
export function Brand() {
  return (
    <Link to="/" className={styles['brand']}>
      <Mark />
      {clientConfig.product}
    </Link>
  )
}

/** The brand without a link, while no home page is reachable. */
export function PlainBrand() {
  return (
    <span className={styles['brand']}>
      <Mark />
      {clientConfig.product}
    </span>
  )
}
