/**
 * The grid of the wide trading page. Sizes are CSS properties, so that a splitter (splitters.tsx) moves the
 * panes without redrawing their content.
 */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useRootMark } from '../../ui/root-mark.ts'
import { useWindowWidth } from '../use-size.ts'
import { computeColumns, type Layout, findOrdersPx, findPanes, findSpan } from './layout-rule.ts'
import { useLayout } from './layout-store.ts'
import styles from './trade-grid.module.css'

/** The grid; its children set their grid areas by classes of its style sheet. */
export function TradeGrid({
  isGuest,
  isBusy = false,
  children,
}: {
  readonly isGuest: boolean
  readonly isBusy?: boolean
  readonly children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const layout = useLayout()
  const width = useWindowWidth()
  const panes = findPanes(layout.preset, findSpan(width) !== 'compact')
  useLayoutEffect(() => {
    for (const [name, px] of Object.entries(buildProperties(layout, width))) {
      if (px === null) box.current?.style.removeProperty(name)
      else box.current?.style.setProperty(name, `${px}px`)
    }
  }, [layout, width])
  useRootMark('withList', panes.hasList)
  // Toasts are outside the page and appear over the end of the market list.
  const { listPx } = computeColumns(layout, width)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--toasts-width', `${listPx}px`)
    return () => {
      style.removeProperty('--toasts-width')
    }
  }, [listPx])
  return (
    <div
      ref={box}
      className={styles['page']}
      data-preset={layout.preset}
      data-forms={panes.forms}
      data-whole={panes.ownSplit === 'own'}
      data-guest={isGuest}
      aria-busy={isBusy ? true : undefined}
    >
      {children}
    </div>
  )
}

function buildProperties(layout: Layout, width: number): Readonly<Record<string, number | null>> {
  const { listPx, sidePx } = computeColumns(layout, width)
  return {
    '--list': listPx,
    '--side': sidePx,
    '--chart': layout.sizes.chart,
    '--own': findOrdersPx(layout, findSpan(width)),
  }
}
