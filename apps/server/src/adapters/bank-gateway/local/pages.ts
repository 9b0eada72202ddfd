/**
 * The page that an invoice of the local party is paid on. It works without its script, which only counts
 * down and adds up.
 */
import { formatDecimal } from '@tukar/i18n'
import { bankTexts, fillPlaceholders, type Language } from '@tukar/i18n/server'
import { jakartaTimeText } from '../../../platform/text/dates.ts'
import { escaped } from '../../../platform/text/html.ts'
import { qrImageUrl } from '../../../platform/text/qr-image.ts'
import { cheapestOf, feeOf, limitOf, type PaymentMethod } from '../methods.ts'
import { gatewayWords } from './bank-invoices.ts'
import type { InvoiceRow } from './rows.ts'

export type PageParts = {
  readonly root: string
  readonly merchant: string
  readonly methods: readonly PaymentMethod[]
}

const kinds = ['va', 'qris', 'ewallet', 'card'] as const

/** An invoice: to be paid, paid, or expired. */
export function invoicePage(parts: PageParts, invoice: InvoiceRow): string {
  const language: Language = invoice.language === 'id' ? 'id' : 'en'
  const texts = bankTexts[language]
  if (invoice.state === 'PENDING') {
    const heading = fillPlaceholders(texts.pay, { amount: rupiahText(invoice.amount) })
    return page(parts, language, heading, pendingContent(parts, language, invoice))
  }
  if (invoice.state === 'EXPIRED') {
    const content = `<p>${texts.expired}</p>${backLink(parts, language, invoice)}
      <section class="sheet"><h2>${texts.late}</h2><p class="quiet">${texts.lateIntro}</p>
      ${button(parts, `/invoices/${invoice.id}/pay`, texts.lateButton, { late: 'yes' })}</section>`
    return page(
      parts,
      language,
      texts.expiredTitle,
      `${summary(parts, language, invoice)}${content}`,
    )
  }
  const paid = fillPlaceholders(texts.paid, {
    amount: rupiahText(invoice.paidAmount ?? 0),
    channel: escaped(channelName(parts, invoice.channel ?? '')),
  })
  const isWrong = invoice.paidAmount !== invoice.amount
  const wrong = isWrong
    ? `<p>${fillPlaceholders(texts.wrongAmount, { amount: rupiahText(invoice.amount) })}</p>`
    : ''
  const content = `<p>${paid}</p>${wrong}${backLink(parts, language, invoice)}`
  return page(parts, language, texts.paidTitle, `${summary(parts, language, invoice)}${content}`)
}

/** What is shown where there is no such invoice. */
export function missingPage(parts: PageParts, language: Language): string {
  const texts = bankTexts[language]
  return page(parts, language, texts.missingTitle, `<p>${texts.missing}</p>`)
}

/** The method that the gateway names so, as the list of methods names it. */
function channelName({ methods }: PageParts, channel: string): string {
  return methods.find((method) => gatewayWords(method).channel === channel)?.name ?? channel
}

function summary({ merchant }: PageParts, language: Language, invoice: InvoiceRow): string {
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

function pendingContent(parts: PageParts, language: Language, invoice: InvoiceRow): string {
  const texts = bankTexts[language]
  const cheapest = cheapestOf(parts.methods, invoice.amount)
  const groups = kinds.map((kind) => {
    const ofKind = parts.methods.filter((method) => method.kind === kind)
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
  return `<div class="two">${summary(parts, language, invoice)}<div><h2>${texts.methods}</h2>
    <form method="post" action="${parts.root}/invoices/${invoice.id}/pay">${groups.join('')}${pay}</form>
    ${button(parts, `/invoices/${invoice.id}/expire`, texts.expire, {})}</div></div>`
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
  const told = {
    min: fillPlaceholders(texts.tooLittle, bounds),
    max: fillPlaceholders(texts.tooMuch, bounds),
    none: fee === 0 ? texts.noFee : fillPlaceholders(texts.fee, { fee: rupiahText(fee), total }),
  }[limit ?? 'none']
  const state = limit === null ? (isCheapest ? ' checked' : '') : ' disabled'
  const badge = isCheapest ? `<span class="badge">${texts.cheapest}</span>` : ''
  const option = `<label class="method"><input type="radio" name="method" value="${method.code}"
    data-total="${total}" required${state}><span>${escaped(method.name)}${badge}</span>
    <span class="quiet">${told}</span></label>`
  return limit === null ? option + extraOf(method, language, invoice) : option
}

/** What a payer would copy or scan: made up, and the same at each look. */
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

function backLink({ merchant }: PageParts, language: Language, { returnUrl }: InvoiceRow): string {
  const text = fillPlaceholders(bankTexts[language].back, { merchant: escaped(merchant) })
  return `<p><a class="button main" href="${escaped(returnUrl)}">${text}</a></p>`
}

/** A form that is one button. */
export function button(
  { root }: Pick<PageParts, 'root'>,
  path: string,
  text: string,
  fields: Readonly<Record<string, string>>,
): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  )
  return `<form class="row" method="post" action="${root}${path}">${hidden.join('')}<button type="submit">${text}</button></form>`
}

/** An amount of whole rupiah, with a space that does not break. */
export function rupiahText(amount: number): string {
  return `Rp\u00a0${formatDecimal(String(amount), { decimals: 0 })}`
}

/** A page of the local party around its content. */
export function page(
  { root }: Pick<PageParts, 'root'>,
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
