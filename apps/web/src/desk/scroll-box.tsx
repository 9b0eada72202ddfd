/** What is wider than its place scrolls by itself, by the keyboard too. */
import type { ReactNode } from 'react'
import styles from './desk.module.css'

export type ScrollBoxProps = { readonly label: string; readonly children: ReactNode }

/** A box around a wide table. */
export function ScrollBox({ label, children }: ScrollBoxProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- only what has the focus is scrolled by keys
    <section className={styles['scroll']} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
