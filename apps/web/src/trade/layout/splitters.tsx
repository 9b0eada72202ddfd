/** The splitters of the wide trading page: they lie over the lines between its panes, and come after it is drawn. */
import { layoutMessages } from '@tukar/i18n'
import type { RefObject } from 'react'
import { sayer } from '../../app/translate.ts'
import { Splitter } from '../../ui/splitter.tsx'
import { useHeight, useWindowWidth } from '../use-size.ts'
import {
  boundsOf,
  columnBounds,
  columnsOf,
  ownHeight,
  partsOf,
  sideNameOf,
  type SizeName,
  spanOf,
} from './layout-rule.ts'
import { resize, useLayout } from './layout-store.ts'
import styles from './trade-grid.module.css'

const say = sayer(layoutMessages)

/** The splitters between list, centre and book; they stand in the grid beside the panes. */
export function ColumnSplitters() {
  const layout = useLayout()
  const width = useWindowWidth()
  const span = spanOf(width)
  const { listPx, sidePx } = columnsOf(layout, width)
  const parts = partsOf(layout.preset, span !== 'compact')
  // Beside the ticket of a compact page, the book stands under the chart.
  const hasSide = parts.side !== null && (span !== 'compact' || parts.forms === 'below')
  const list = columnBounds(layout, width, 'list')
  const side = columnBounds(layout, width, 'side')
  return (
    <>
      {parts.hasList && (
        <Splitter
          {...common('list', listPx)}
          label={say('splitList')}
          parts="columns"
          min={list.minPx}
          max={list.maxPx}
          className={styles['listSplit']}
        />
      )}
      {hasSide && (
        <Splitter
          {...common(sideNameOf(layout, span), sidePx)}
          label={say('splitSide')}
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

/** The splitter over the own lists: it sizes the chart, or the lists where they are in the window. */
export function OwnSplitter({ chart }: { readonly chart: RefObject<HTMLElement | null> }) {
  const layout = useLayout()
  const width = useWindowWidth()
  const chartPx = useHeight(chart)
  const { ownSplit: name } = partsOf(layout.preset, spanOf(width) !== 'compact')
  if (name === null) return null
  const px = name === 'own' ? ownHeight(layout, spanOf(width)) : chartPx
  const { minPx, maxPx } = boundsOf[name]
  return (
    <Splitter
      {...common(name, px)}
      label={say(name === 'own' ? 'splitOwn' : 'splitChart')}
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
    valueText: say('pixels', { px }),
    hint: say('splitHint'),
    onChange: (next: number) => resize(name, next),
    onReset: () => resize(name, null),
  }
}
