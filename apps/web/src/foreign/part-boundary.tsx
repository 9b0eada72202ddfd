/** A part of a page that fails and recovers alone, without an effect on layout. */
import type { ReactNode } from 'react'
import { PanelBoundary } from './panel-boundary.tsx'
import styles from './part-boundary.module.css'

/** Wraps a main part of a page: its failure does not affect other parts. */
export function PartBoundary({ children }: { readonly children: ReactNode }) {
  return <PanelBoundary className={styles['part']}>{children}</PanelBoundary>
}
