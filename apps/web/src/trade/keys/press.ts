/**
 * The actions of keys. They press buttons and focus fields of the page, found by their labels, so that all
 * rules and confirmations apply to keys too.
 */
import { chartFrameMessages, layoutMessages, ticketMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import type { Side } from '../../feed/levels.ts'
import { speak } from '../book/book-spoken.ts'
import type { SharePercent } from './key-map.ts'

const t = pageTranslator(ticketMessages)
const tKeys = pageTranslator(layoutMessages)
const tChart = pageTranslator(chartFrameMessages)

/** The frames to wait for an element that a press opens. */
const framesMax = 30

/** Runs an action once an element exists; runs `otherwise` if it does not appear. */
function whenThere(
  find: () => HTMLElement | null | undefined,
  use: (element: HTMLElement) => void,
  otherwise?: () => void,
): void {
  let frames = 0
  const view = () => {
    const element = find() ?? null
    if (element !== null) use(element)
    else if (frames++ < framesMax) requestAnimationFrame(view)
    else otherwise?.()
  }
  view()
}

function form(side: Side): HTMLFormElement | null {
  return document.querySelector(`form[data-side="${side}"]`)
}

/** The field of a form with a label. */
function field(side: Side, name: string): HTMLElement | null {
  const labels = [...(form(side)?.querySelectorAll('label') ?? [])]
  return labels.find((label) => label.textContent === name)?.control ?? null
}

const focus = (element: HTMLElement) => element.focus()

/** Focuses the price field of a side. */
export function enterPrice(side: Side): void {
  whenThere(() => field(side, t('price')), focus)
}

/** Focuses the amount field of a side. */
export function enterAmount(side: Side): void {
  whenThere(() => field(side, t('amount')), focus)
}

/** Presses a share button and focuses the amount, where Enter sends the order. */
export function pressShare(side: Side, percent: SharePercent): void {
  const label = t('ofAvailable', { percent })
  form(side)?.querySelector<HTMLElement>(`button[aria-label="${label}"]`)?.click()
  // Without a price the form opens a dialog for one first.
  if (openDialogAbove(form(side)) === null) field(side, t('amount'))?.focus()
}

/** The dialog that must be closed first, unless it contains the element. */
export function openDialogAbove(element: Element | null): HTMLDialogElement | null {
  const open = [...document.querySelectorAll('dialog')].findLast((dialog) => dialog.open)
  return open === undefined || (element !== null && open.contains(element)) ? null : open
}

function orderTab(): HTMLElement | null {
  return document.querySelector('[role="tab"][id$="-order"]')
}

/** Shows the open orders and presses the cancel button of one. */
export function pressCancel(orderId: string): void {
  orderTab()?.click()
  const find = () => document.querySelector<HTMLElement>(`button[data-order="${orderId}"]`)
  whenThere(
    find,
    (button) => button.click(),
    () => speak(tKeys('orderGone')),
  )
}

/**
 * Shows the open orders and presses "cancel all", which asks for confirmation; with a single order, its
 * cancel button gets the focus.
 */
export function pressCancelAll(): void {
  const tab = orderTab()
  if (tab === null) return
  tab.click()
  const buttons = () => {
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
    return [...(panel?.querySelectorAll('button') ?? [])]
  }
  const isSingle = ({ textContent }: HTMLElement) => textContent === t('cancel')
  whenThere(
    () => buttons().find(({ textContent }) => textContent === t('cancelAll')),
    (button) => button.click(),
    () => {
      const single = buttons().find(isSingle)
      if (single === undefined) speak(tKeys('nothingToCancel'))
      else single.focus()
    },
  )
}

/** Shows the next list in the tabs of the open orders. */
export function pressNextList(): void {
  const list = orderTab()?.closest('[role="tablist"]')
  const tabs = [...(list?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
  const here = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true')
  const next = tabs[(here + 1) % tabs.length]
  next?.click()
  next?.focus()
}

/** Whether the chart is in full screen. */
export function isChartFull(): boolean {
  return document.querySelector('[popover][data-full="true"]') !== null
}

/** Switches the chart's full screen on or off. */
export function pressFullScreen(): void {
  const label = tChart(isChartFull() ? 'leaveFullScreen' : 'fullScreen')
  document.querySelector<HTMLElement>(`[popover] button[aria-label="${label}"]`)?.click()
}

/** Opens or closes the market list; a list that is always visible gets the focus. */
export function pressMarkets(): void {
  const opener = document.querySelector<HTMLElement>(
    `button[aria-expanded][aria-label$=": ${t('showMarkets')}"]`,
  )
  if (opener !== null) return opener.click()
  const list = document.querySelector(`nav[aria-label="${t('markets')}"]`)
  list?.querySelector<HTMLElement>('input, a[aria-current]')?.focus()
}
