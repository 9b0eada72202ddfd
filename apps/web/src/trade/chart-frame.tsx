/**
 * The chart service in its frame (CHART-02, R-71): an entry of its own with no session, told about theme
 * and language by messages of the same origin. It is fetched after the page is drawn.
 */
import { tradeMessages } from '@tukar/i18n'
import { useEffect, useRef, useState } from 'react'
import { sayer } from '../app/say.ts'
import { clientConfig } from '../app/client-config.ts'
import { currentTheme, language, onPreferences, usePreferences } from '../theme/preferences.ts'
import styles from './chart-frame.module.css'
import type { TradeMarket } from './market.ts'

const say = sayer(tradeMessages)

/** The service takes whole pixels within these bounds. */
const pixelsMin = 120
const pixelsMax = 4_096

/** The frame; its height is what the page leaves it. */
export function ChartFrame({ market }: { readonly market: TradeMarket }) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const source = useChartAddress(box, market.pair)
  const { isPairSafe } = usePreferences()
  useEffect(() => {
    const tell = () => {
      const origin = new URL(clientConfig.chartBase || location.origin, location.origin).origin
      frame.current?.contentWindow?.postMessage(
        { kind: 'looks', theme: currentTheme(), isPairSafe, language },
        origin,
      )
    }
    tell()
    const element = frame.current
    element?.addEventListener('load', tell)
    const stop = onPreferences(tell)
    return () => {
      element?.removeEventListener('load', tell)
      stop()
    }
  }, [source, isPairSafe])
  return (
    <div ref={box} className={styles['box']}>
      {source !== null && (
        <iframe
          ref={frame}
          className={styles['frame']}
          src={source}
          title={say('chartOf', { pair: market.pairText })}
        />
      )}
    </div>
  )
}

/** The address for the size at first sight; later sizes need no new address, the chart follows them. */
function useChartAddress(box: React.RefObject<HTMLElement | null>, pair: string): string | null {
  const [source, setSource] = useState<string | null>(null)
  useEffect(() => {
    const open = () => {
      const { clientWidth = 0, clientHeight = 0 } = box.current ?? {}
      const query = new URLSearchParams({
        pair,
        width: String(bounded(clientWidth)),
        height: String(bounded(clientHeight)),
      })
      setSource(`${clientConfig.chartBase}/chart/candles?${query.toString()}`)
    }
    const timer = setTimeout(open, 0)
    return () => clearTimeout(timer)
  }, [box, pair])
  return source
}

function bounded(pixels: number): number {
  return Math.min(pixelsMax, Math.max(pixelsMin, Math.round(pixels)))
}
