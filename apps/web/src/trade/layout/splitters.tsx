/**
 * The splitters of the wide trading page: they overlay the lines between its panes and load after the page.
 */
import { layoutMessages } from '@tukar/i18n'
import type { RefObject } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { Splitter } from '../../ui/splitter.tsx'
import { useHeight, useWindowWidth } from '../use-size.ts'
import {
  sizeBounds,
  columnBounds,
  computeColumns,
  findOrdersPx,
  findPanes,
  findSideName,
  type SizeName,
  findSpan,
} from './layout-rule.ts'
import { resize, useLayout } from './layout-store.ts'
import styles from './trade-grid.module.css'

const t = pageTranslator(layoutMessages)

/** The splitters between list, center and book, as items of the page's grid. */
export function ColumnSplitters() {
  const layout = useLayout()
  const width = useWindowWidth()
  const span = findSpan(width)
  const { listPx, sidePx } = computeColumns(layout, width)
  const panes = findPanes(layout.preset, span !== 'compact')
  // On a compact page with a ticket, the book is under the chart.
  const hasSide = panes.side !== null && (span !== 'compact' || panes.forms === 'below')
  const list = columnBounds(layout, width, 'list')
  const side = columnBounds(layout, width, 'side')
  return (
    <>
      {panes.hasList && (
        <Splitter
          {...common('list', listPx)}
          label={t('splitList')}
          parts="columns"
          min={list.minPx}
          max={list.maxPx}
          className={styles['listSplit']}
        />
      )}
      {hasSide && (
        <Splitter
          {...common(findSideName(layout, span), sidePx)}
          label={t('splitSide')}
          parts="columns"
          isBehind
          min={side.minPx}
          max={side.maxPx}
          className={styles['sideSplit']}
        />
      )}
    </>
  )
}

/**
 * The splitter above the user's orders: it resizes the chart, or the orders in a layout that fits the window.
 */
export function OrdersSplitter({ chart }: { readonly chart: RefObject<HTMLElement | null> }) {
  const layout = useLayout()
  const width = useWindowWidth()
  const chartPx = useHeight(chart)
  const { ownSplit: name } = findPanes(layout.preset, findSpan(width) !== 'compact')
  if (name === null) return null
  const px = name === 'own' ? findOrdersPx(layout, findSpan(width)) : chartPx
  const { minPx, maxPx } = sizeBounds[name]
  return (
    <Splitter
      {...common(name, px)}
      label={t(name === 'own' ? 'splitOwn' : 'splitChart')}
      parts="rows"
      isBehind={name === 'own'}
      min={Math.min(minPx, px)}
      max={Math.max(maxPx, px)}
      className={styles['ownSplit']}
    />
  )
}

function common(name: SizeName, px: number) {
  return {
    value: px,
    valueText: t('pixels', { px }),
    hint: t('splitHint'),
    onChange: (next: number) => resize(name, next),
    onReset: () => resize(name, null),
  }
}
