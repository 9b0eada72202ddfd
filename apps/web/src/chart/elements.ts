/** The few elements around the drawing: time frames, values under the crosshair, states, notice. */
import { chartMessages, createTranslator } from '@tukar/i18n'
import { averageLengths, type AverageLength } from './averages.ts'
import { type Frame, frames } from './candles.ts'
import { pageLanguage } from './appearance.ts'

/** Says the chart's sentences in the page's language; asked for again after each change of it. */
export const say = () => createTranslator(chartMessages, pageLanguage())

/** How frames are written: the same in both languages (1H is no day). */
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

/** The name of a frame as it is spoken. */
export function frameName(frame: Frame): string {
  return say()(spokenFrames[frame])
}

/** Makes an element with a class and, if given, a text. */
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

export type Parts = {
  readonly frame: HTMLElement
  readonly canvas: HTMLElement
  readonly legend: HTMLElement
  readonly state: HTMLElement
  readonly chip: HTMLElement
  /** Speaks the values under a crosshair that keys move. */
  readonly live: HTMLElement
  /** Holds the candles as a table while it is not hidden. */
  readonly table: HTMLElement
  /** Writes all texts again, for the language that is on. */
  readonly write: (chosen: Chosen) => void
}

export type Chosen = { readonly frame: Frame; readonly averages: readonly AverageLength[] }

export type PartHandlers = {
  readonly onFrame: (frame: Frame) => void
  readonly onAverages: (averages: readonly AverageLength[]) => void
  /** The table was just opened or closed. */
  readonly onTable: () => void
}

/** The bones of either view: a bar, the stage with the drawing, the notice at the foot. */
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

/** Titles the page; the drawing is called the same until there is something on it to tell of. */
export function writeTitle(canvas: HTMLElement, title: string): void {
  const isDescribed = canvas.ariaLabel !== null && canvas.ariaLabel !== document.title
  document.title = title
  if (!isDescribed) canvas.ariaLabel = title
}

/** Builds the page of candles; the handlers are called with what a person picks. */
export function buildParts(pair: string, handlers: PartHandlers): Parts {
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
    const sayNow = say()
    frameChoice.write(chosen.frame)
    averages.write(chosen.averages)
    toTable.textContent = sayNow('table')
    toTable.title = sayNow('tableLong')
    link.textContent = sayNow('notice')
    writeTitle(canvas, sayNow('title', { pair: pair.replace('_', '/') }))
  }
  return { frame, canvas, legend, state, chip, live, table, write }
}

/** Time frames as buttons, and where there is no room for them as a list. */
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
    group.setAttribute('aria-label', say()('timeFrames'))
    list.setAttribute('aria-label', say()('timeFrames'))
    list.value = chosen
    for (const { value, button, option } of choices) {
      button.title = frameName(value)
      option.label = frameLabels[value]
      button.setAttribute('aria-pressed', String(value === chosen))
    }
  }
  return { parts: [group, list], write }
}

/** Moving averages: a button that opens their switches. */
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
    const sayNow = say()
    // Who says what he sees, "MA", is understood; the title says it whole (WCAG 2.5.3).
    opener.title = sayNow('averages')
    menu.setAttribute('aria-label', sayNow('averages'))
    for (const { length, box, name } of choices) {
      name.textContent = sayNow('averageOf', { length })
      box.checked = chosen.includes(length)
    }
  }
  return { part, write }
}

/** A menu closes by Escape, and when somebody goes on elsewhere. */
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
  // Who presses something in the page around, or goes there by key, has left the chart.
  addEventListener('blur', () => {
    part.open = false
  })
}

/** Says over the drawing that there is no such market; nothing is tried again. */
export function showUnknown({ state }: Pick<Parts, 'state'>, pair: string): void {
  state.hidden = false
  state.dataset['kind'] = 'unknown'
  state.ariaBusy = 'false'
  state.setAttribute('role', 'alert')
  state.replaceChildren(
    element('p', 'trouble', say()('noMarket', { pair: pair.replace('_', '/') })),
    element('p', 'quiet', say()('badAddressText')),
  )
}

/** Shows a state over the drawing: loading, empty, failed; null takes it away. */
export function showState(
  { state }: Pick<Parts, 'state'>,
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
  const sayNow = say()
  switch (kind) {
    case 'loading':
      state.append(element('p', 'quiet', sayNow(text ?? 'loading')))
      break
    case 'empty':
      state.append(element('p', 'quiet', sayNow(text ?? 'empty')))
      break
    case 'failed': {
      const retry = element('button', 'retry', sayNow('retry'))
      retry.type = 'button'
      retry.addEventListener('click', onRetry)
      state.append(
        element('p', 'trouble', sayNow('failed')),
        element('p', 'quiet', sayNow('failedText')),
        retry,
      )
    }
  }
}
