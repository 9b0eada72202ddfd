/** The page that frames the chart: hears its looks and own orders, tells it keys of its own. */
import { applyLooks } from './appearance.ts'
import { isField } from '../ui/is-field.ts'
import { type ChartWord, isPageKey, type OrdersWord, readPageWord } from './messages.ts'

/** Whether a page stands around the chart. */
export const isFramed = parent !== self

export type PageHandlers = {
  readonly onLooks: () => void
  readonly onLanguage: () => void
  readonly onOrders: (word: OrdersWord) => void
}

/** Listens to the page around, and says that it does, so that nothing was said too early. */
export function followPage({ onLooks, onLanguage, onOrders }: PageHandlers): void {
  if (!isFramed) return
  addEventListener('message', (event: MessageEvent<unknown>) => {
    const word = event.source === parent ? readPageWord(event, location.origin) : null
    if (word?.kind === 'orders') onOrders(word)
    if (word?.kind !== 'looks') return
    const isOther = applyLooks(word)
    onLooks()
    if (isOther) onLanguage()
  })
  addEventListener('keydown', passOn)
  tell({ kind: 'chart-ready' })
}

/** Gives the page the keys that nothing here uses; in a field only the one that leads away. */
function passOn(event: KeyboardEvent): void {
  const { key, shiftKey, target } = event
  if (event.defaultPrevented || event.repeat || !isPageKey(key)) return
  if (event.ctrlKey || event.altKey || event.metaKey) return
  if (key !== 'Escape' && target instanceof Element && isField(target)) return
  tell({ kind: 'chart-key', key, shiftKey })
}

function tell(word: ChartWord): void {
  parent.postMessage(word, location.origin)
}

/**
 * Gives the chart the size of its address (CHART-02). In a frame it then follows the frame, which the
 * page makes larger and smaller.
 */
export function sizeTo(
  element: HTMLElement,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  element.style.width = `${width}px`
  element.style.height = `${height}px`
  if (!isFramed) return
  const follow = () => {
    element.style.width = '100%'
    element.style.height = '100%'
  }
  addEventListener('resize', follow, { once: true })
  // The frame may have changed while this file was on its way.
  if (innerWidth !== width || innerHeight !== height) follow()
}
