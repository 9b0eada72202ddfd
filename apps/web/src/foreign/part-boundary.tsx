/** A part of a page that fails and recovers alone, laid out as if nothing were around it. */
import type { ReactNode } from 'react'
import { PanelBoundary } from './panel-boundary.tsx'
import styles from './part-boundary.module.css'

/** Goes around each main part of a page: what fails in it leaves the other parts as they are. */
export function PartBoundary({ children }: { readonly children: ReactNode }) {
  return <PanelBoundary className={styles['part']}>{children}</PanelBoundary>
}
