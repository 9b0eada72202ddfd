/**
 * The chart service in a frame (CHART-01 to CHART-05, R-71): a page of its own without a session. It gets
 * appearance and orders by messages of the same origin and loads after the page is drawn.
 */
import { chartFrameMessages } from '@tukar/i18n'
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { clientConfig } from '../../app/client-config.ts'
import { type ChartView, chartViews, pixelsMax, pixelsMin } from '../../chart/address.ts'
import {
  isSameOriginChart,
  marksMax,
  type OrderMark,
  type PageMessage,
  readChartMessage,
} from '../../chart/messages.ts'
import { plainUnits } from '../../feed/levels.ts'
import { currentTheme, language, onPreferences, usePreferences } from '../../theme/preferences.ts'
import { IconButton } from '../../ui/button.tsx'
import { SegmentedControl } from '../../ui/choice.tsx'
import { useFullScreen } from './chart-full-screen.ts'
import styles from './chart-frame.module.css'
import type { TradeMarket } from '../market/market.ts'
import { useOpenOrders } from '../orders/my-orders.ts'

const t = pageTranslator(chartFrameMessages)

const viewKey = 'tukar.chart.view'

/** Chart or depth, with a switch between them and a full-screen button. */
export const ChartFrame = memo(function ChartFrame({ market }: { readonly market: TradeMarket }) {
  const box = useRef<HTMLDivElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [view, setView] = useState(storedView)
  const full = useFullScreen(box)
  const source = useChartAddress(pane, market.pair, view)
  useTelling(frame, market)
  const title = t(view === 'depth' ? 'depthTitle' : 'title', { pair: market.pairText })
  return (
    <div
      ref={box}
      popover="manual"
      className={styles['box']}
      data-full={full.isOn}
      {...(full.isOn && { role: 'dialog', 'aria-modal': true, 'aria-label': title })}
    >
      <div className={styles['head']}>
        {full.isOn && <h2 className={styles['title']}>{title}</h2>}
        <SegmentedControl<ChartView>
          label={t('view')}
          value={view}
          onChange={(next) => {
            setView(next)
            keepView(next)
          }}
          choices={chartViews.map((value) => ({ value, label: t(value) }))}
        />
        <IconButton
          icon={full.isOn ? 'close' : 'expand'}
          size="small"
          label={t(full.isOn ? 'leaveFullScreen' : 'fullScreen')}
          onClick={full.isOn ? full.leave : full.enter}
        />
      </div>
      <div ref={pane} className={styles['pane']}>
        {source !== null && (
          // A new frame for each address: navigation within a frame would add entries to the browser's
          // history.
          <iframe key={source} ref={frame} className={styles['frame']} src={source} title={title} />
        )}
      </div>
    </div>
  )
})

function storedView(): ChartView {
  try {
    const stored = localStorage.getItem(viewKey)
    return chartViews.find((view) => view === stored) ?? 'candles'
  } catch {
    return 'candles'
  }
}

function keepView(view: ChartView): void {
  try {
    localStorage.setItem(viewKey, view)
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

/**
 * Sends appearance and open orders to the chart, when it is ready and on each change. A key that the chart
 * leaves to the page is handled as if it were pressed in the page.
 */
function useTelling(frame: RefObject<HTMLIFrameElement | null>, market: TradeMarket): void {
  const { isPairSafe } = usePreferences()
  const marks = useMarks(market)
  useEffect(() => {
    const postState = () => {
      const appearance = { kind: 'looks', theme: currentTheme(), isPairSafe, language } as const
      post(frame, appearance)
      post(frame, { kind: 'orders', pair: market.pair, orders: marks })
    }
    const hear = (event: MessageEvent<unknown>) => {
      if (event.source === null || event.source !== frame.current?.contentWindow) return
      const message = readChartMessage(event, location.origin)
      if (message?.kind === 'chart-ready') postState()
      if (message?.kind === 'chart-key') {
        const { key, shiftKey } = message
        const pressed = { key, shiftKey, bubbles: true, cancelable: true }
        frame.current?.dispatchEvent(new KeyboardEvent('keydown', pressed))
      }
    }
    postState()
    addEventListener('message', hear)
    const stop = onPreferences(postState)
    return () => {
      removeEventListener('message', hear)
      stop()
    }
  }, [frame, market, marks, isPairSafe])
}

/** Posts a message to the chart; a chart on another host gets none. */
function post(frame: RefObject<HTMLIFrameElement | null>, message: PageMessage): void {
  if (!isSameOriginChart(clientConfig.chartBase, location.origin)) return
  frame.current?.contentWindow?.postMessage(message, location.origin)
}

/** The user's open orders in the chart's form, the newest first. */
function useMarks(market: TradeMarket): readonly OrderMark[] {
  const { orders } = useOpenOrders(market)
  return useMemo(
    () =>
      orders.slice(0, marksMax).map(({ id, side, price, remaining }) => ({
        id,
        side,
        price: plainUnits(price, market.quote.decimals),
        quantity: plainUnits(remaining, market.base.decimals),
      })),
    [orders, market],
  )
}

/** The chart's address with its initial size; the chart follows later sizes itself. */
function useChartAddress(
  pane: RefObject<HTMLElement | null>,
  pair: string,
  view: ChartView,
): string | null {
  const [source, setSource] = useState<string | null>(null)
  useEffect(() => {
    const open = () => {
      const { clientWidth = 0, clientHeight = 0 } = pane.current ?? {}
      const query = new URLSearchParams({
        pair,
        width: String(bounded(clientWidth)),
        height: String(bounded(clientHeight)),
      })
      setSource(`${clientConfig.chartBase}/chart/${view}?${query.toString()}`)
    }
    const timer = setTimeout(open, 0)
    return () => clearTimeout(timer)
  }, [pane, pair, view])
  return source
}

/** Whole pixels within the limits of the chart's address. */
function bounded(pixels: number): number {
  return Math.min(pixelsMax, Math.max(pixelsMin, Math.round(pixels)))
}
