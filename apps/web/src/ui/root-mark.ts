/** Marks on the document element for style sheets of other components. */
import { useLayoutEffect } from 'react'

/** Offline; a suspended account; on the trading page a connection notice and the market list. */
export type RootMark = 'offline' | 'suspended' | 'note' | 'withList'

/**
 * Sets a mark on the document element (`data-offline` and so on). A `:has` selector would be evaluated again
 * for each new element of the page.
 */
export function useRootMark(mark: RootMark, isOn: boolean): void {
  useLayoutEffect(() => {
    if (!isOn) return
    const { dataset } = document.documentElement
    dataset[mark] = 'true'
    return () => {
      delete dataset[mark]
    }
  }, [mark, isOn])
}
