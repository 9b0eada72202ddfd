/**
 * The chart's entry: candles or depth of one market, live over its own socket, without session and
 * shell. The address has view, market and size.
 */
import '../theme/tokens.css'
import '../theme/global.css'
import './chart.css'
import { type ChartAddress, readAddress, readView } from './address.ts'
import { element, currentTranslator } from './elements.ts'

const host = document.getElementById('root') ?? document.body
const address = readAddress(location.search)
if (address === null) {
  const box = element('main', 'wrong')
  box.append(
    element('h1', 'trouble', currentTranslator()('badAddress')),
    element('p', 'quiet', currentTranslator()('badAddressText')),
  )
  host.replaceChildren(box)
} else open(address).catch(() => undefined)

/** Each view loads its own code; the depth needs no library. */
async function open(requested: ChartAddress): Promise<void> {
  if (readView(location.pathname) === 'depth') {
    const { showDepth } = await import('./depth-page.ts')
    endWaiting()
    showDepth(host, requested)
  } else {
    const { showCandles } = await import('./candles-page.ts')
    endWaiting()
    showCandles(host, requested)
  }
}

/** Removes the spinner: below the chart it would keep animating and repaint the whole page. */
function endWaiting(): void {
  host.replaceChildren()
}
