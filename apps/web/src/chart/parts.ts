/** The few elements around the drawing: time frames, values under the crosshair, states, notice. */
import { chartMessages, translatorOf } from '@tukar/i18n'
import { type Frame, frames } from './candles.ts'
import { pageLanguage } from './looks.ts'

/** Says the chart's sentences in the page's language; asked for anew after each change of it. */
export const say = () => translatorOf(chartMessages, pageLanguage())

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
  /** Writes all texts anew, for the language that is on. */
  readonly write: (chosen: Frame) => void
}

/** Builds the page; `onFrame` is called with the frame that a person picks. */
export function buildParts(pair: string, onFrame: (frame: Frame) => void): Parts {
  const frame = element('div', 'chart')
  const bar = element('div', 'bar')
  const group = element('div', 'frames')
  group.setAttribute('role', 'group')
  const buttons = frames.map((value) => {
    const button = element('button', 'frame', frameLabels[value])
    button.type = 'button'
    button.addEventListener('click', () => onFrame(value))
    group.append(button)
    return [value, button] as const
  })
  const chip = element('span', 'chip')
  chip.setAttribute('role', 'status')
  bar.append(group, chip)
  const legend = element('div', 'legend')
  const canvas = element('div', 'canvas')
  canvas.setAttribute('role', 'img')
  const state = element('div', 'state')
  const foot = element('footer', 'foot')
  const link = element('a', 'notice')
  link.href = 'https://www.tradingview.com/'
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  foot.append(link)
  const stage = element('div', 'stage')
  stage.append(canvas, legend, state)
  frame.append(bar, stage, foot)

  const write = (chosen: Frame) => {
    const sayNow = say()
    group.setAttribute('aria-label', sayNow('timeFrames'))
    for (const [value, button] of buttons) {
      button.title = frameName(value)
      button.setAttribute('aria-pressed', String(value === chosen))
    }
    link.textContent = sayNow('notice')
    document.title = sayNow('title', { pair: pair.replace('_', '/') })
  }
  return { frame, canvas, legend, state, chip, write }
}

/** Shows a state over the drawing: loading, empty, failed; null takes it away. */
export function showState(
  { state }: Parts,
  kind: 'loading' | 'empty' | 'failed' | null,
  onRetry: () => void,
): void {
  state.replaceChildren()
  state.hidden = kind === null
  state.dataset['kind'] = kind ?? ''
  state.setAttribute('role', kind === 'failed' ? 'alert' : 'status')
  if (kind === null) return
  const sayNow = say()
  switch (kind) {
    case 'loading':
      state.append(element('p', 'quiet', sayNow('loading')))
      break
    case 'empty':
      state.append(element('p', 'quiet', sayNow('empty')))
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
