/** The last candles as a table, for screen readers and for reading. */
import type { CandleState } from './candles-page.ts'
import type { Candle, Frame } from './candles.ts'
import { priceText, timeText, volumeText } from './candle-texts.ts'
import type { Scale } from './load-candles.ts'
import { element, frameName, type CandleElements, currentTranslator } from './elements.ts'

/** Candles in the table. */
const tableRows = 50

const columns = ['time', 'openLong', 'highLong', 'lowLong', 'closeLong', 'volumeLong'] as const

/**
 * Writes the table if it is shown. Rows stay while their candles stay, and only the newest row gets new
 * figures: a reader keeps the position.
 */
export function drawTable({ table }: CandleElements, state: CandleState): void {
  const { candles, scale, frame, pair } = state
  if (table.hidden || scale === null) return
  const shown = candles.slice(-tableRows).toReversed()
  const [newest] = shown
  if (newest === undefined) return
  const t = currentTranslator()
  const caption = t('tableOf', {
    count: shown.length,
    frame: frameName(frame),
    pair: pair.replace('_', '/'),
  })
  const name = `${caption} ${newest.openMs}`
  const first = table.querySelector('tbody tr')
  if (table.dataset['of'] === name && first !== null) {
    for (const [index, text] of toTexts(newest, scale, frame).entries()) {
      const cell = first.children[index]
      if (cell !== undefined && cell.textContent !== text) cell.textContent = text
    }
    return
  }
  table.dataset['of'] = name
  const made = element('table', 'rows')
  const head = made.createTHead().insertRow()
  for (const column of columns) {
    const cell = element('th', 'head', t(column))
    cell.scope = 'col'
    head.append(cell)
  }
  const body = made.createTBody()
  for (const candle of shown) body.append(buildRow(candle, scale, frame))
  made.createCaption().textContent = caption
  table.setAttribute('aria-label', caption)
  table.replaceChildren(made)
}

function buildRow(candle: Candle, scale: Scale, frame: Frame): HTMLTableRowElement {
  const row = element('tr', 'row')
  for (const [index, text] of toTexts(candle, scale, frame).entries()) {
    const cell = element(index === 0 ? 'th' : 'td', 'cell', text)
    if (index === 0) cell.setAttribute('scope', 'row')
    row.append(cell)
  }
  return row
}

function toTexts(candle: Candle, scale: Scale, frame: Frame): readonly string[] {
  const { open, high, low, close, volume } = candle
  const prices = [open, high, low, close].map((price) => priceText(price, scale))
  return [timeText(candle, frame), ...prices, volumeText(volume, scale)]
}
