/** The title of a step. It gets the focus when the step starts, for keyboards and screen readers. */
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './modal.module.css'

/** A heading that gets the focus when it appears. */
export function StepTitle({ children }: { readonly children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h3 ref={title} className={styles['title']} tabIndex={-1}>
      {children}
    </h3>
  )
}
