/** Checks for any page: its width, layout shifts, findings of axe, and its language. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as texts from '@tukar/i18n'
import type { Language } from '@tukar/i18n'
import type { Page } from 'playwright-core'
import type { Visitor } from '../harness/browser.ts'
import { root } from '../harness/paths.ts'

type AxeViolation = {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

const axeSource = readFileSync(path.join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')
const axeRun = `axe.run(document, {
    resultTypes: ['violations'],
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
    rules: { 'target-size': { enabled: true } },
  }).then(({ violations }) => violations.map(({ id, nodes }) =>
    ({ id, nodes: nodes.slice(0, 3).map(({ html }) => ({ html })) })))`

/** A control that has just become enabled fades in. During the fade its colors belong to neither state. */
const fadedIn = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished)).then(() => null)`

/**
 * Violations of WCAG 2.2 AA that axe can find, with their elements. Waits until all transitions have ended.
 */
export async function findAccessibilityBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  await page.evaluate(fadedIn)
  const found: readonly AxeViolation[] = await page.evaluate(axeRun)
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
  )
}

/**
 * The elements that make a page wider than its window; empty if there are none. A phone zooms out on a page
 * that is too wide and reports that as its inner width. Only the root element keeps the width of the window.
 */
export async function tooWide(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const excess = scrollWidth - clientWidth
    if (excess <= 0) return []
    const isOut = (element) => element.getBoundingClientRect().right > clientWidth + 1
    const names = [...document.querySelectorAll('body *')].filter(isOut).slice(0, 8)
      .map((element) => element.outerHTML.slice(0, 120))
    return [excess + ' px', ...names]
  })()`)
}

/** The names of boxes that scroll sideways because their content is too wide. */
export async function findSidewaysScrolling(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll('main section[tabindex]')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map((box) => box.getAttribute('aria-label') ?? '')`)
}

/** Records the layout shifts of every page that this visitor opens from now on. */
export async function watchShifts({ context }: Pick<Visitor, 'context'>): Promise<void> {
  await context.addInitScript({
    content: `{
      const nameOf = ({ node }) => node?.outerHTML?.slice(0, 100) ?? String(node?.textContent)
      const note = (entries) => {
        for (const { hadRecentInput, value, startTime, sources } of entries) {
          if (hadRecentInput) continue
          window.shiftsSeen.push({ value, startMs: startTime, moved: sources.map(nameOf) })
        }
      }
      window.shiftsSeen = []
      const observer = new PerformanceObserver((list) => note(list.getEntries()))
      observer.observe({ type: 'layout-shift', buffered: true })
      window.shiftsOf = () => { note(observer.takeRecords()); return window.shiftsSeen }
    }`,
  })
}

/**
 * Elements that Tab reaches in the wrong order: a link or button that stands before its field, between it and the label
 * or in front of the label, and any element with a tabindex. Each is named by its first characters.
 */
export async function findFocusOrderFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const controls = 'a[href], button, input, select, textarea'
    const isAfter = (one, other) => (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    const before = (field, elements) => [...elements]
      .filter((one) => one !== field && !one.contains(field) && isAfter(field, one))
    const early = [...document.querySelectorAll('label[for]')].flatMap((label) => {
      const field = document.getElementById(label.htmlFor)
      if (field === null) return []
      let frame = label
      while (!frame.contains(field)) frame = frame.parentElement
      const inFrame = before(field, frame.querySelectorAll(controls))
      // What has several fields is no frame of one: there only what stands behind the label belongs to the field.
      return frame.querySelectorAll('label[for]').length > 1
        ? inFrame.filter((one) => isAfter(one, label))
        : inFrame
    })
    const own = [...document.querySelectorAll('[tabindex]')].filter(({ tabIndex }) => tabIndex > 0)
    return [...new Set([...early, ...own])].map((element) => element.outerHTML.slice(0, 120))
  })()`)
}

type Shift = {
  readonly value: number
  readonly startMs: number
  readonly moved: readonly string[]
}

/** The sum of unexpected layout shifts since the page was opened, and the elements that moved. */
export async function readLayoutShifts(
  page: Page,
): Promise<{ readonly sum: number; readonly said: string }> {
  const shifts: readonly Shift[] = await page.evaluate('shiftsOf()')
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  const said = shifts
    .map(
      ({ value, startMs, moved }) =>
        `${value.toFixed(4)} at ${Math.round(startMs)} ms: ${moved.join(' | ')}`,
    )
    .join('\n')
  return { sum, said }
}

/** All sentences of all catalogues, by language. */
function sentencesOf(language: Language): readonly string[] {
  return Object.values(texts).flatMap((value: unknown) => {
    if (typeof value !== 'object' || value === null || !(language in value)) return []
    const catalogue = Object.entries(value).find(([key]) => key === language)?.[1]
    if (typeof catalogue !== 'object' || catalogue === null) return []
    return Object.values(catalogue).filter((text) => typeof text === 'string')
  })
}

/** Only texts of at least this many characters are compared between the languages. */
const sentenceMin = 4

/** Sentences of the other language that do not occur in this one. */
function foreignSentences(language: Language): ReadonlySet<string> {
  const own = new Set(sentencesOf(language))
  const others = sentencesOf(language === 'en' ? 'id' : 'en')
  return new Set(
    others.filter((text) => text.length >= sentenceMin && !text.includes('{') && !own.has(text)),
  )
}

/** Message keys such as `orderOpen`: words with an inner capital that are not texts themselves. */
function keysOf(language: Language): ReadonlySet<string> {
  const own = new Set(sentencesOf(language))
  const keys = Object.values(texts).flatMap((value: unknown) => {
    if (typeof value !== 'object' || value === null || !('en' in value)) return []
    return typeof value.en === 'object' && value.en !== null ? Object.keys(value.en) : []
  })
  return new Set(keys.filter((key) => /[A-Z]/.test(key) && !own.has(key)))
}

const wrongTexts = {
  en: { foreign: foreignSentences('en'), keys: keysOf('en') },
  id: { foreign: foreignSentences('id'), keys: keysOf('id') },
}

/** Every text and accessible name of the page, except elements that are marked as another language. */
const readTexts = `(() => {
  const language = document.documentElement.lang
  const isOwn = (element) => (element.closest('[lang]')?.lang ?? language) === language
  const found = new Set([document.title])
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (element.closest('script, style') === null && isOwn(element)) {
      found.add(walker.currentNode.textContent.trim())
    }
  }
  for (const element of document.querySelectorAll('body *')) {
    if (!isOwn(element)) continue
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription']) {
      found.add((element.getAttribute(name) ?? '').trim())
    }
  }
  return [...found].filter((text) => text !== '')
})()`

/** Untranslated texts: message keys, unfilled placeholders, and sentences of the other language. */
export async function findUntranslated(page: Page, language: Language): Promise<readonly string[]> {
  const found: readonly string[] = await page.evaluate(readTexts)
  const { foreign, keys } = wrongTexts[language]
  return found.filter((text) => /\{\w+\}/.test(text) || keys.has(text) || foreign.has(text))
}
