/**
 * The chart's own entry: candles or depth of one market, live over a socket of its own, without
 * session and shell. The address names the view, the market and the size.
 */
import '../theme/tokens.css'
import '../theme/global.css'
import './chart.css'
import { type ChartAddress, readAddress, readView } from './address.ts'
import { element, say } from './elements.ts'

const host = document.getElementById('root') ?? document.body
const address = readAddress(location.search)
if (address === null) {
  const box = element('main', 'wrong')
  box.append(
    element('h1', 'trouble', say()('badAddress')),
    element('p', 'quiet', say()('badAddressText')),
  )
  host.replaceChildren(box)
} else open(address).catch(() => undefined)

/** Each view brings its own code: the depth needs no library. */
async function open(asked: ChartAddress): Promise<void> {
  if (readView(location.pathname) === 'depth') {
    const { showDepth } = await import('./depth-page.ts')
    endWaiting()
    showDepth(host, asked)
  } else {
    const { showCandles } = await import('./candles-page.ts')
    endWaiting()
    showCandles(host, asked)
  }
}

/** What turns while the page's files come would turn on below the chart, a frame of the whole page each time. */
function endWaiting(): void {
  host.replaceChildren()
}
