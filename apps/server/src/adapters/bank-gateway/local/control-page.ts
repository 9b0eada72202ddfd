/** The control page of the local bank: shows its state and changes it. */
import { bankTexts, type Language } from '@tukar/i18n/server'
import { escaped } from '../../../platform/text/html.ts'
import type { Fault } from './faults.ts'
import { button, page, type BankPageDeps, rupiahText } from './pages.ts'
import type { InvoiceRow, PayoutRow } from './rows.ts'

export type ControlFigures = {
  readonly balance: number
  readonly waiting: number
  readonly invoices: readonly InvoiceRow[]
  readonly payouts: readonly PayoutRow[]
  readonly faults: readonly Fault[]
}

type Root = Pick<BankPageDeps, 'root'>

/**
 * Shows the balance, invoices, payouts, undelivered callbacks, faults, and the account numbers with a fixed
 * result.
 */
export function controlPage(root: Root, language: Language, figures: ControlFigures): string {
  const texts = bankTexts[language]
  const { balance, waiting, faults } = figures
  const specials = [texts.special0000, texts.special0001, texts.special0002, texts.special0003]
  const hasten = waiting === 0 ? '' : button(root, '/callbacks/hasten', texts.send, {})
  const clear = faults.length === 0 ? '' : button(root, '/faults/clear', texts.clear, {})
  const content = [
    `<p class="quiet">${texts.intro}</p>`,
    `<section class="sheet"><div class="quiet">${texts.balance}</div>`,
    `<div class="sum">${rupiahText(balance)}</div>`,
    `<div class="row">${texts.callbacks}: ${waiting} ${hasten}</div></section>`,
    section(texts.invoices, invoiceTable(root, language, figures.invoices)),
    section(texts.payouts, payoutTable(root, language, figures.payouts)),
    section(texts.faults, `${faultList(language, faults)}${clear}`),
    section(texts.specials, `<ul>${specials.map((text) => `<li>${text}</li>`).join('')}</ul>`),
  ]
  return page(root, language, texts.title, content.join(''))
}

function section(heading: string, content: string): string {
  return `<section><h2>${heading}</h2>${content}</section>`
}

function invoiceTable(root: Root, language: Language, rows: readonly InvoiceRow[]): string {
  const texts = bankTexts[language]
  return table(
    language,
    [texts.reference, texts.amount, texts.state, texts.action],
    rows.map(({ id, externalId, amount, state }) => [
      escaped(externalId),
      rupiahText(amount),
      texts[state],
      `<a class="button" href="${root.root}/invoices/${id}">${texts.open}</a>`,
    ]),
  )
}

function payoutTable(root: Root, language: Language, rows: readonly PayoutRow[]): string {
  const texts = bankTexts[language]
  const decide = (id: string, state: string, text: string): string =>
    button(root, `/payouts/${id}/decide`, text, { state })
  return table(
    language,
    [texts.reference, texts.account, texts.amount, texts.state, texts.action],
    rows.map(({ id, reference, channelCode, accountNumber, amount, state, failureCode }) => {
      const isUnderWay = state === 'ACCEPTED'
      const buttons = [
        isUnderWay ? decide(id, 'SUCCEEDED', texts.succeed) : '',
        isUnderWay || state === 'SUCCEEDED' ? decide(id, 'FAILED', texts.fail) : '',
        state === 'SUCCEEDED' ? decide(id, 'REVERSED', texts.reverse) : '',
      ]
      return [
        escaped(reference),
        escaped(`${channelCode} ${accountNumber}`),
        rupiahText(amount),
        `${texts[state]}${failureCode === null ? '' : ` (${escaped(failureCode)})`}`,
        `<div class="row">${buttons.join('')}</div>`,
      ]
    }),
  )
}

function faultList(language: Language, faults: readonly Fault[]): string {
  if (faults.length === 0) return `<p class="quiet">${bankTexts[language].none}</p>`
  const items = faults.map(({ operation, kind, times, probability }) => {
    const often = times === null ? '' : ` × ${times}`
    return `<li>${escaped(`${operation}: ${kind}${often}, ${probability}`)}</li>`
  })
  return `<ul>${items.join('')}</ul>`
}

/** A table that phones show as a list of cards. ARIA roles keep its meaning there. */
function table(
  language: Language,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  if (rows.length === 0) return `<p class="quiet">${bankTexts[language].none}</p>`
  const head = heads.map((text) => `<th scope="col" role="columnheader">${text}</th>`).join('')
  const cellOf = (cell: string, at: number): string =>
    `<td role="cell" data-head="${escaped(heads[at] ?? '')}"><div>${cell}</div></td>`
  const body = rows.map((cells) => `<tr role="row">${cells.map(cellOf).join('')}</tr>`).join('')
  const deps = `<thead role="rowgroup"><tr role="row">${head}</tr></thead>
    <tbody role="rowgroup">${body}</tbody>`
  return `<table role="table">${deps}</table>`
}
