/** The parent page of the chart: receives its appearance and orders, sends it keys. */
import { applyAppearance } from './appearance.ts'
import { isField } from '../ui/is-field.ts'
import { type ChartMessage, isPageKey, type OrdersMessage, readPageMessage } from './messages.ts'

/** Whether the chart is in a frame of a page. */
export const isFramed = parent !== self

export type PageHandlers = {
  readonly onAppearance: () => void
  readonly onLanguage: () => void
  readonly onOrders: (message: OrdersMessage) => void
}

/** Listens to the parent page and then reports that it is ready, so that no message is lost. */
export function followPage({ onAppearance, onLanguage, onOrders }: PageHandlers): void {
  if (!isFramed) return
  addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = event.source === parent ? readPageMessage(event, location.origin) : null
    if (message?.kind === 'orders') onOrders(message)
    if (message?.kind !== 'looks') return
    const isOther = applyAppearance(message)
    onAppearance()
    if (isOther) onLanguage()
  })
  addEventListener('keydown', passOn)
  post({ kind: 'chart-ready' })
}

/** Sends unused keys to the page; from a field only Escape. */
function passOn(event: KeyboardEvent): void {
  const { key, shiftKey, target } = event
  if (event.defaultPrevented || event.repeat || !isPageKey(key)) return
  if (event.ctrlKey || event.altKey || event.metaKey) return
  if (key !== 'Escape' && target instanceof Element && isField(target)) return
  post({ kind: 'chart-key', key, shiftKey })
}

function post(message: ChartMessage): void {
  parent.postMessage(message, location.origin)
}

/** Sets the chart's size from the address (CHART-02). In a frame it then follows the frame's size. */
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
  // The frame may have changed while this file was loading.
  if (innerWidth !== width || innerHeight !== height) follow()
}
