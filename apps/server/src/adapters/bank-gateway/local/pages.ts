/**
 * The page where a payer pays an invoice of the local bank. It works without its script, which only shows a
 * countdown and a total.
 */
import { formatDecimal } from '@tukar/i18n'
import { bankTexts, fillPlaceholders, type Language } from '@tukar/i18n/server'
import { jakartaTimeText } from '../../../platform/text/dates.ts'
import { escaped } from '../../../platform/text/html.ts'
import { qrImageUrl } from '../../../platform/text/qr-image.ts'
import { findCheapest, feeOf, limitOf, type PaymentMethod } from '../methods.ts'
import { gatewayWords } from './bank-invoices.ts'
import type { InvoiceRow } from './rows.ts'

export type BankPageDeps = {
  readonly root: string
  readonly merchant: string
  readonly methods: readonly PaymentMethod[]
}

const kinds = ['va', 'qris', 'ewallet', 'card'] as const

/** An invoice page: payable, paid or expired. */
export function invoicePage(deps: BankPageDeps, invoice: InvoiceRow): string {
  const language: Language = invoice.language === 'id' ? 'id' : 'en'
  const texts = bankTexts[language]
  if (invoice.state === 'PENDING') {
    const heading = fillPlaceholders(texts.pay, { amount: rupiahText(invoice.amount) })
    return page(deps, language, heading, pendingContent(deps, language, invoice))
  }
  if (invoice.state === 'EXPIRED') {
    const content = `<p>${texts.expired}</p>${backLink(deps, language, invoice)}
      <section class="sheet"><h2>${texts.late}</h2><p class="quiet">${texts.lateIntro}</p>
      ${button(deps, `/invoices/${invoice.id}/pay`, texts.lateButton, { late: 'yes' })}</section>`
    return page(deps, language, texts.expiredTitle, `${summary(deps, language, invoice)}${content}`)
  }
  const paid = fillPlaceholders(texts.paid, {
    amount: rupiahText(invoice.paidAmount ?? 0),
    channel: escaped(channelName(deps, invoice.channel ?? '')),
  })
  const isWrong = invoice.paidAmount !== invoice.amount
  const wrong = isWrong
    ? `<p>${fillPlaceholders(texts.wrongAmount, { amount: rupiahText(invoice.amount) })}</p>`
    : ''
  const content = `<p>${paid}</p>${wrong}${backLink(deps, language, invoice)}`
  return page(deps, language, texts.paidTitle, `${summary(deps, language, invoice)}${content}`)
}

/** The page for an unknown invoice. */
export function missingPage(deps: BankPageDeps, language: Language): string {
  const texts = bankTexts[language]
  return page(deps, language, texts.missingTitle, `<p>${texts.missing}</p>`)
}

/** The display name of a channel from the list of methods. */
function channelName({ methods }: BankPageDeps, channel: string): string {
  return methods.find((method) => gatewayWords(method).channel === channel)?.name ?? channel
}

function summary({ merchant }: BankPageDeps, language: Language, invoice: InvoiceRow): string {
  const texts = bankTexts[language]
  const { amount, description, externalId, expiresAt, state } = invoice
  const rows = [
    [texts.merchant, escaped(merchant)],
    [texts.purpose, escaped(description)],
    [texts.reference, escaped(externalId)],
    ...(state === 'PENDING'
      ? [
          [texts.payBefore, jakartaTimeText(expiresAt.getTime())],
          [texts.left, `<span role="timer" data-until="${expiresAt.toISOString()}">–</span>`],
        ]
      : []),
  ]
  const list = rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')
  return `<section class="sheet"><div class="quiet">${texts.amount}</div>
    <div class="sum">${rupiahText(amount)}</div><dl>${list}</dl></section>`
}

