/**
 * The chart service in its frame (CHART-01 to CHART-05, R-71): an entry of its own with no session, told
 * about looks and own orders by messages of the same origin. It is fetched after the page is drawn.
 */
import { chartFrameMessages } from '@tukar/i18n'
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { sayer } from '../../app/translate.ts'
import { clientConfig } from '../../app/client-config.ts'
import { type ChartView, chartViews, pixelsMax, pixelsMin } from '../../chart/address.ts'
import {
  isOwnChart,
  marksMax,
  type OrderMark,
  type PageWord,
  readChartWord,
} from '../../chart/messages.ts'
import { plainUnits } from '../../feed/levels.ts'
import { currentTheme, language, onPreferences, usePreferences } from '../../theme/preferences.ts'
import { IconButton } from '../../ui/button.tsx'
import { SegmentedControl } from '../../ui/choice.tsx'
import { useFullScreen } from './chart-full-screen.ts'
import styles from './chart-frame.module.css'
import type { TradeMarket } from '../market/market.ts'
import { useOpenOrders } from '../orders/my-orders.ts'

const say = sayer(chartFrameMessages)

const viewKey = 'tukar.chart.view'

/** Chart or depth, with the switch between them and the way to full screen and back. */
export const ChartFrame = memo(function ChartFrame({ market }: { readonly market: TradeMarket }) {
  const box = useRef<HTMLDivElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [view, setView] = useState(storedView)
  const full = useFullScreen(box)
  const source = useChartAddress(pane, market.pair, view)
  useTelling(frame, market)
  const title = say(view === 'depth' ? 'depthTitle' : 'title', { pair: market.pairText })
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
          label={say('view')}
          value={view}
          onChange={(next) => {
            setView(next)
            keepView(next)
          }}
          choices={chartViews.map((value) => ({ value, label: say(value) }))}
        />
        <IconButton
          icon={full.isOn ? 'close' : 'expand'}
          size="small"
          label={say(full.isOn ? 'leaveFullScreen' : 'fullScreen')}
          onClick={full.isOn ? full.leave : full.enter}
        />
      </div>
      <div ref={pane} className={styles['pane']}>
        {source !== null && (
          // A frame for each address: going on within one would fill the browser's way back.
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
    // A device that keeps nothing forgets the choice at the next visit; it holds until then.
  }
}

/**
 * Tells the chart how the page looks and which own orders are open, when it listens and at changes. A key
 * that it leaves to the page is pressed here, as if its frame had the focus and nothing in it.
 */
function useTelling(frame: RefObject<HTMLIFrameElement | null>, market: TradeMarket): void {
  const { isPairSafe } = usePreferences()
  const marks = useMarks(market)
  useEffect(() => {
    const tell = () => {
      const looks = { kind: 'looks', theme: currentTheme(), isPairSafe, language } as const
      post(frame, looks)
      post(frame, { kind: 'orders', pair: market.pair, orders: marks })
    }
    const hear = (event: MessageEvent<unknown>) => {
      if (event.source === null || event.source !== frame.current?.contentWindow) return
      const word = readChartWord(event, location.origin)
      if (word?.kind === 'chart-ready') tell()
      if (word?.kind === 'chart-key') {
        const { key, shiftKey } = word
        const pressed = { key, shiftKey, bubbles: true, cancelable: true }
        frame.current?.dispatchEvent(new KeyboardEvent('keydown', pressed))
      }
    }
    tell()
    addEventListener('message', hear)
    const stop = onPreferences(tell)
    return () => {
      removeEventListener('message', hear)
      stop()
    }
  }, [frame, market, marks, isPairSafe])
}

/** Says something to the chart; one on another host hears nothing. */
function post(frame: RefObject<HTMLIFrameElement | null>, word: PageWord): void {
  if (!isOwnChart(clientConfig.chartBase, location.origin)) return
  frame.current?.contentWindow?.postMessage(word, location.origin)
}

/** Own open orders as the chart takes them, the newest first. */
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

/** The address for the size at first sight; later sizes need no new address, the chart follows them. */
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

/** Whole pixels as the chart's address takes them. */
function bounded(pixels: number): number {
  return Math.min(pixelsMax, Math.max(pixelsMin, Math.round(pixels)))
}
