/** The elements around the drawing: time frames, values under the crosshair, states, notice. */
import { chartMessages, createTranslator } from '@tukar/i18n'
import { averageLengths, type AverageLength } from './averages.ts'
import { type Frame, frames } from './candles.ts'
import { pageLanguage } from './appearance.ts'

/** The chart's translator for the current language; call it again after a change. */
export const currentTranslator = () => createTranslator(chartMessages, pageLanguage())

/** Labels of the frames, the same in both languages. */
const frameLabels: Readonly<Record<Frame, string>> = {
  '1m': '1m',
  '5m': '5m',
  '15m': '15m',
  '1h': '1H',
  '4h': '4H',
  '1d': '1D',
  '1w': '1W',
}

const spokenFrames = {
  '1m': 'frame1m',
  '5m': 'frame5m',
  '15m': 'frame15m',
  '1h': 'frame1h',
  '4h': 'frame4h',
  '1d': 'frame1d',
  '1w': 'frame1w',
} as const satisfies Readonly<Record<Frame, string>>

/** The spoken name of a frame. */
export function frameName(frame: Frame): string {
  return currentTranslator()(spokenFrames[frame])
}

/** Creates an element with a class and an optional text. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  text = '',
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  made.className = className
  if (text !== '') made.textContent = text
  return made
}

export type CandleElements = {
  readonly frame: HTMLElement
  readonly canvas: HTMLElement
  readonly legend: HTMLElement
  readonly state: HTMLElement
  readonly chip: HTMLElement
  /** Announces the values under a keyboard crosshair. */
  readonly live: HTMLElement
  /** The table of candles. */
  readonly table: HTMLElement
  /** Writes all texts in the current language. */
  readonly write: (chosen: Chosen) => void
}

export type Chosen = { readonly frame: Frame; readonly averages: readonly AverageLength[] }

export type ElementHandlers = {
  readonly onFrame: (frame: Frame) => void
  readonly onAverages: (averages: readonly AverageLength[]) => void
  /** Called after the table was opened or closed. */
  readonly onTable: () => void
}

/** The elements of both views: a bar, the stage with the drawing, and the notice in the footer. */
export function buildFrame() {
  const frame = element('main', 'chart')
  const bar = element('div', 'bar')
  if (parent !== self) bar.dataset['framed'] = 'true'
  const chip = element('span', 'chip')
  chip.setAttribute('role', 'status')
  const legend = element('div', 'legend')
  const canvas = element('div', 'canvas')
  canvas.setAttribute('role', 'img')
  const state = element('div', 'state')
  const live = element('div', 'unseen')
  live.setAttribute('role', 'status')
  const stage = element('div', 'stage')
  stage.append(canvas, legend, state, live)
  frame.append(bar, stage)
  return { frame, bar, chip, legend, canvas, state, stage, live }
}

/** Sets the title. The drawing has the same name until it has a description. */
export function writeTitle(canvas: HTMLElement, title: string): void {
  const isDescribed = canvas.ariaLabel !== null && canvas.ariaLabel !== document.title
  document.title = title
  if (!isDescribed) canvas.ariaLabel = title
}

/** Creates the elements of the candle page; handlers get the choices of the user. */
export function buildCandleElements(pair: string, handlers: ElementHandlers): CandleElements {
  const { frame, bar, chip, legend, canvas, state, stage, live } = buildFrame()
  const frameChoice = buildFrames(handlers.onFrame)
  const averages = buildAverages(handlers.onAverages)
  const table = element('div', 'table')
  table.hidden = true
  table.tabIndex = 0
  table.setAttribute('role', 'region')
  const toTable = element('button', 'tool')
  toTable.type = 'button'
  toTable.addEventListener('click', () => {
    table.hidden = !table.hidden
    toTable.setAttribute('aria-pressed', String(!table.hidden))
    handlers.onTable()
  })
  toTable.setAttribute('aria-pressed', 'false')
  bar.append(...frameChoice.parts, averages.part, toTable, chip)
  stage.append(table)
  const foot = element('footer', 'foot')
  const link = element('a', 'notice')
  link.href = 'https://www.tradingview.com/'
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  foot.append(link)
  frame.append(foot)

  const write = (chosen: Chosen) => {
    const t = currentTranslator()
    frameChoice.write(chosen.frame)
    averages.write(chosen.averages)
    toTable.textContent = t('table')
    toTable.title = t('tableLong')
    link.textContent = t('notice')
    writeTitle(canvas, t('title', { pair: pair.replace('_', '/') }))
  }
  return { frame, canvas, legend, state, chip, live, table, write }
}

