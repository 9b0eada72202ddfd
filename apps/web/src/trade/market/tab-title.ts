/**
 * The browser tab's title on the trading page: "price · pair | product", updated at most once a
 * second.
 */
import { useEffect, useRef } from 'react'
import { clientConfig } from '../../app/client-config.ts'

const paceMs = 1_000

/** Updates the title; without a price it is the pair only (DEC-04). */
export function useTabTitle(priceText: string | null, pairText: string): void {
  const lastMs = useRef(0)
  useEffect(() => {
    const name = priceText === null ? pairText : `${priceText} · ${pairText}`
    const set = () => {
      lastMs.current = performance.now()
      document.title = `${name} | ${clientConfig.product}`
    }
    const waitMs = lastMs.current + paceMs - performance.now()
    if (lastMs.current === 0 || waitMs <= 0) {
      set()
      return
    }
    const timer = setTimeout(set, waitMs)
    return () => clearTimeout(timer)
  }, [priceText, pairText])
}