function pendingContent(deps: BankPageDeps, language: Language, invoice: InvoiceRow): string {
  const texts = bankTexts[language]
  const cheapest = findCheapest(deps.methods, invoice.amount)
  const groups = kinds.map((kind) => {
    const ofKind = deps.methods.filter((method) => method.kind === kind)
    const options = ofKind.map((method) =>
      methodOption(method, language, invoice, method.code === cheapest?.code),
    )
    return `<fieldset><legend>${texts[kind]}</legend><div class="methods">${options.join('')}</div></fieldset>`
  })
  const pay =
    cheapest === null
      ? `<p>${texts.noneAllowed}</p>`
      : `<p class="row"><button class="main" type="submit">${texts.payButton}
         <span data-sum></span></button></p>`
  return `<div class="two">${summary(deps, language, invoice)}<div><h2>${texts.methods}</h2>
    <form method="post" action="${deps.root}/invoices/${invoice.id}/pay">${groups.join('')}${pay}</form>
    ${button(deps, `/invoices/${invoice.id}/expire`, texts.expire, {})}</div></div>`
}

function methodOption(
  method: PaymentMethod,
  language: Language,
  invoice: InvoiceRow,
  isCheapest: boolean,
): string {
  const texts = bankTexts[language]
  const { amount } = invoice
  const limit = limitOf(method, amount)
  const bounds = { min: rupiahText(method.min), max: rupiahText(method.max) }
  const fee = feeOf(method, amount)
  const total = totalText(method, amount)
  const noteText = {
    min: fillPlaceholders(texts.tooLittle, bounds),
    max: fillPlaceholders(texts.tooMuch, bounds),
    none: fee === 0 ? texts.noFee : fillPlaceholders(texts.fee, { fee: rupiahText(fee), total }),
  }[limit ?? 'none']
  const state = limit === null ? (isCheapest ? ' checked' : '') : ' disabled'
  const badge = isCheapest ? `<span class="badge">${texts.cheapest}</span>` : ''
  const option = `<label class="method"><input type="radio" name="method" value="${method.code}"
    data-total="${total}" required${state}><span>${escaped(method.name)}${badge}</span>
    <span class="quiet">${noteText}</span></label>`
  return limit === null ? option + extraOf(method, language, invoice) : option
}

/** A fictitious code for the payer to copy or scan; the same at each view. */
function extraOf(method: PaymentMethod, language: Language, invoice: InvoiceRow): string {
  const texts = bankTexts[language]
  if (method.kind !== 'qris') return ''
  const image = qrImageUrl(`SIMULATION ${invoice.id} ${invoice.amount} IDR`)
  return `<details><summary>${texts.scan}</summary>
    <img src="${image}" width="200" height="200" alt="${texts.qrAlt}"></details>`
}

function totalText(method: PaymentMethod, amount: number): string {
  return rupiahText(amount + feeOf(method, amount))
}

function backLink(
  { merchant }: BankPageDeps,
  language: Language,
  { returnUrl }: InvoiceRow,
): string {
  const text = fillPlaceholders(bankTexts[language].back, { merchant: escaped(merchant) })
  return `<p><a class="button main" href="${escaped(returnUrl)}">${text}</a></p>`
}

/** A form that consists of one button. */
export function button(
  { root }: Pick<BankPageDeps, 'root'>,
  path: string,
  text: string,
  fields: Readonly<Record<string, string>>,
): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  )
  return `<form class="row" method="post" action="${root}${path}">${hidden.join('')}<button type="submit">${text}</button></form>`
}

/** An amount of whole rupiah with a non-breaking space. */
export function rupiahText(amount: number): string {
  return `Rp\u00a0${formatDecimal(String(amount), { decimals: 0 })}`
}

/** Wraps content in the page frame of the local bank. */
export function page(
  { root }: Pick<BankPageDeps, 'root'>,
  language: Language,
  heading: string,
  content: string,
): string {
  const texts = bankTexts[language]
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${heading}</title><link rel="icon" href="/icon.svg">` +
    `<link rel="stylesheet" href="${root}/style.css">` +
    `<script src="${root}/pay.js" defer></script></head>` +
    `<body><header><a href="/">${texts.exchange}</a></header><main><p class="note">${texts.simulated}</p>` +
    `<h1>${heading}</h1>${content}</main></body></html>\n`
  )
}
