/** A box for wide content, which scrolls horizontally, also by keyboard. */
import type { ReactNode } from 'react'
import { useMoreBeside } from '../ui/use-more-beside.ts'
import styles from './desk.module.css'

export type ScrollBoxProps = { readonly label: string; readonly children: ReactNode }

/** A box around a wide table. */
export function ScrollBox({ label, children }: ScrollBoxProps) {
  const box = useMoreBeside<HTMLElement>(1)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- only what has the focus is scrolled by keys
    <section ref={box} className={styles['scroll']} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
