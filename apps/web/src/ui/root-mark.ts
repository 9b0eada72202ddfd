/** Marks on the document that style sheets elsewhere give way to. */
import { useLayoutEffect } from 'react'

/** No network; a suspended account; on the trading page a strip about its line, and the list of markets. */
export type RootMark = 'offline' | 'suspended' | 'note' | 'withList'

/**
 * Marks the document (`data-offline` and so on) while something stands. A selector that asks whether the page
 * has it (`:has`) would be asked anew, with all that is below, for each element that comes in.
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
