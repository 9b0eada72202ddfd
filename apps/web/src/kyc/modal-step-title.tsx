/** The title of a step: the keyboard and a screen reader begin there when the step is reached. */
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './modal.module.css'

/** A heading that takes the focus once it is shown. */
export function StepTitle({ children }: { readonly children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h3 ref={title} className={styles['title']} tabIndex={-1}>
      {children}
    </h3>
  )
}