/** Time frames as buttons, and as a list on narrow screens. */
function buildFrames(onFrame: (frame: Frame) => void) {
  const group = element('div', 'frames')
  group.setAttribute('role', 'group')
  const list = element('select', 'frameList')
  list.addEventListener('change', () => {
    const picked = frames.find((value) => value === list.value)
    if (picked !== undefined) onFrame(picked)
  })
  const choices = frames.map((value) => {
    const button = element('button', 'tool', frameLabels[value])
    button.type = 'button'
    button.addEventListener('click', () => onFrame(value))
    group.append(button)
    const option = element('option', '', frameLabels[value])
    option.value = value
    list.append(option)
    return { value, button, option }
  })
  const write = (chosen: Frame) => {
    group.setAttribute('aria-label', currentTranslator()('timeFrames'))
    list.setAttribute('aria-label', currentTranslator()('timeFrames'))
    list.value = chosen
    for (const { value, button, option } of choices) {
      button.title = frameName(value)
      option.label = frameLabels[value]
      button.setAttribute('aria-pressed', String(value === chosen))
    }
  }
  return { parts: [group, list], write }
}

/** Moving averages: a button that opens a menu of switches. */
function buildAverages(onAverages: (averages: readonly AverageLength[]) => void) {
  const part = element('details', 'averages')
  const opener = element('summary', 'tool', 'MA')
  const menu = element('div', 'menu')
  menu.setAttribute('role', 'group')
  const choices = averageLengths.map((length) => {
    const label = element('label', 'choice')
    label.dataset['average'] = String(length)
    const box = element('input', '')
    box.type = 'checkbox'
    const name = element('span', '')
    label.append(box, name)
    menu.append(label)
    box.addEventListener('change', () =>
      onAverages(choices.filter((choice) => choice.box.checked).map((choice) => choice.length)),
    )
    return { length, box, name }
  })
  part.append(opener, menu)
  closeWithoutFocus(part, opener)
  const write = (chosen: readonly AverageLength[]) => {
    const t = currentTranslator()
    // Voice control works with the visible label "MA"; the title has the full name (WCAG 2.5.3).
    opener.title = t('averages')
    menu.setAttribute('aria-label', t('averages'))
    for (const { length, box, name } of choices) {
      name.textContent = t('averageOf', { length })
      box.checked = chosen.includes(length)
    }
  }
  return { part, write }
}

/** Closes a menu on Escape and when the focus leaves it. */
function closeWithoutFocus(part: HTMLDetailsElement, opener: HTMLElement): void {
  part.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !part.open) return
    event.preventDefault()
    part.open = false
    opener.focus()
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (!(target instanceof Node && part.contains(target))) part.open = false
  })
  part.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !part.contains(relatedTarget)) part.open = false
  })
  // A press or focus in the parent page also leaves the chart.
  addEventListener('blur', () => {
    part.open = false
  })
}

/** Shows over the drawing that there is no such market; there are no retries. */
export function showUnknown({ state }: Pick<CandleElements, 'state'>, pair: string): void {
  state.hidden = false
  state.dataset['kind'] = 'unknown'
  state.ariaBusy = 'false'
  state.setAttribute('role', 'alert')
  state.replaceChildren(
    element('p', 'trouble', currentTranslator()('noMarket', { pair: pair.replace('_', '/') })),
    element('p', 'quiet', currentTranslator()('badAddressText')),
  )
}

/** Shows a state over the drawing: loading, empty or failed; null removes it. */
export function showState(
  { state }: Pick<CandleElements, 'state'>,
  kind: 'loading' | 'empty' | 'failed' | null,
  onRetry: () => void,
  text: 'loading' | 'empty' | 'depthLoading' | 'depthEmpty' | null = null,
): void {
  state.replaceChildren()
  state.hidden = kind === null
  state.dataset['kind'] = kind ?? ''
  state.setAttribute('role', kind === 'failed' ? 'alert' : 'status')
  state.ariaBusy = String(kind === 'loading')
  if (kind === null) return
  const t = currentTranslator()
  switch (kind) {
    case 'loading':
      state.append(element('p', 'quiet', t(text ?? 'loading')))
      break
    case 'empty':
      state.append(element('p', 'quiet', t(text ?? 'empty')))
      break
    case 'failed': {
      const retry = element('button', 'retry', t('retry'))
      retry.type = 'button'
      retry.addEventListener('click', onRetry)
      state.append(
        element('p', 'trouble', t('failed')),
        element('p', 'quiet', t('failedText')),
        retry,
      )
    }
  }
}
