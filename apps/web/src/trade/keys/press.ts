/**
 * What the keys do: they press the buttons and enter the fields that are on the page, found by the
 * words on them, so that every rule and every question of theirs holds for keys too.
 */
import { chartFrameMessages, layoutMessages, ticketMessages } from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'
import type { Side } from '../../feed/levels.ts'
import { speak } from '../book/book-spoken.ts'
import type { SharePercent } from './key-map.ts'

const say = sayer(ticketMessages)
const sayKeys = sayer(layoutMessages)
const sayChart = sayer(chartFrameMessages)

/** What a press opens is there within these frames. */
const framesMax = 30

/** Does something with an element as soon as it is there; `otherwise` if it does not come. */
function whenThere(
  find: () => HTMLElement | null | undefined,
  use: (element: HTMLElement) => void,
  otherwise?: () => void,
): void {
  let frames = 0
  const look = () => {
    const element = find() ?? null
    if (element !== null) use(element)
    else if (frames++ < framesMax) requestAnimationFrame(look)
    else otherwise?.()
  }
  look()
}

function form(side: Side): HTMLFormElement | null {
  return document.querySelector(`form[data-side="${side}"]`)
}

/** The field of a form that is named by a label. */
function field(side: Side, name: string): HTMLElement | null {
  const labels = [...(form(side)?.querySelectorAll('label') ?? [])]
  return labels.find((label) => label.textContent === name)?.control ?? null
}

const focus = (element: HTMLElement) => element.focus()

/** Enters the price of a side's form. */
export function enterPrice(side: Side): void {
  whenThere(() => field(side, say('price')), focus)
}

/** Enters the amount of a side's form. */
export function enterAmount(side: Side): void {
  whenThere(() => field(side, say('amount')), focus)
}

/** Presses a share's button; the amount has the focus then, from where Enter sends the order. */
export function pressShare(side: Side, percent: SharePercent): void {
  const label = say('ofAvailable', { percent })
  form(side)?.querySelector<HTMLElement>(`button[aria-label="${label}"]`)?.click()
  // Without a price the form asks for one first.
  if (openDialogAbove(form(side)) === null) field(side, say('amount'))?.focus()
}

/** The dialog that must be answered before the page, if it is not the one that has the form. */
export function openDialogAbove(element: Element | null): HTMLDialogElement | null {
  const open = [...document.querySelectorAll('dialog')].findLast((dialog) => dialog.open)
  return open === undefined || (element !== null && open.contains(element)) ? null : open
}

function orderTab(): HTMLElement | null {
  return document.querySelector('[role="tab"][id$="-order"]')
}

/** Shows the open orders and presses the cancel button of one of them. */
export function pressCancel(orderId: string): void {
  orderTab()?.click()
  const find = () => document.querySelector<HTMLElement>(`button[data-order="${orderId}"]`)
  whenThere(
    find,
    (button) => button.click(),
    () => speak(sayKeys('orderGone')),
  )
}

/** Shows the open orders and presses "cancel all", which asks; the cancel of a single order is entered. */
export function pressCancelAll(): void {
  const tab = orderTab()
  if (tab === null) return
  tab.click()
  const buttons = () => {
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
    return [...(panel?.querySelectorAll('button') ?? [])]
  }
  const isSingle = ({ textContent }: HTMLElement) => textContent === say('cancel')
  whenThere(
    () => buttons().find(({ textContent }) => textContent === say('cancelAll')),
    (button) => button.click(),
    () => {
      const single = buttons().find(isSingle)
      if (single === undefined) speak(sayKeys('nothingToCancel'))
      else single.focus()
    },
  )
}

/** Shows the next of the lists beside the open orders. */
export function pressNextList(): void {
  const list = orderTab()?.closest('[role="tablist"]')
  const tabs = [...(list?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
  const here = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true')
  const next = tabs[(here + 1) % tabs.length]
  next?.click()
  next?.focus()
}

/** The chart's box while it stands over the whole page. */
export function isChartFull(): boolean {
  return document.querySelector('[popover][data-full="true"]') !== null
}

/** Brings the chart over the whole page, or back into its place. */
export function pressFullScreen(): void {
  const label = sayChart(isChartFull() ? 'leaveFullScreen' : 'fullScreen')
  document.querySelector<HTMLElement>(`[popover] button[aria-label="${label}"]`)?.click()
}

/** Opens or closes the list of markets; where it always stands, enters it. */
export function pressMarkets(): void {
  const opener = document.querySelector<HTMLElement>(
    `button[aria-expanded][aria-label$=": ${say('showMarkets')}"]`,
  )
  if (opener !== null) return opener.click()
  const list = document.querySelector(`nav[aria-label="${say('markets')}"]`)
  list?.querySelector<HTMLElement>('input, a[aria-current]')?.focus()
}
