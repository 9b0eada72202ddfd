/** The explorer's pages, rendered by the server without scripts. */
import { chainTexts, fillPlaceholders, type Language } from '@tukar/i18n/server'
import { jakartaTimeText } from '../../platform/text/dates.ts'
import { escaped } from '../../platform/text/html.ts'
import {
  type AddressView,
  type BlockSummary,
  type BlockView,
  type Movement,
  type TransactionSummary,
  transactionsMax,
  type TransactionView,
} from './views.ts'

export type PageChain = { readonly name: string; readonly label: string }

export type PageFrame = {
  readonly root: string
  readonly language: Language
  /** The current chain; null on the first page. */
  readonly chain: PageChain | null
  readonly chains: readonly PageChain[]
}

type Texts = (typeof chainTexts)[Language]

/** The list of chains. */
export function chainsPage(frame: PageFrame): string {
  const texts = chainTexts[frame.language]
  const items = frame.chains.map(({ name, label }) => {
    return `<li><a href="${frame.root}/${name}">${escaped(label)}</a></li>`
  })
  return page(frame, texts.explorer, `<ul>${items.join('')}</ul>`)
}

/** A chain's first page. */
export function latestPage(frame: PageFrame, blocks: readonly BlockSummary[]): string {
  const texts = chainTexts[frame.language]
  const head = [texts.height, texts.mined, texts.count, texts.hash]
  const rows = blocks.map(({ height, hash, timeMs, count }) => [
    link(frame, `block/${height}`, String(height)),
    jakartaTimeText(timeMs),
    String(count),
    code(hash),
  ])
  const content = `<h2>${texts.latest}</h2>${table(texts, head, rows)}`
  return page(frame, frame.chain?.label ?? texts.explorer, content)
}

/** A block with its transactions. */
export function blockPage(frame: PageFrame, block: BlockView): string {
  const texts = chainTexts[frame.language]
  const { height, hash, parentHash, timeMs, count, transactions } = block
  const facts = factsOf([
    [texts.hash, code(hash)],
    [texts.parent, height === 0 ? '–' : link(frame, `block/${height - 1}`, parentHash)],
    [texts.mined, jakartaTimeText(timeMs)],
    [texts.count, String(count)],
  ])
  const rest =
    count > transactions.length
      ? `<p class="quiet">${fillPlaceholders(texts.more, { count: String(transactionsMax) })}</p>`
      : ''
  const content = `${facts}<h2>${texts.count}</h2>${transactionTable(frame, transactions)}${rest}`
  return page(frame, fillPlaceholders(texts.block, { height: String(height) }), content)
}

/** A transaction with its movements. */
export function transactionPage(frame: PageFrame, transaction: TransactionView): string {
  const texts = chainTexts[frame.language]
  const { txid, state, block, confirmations, timeMs, fee, movements } = transaction
  const words = { pool: texts.statePool, mined: texts.stateMined, failed: texts.stateFailed }
  const facts = factsOf([
    [texts.txid, code(txid)],
    [texts.state, words[state]],
    [
      texts.height,
      block === null ? '–' : link(frame, `block/${block.height}`, String(block.height)),
    ],
    [texts.confirmations, String(confirmations)],
    [texts.time, timeMs === null ? '–' : jakartaTimeText(timeMs)],
    [texts.fee, fee === null ? '–' : escaped(fee)],
  ])
  const head = [texts.from, texts.to, texts.amount]
  const rows = movements.map((movement) => partiesOf(frame, movement))
  const content = `${facts}<h2>${texts.moved}</h2>${table(texts, head, rows)}`
  return page(frame, texts.transaction, content)
}

/** An address with its balances and recent transactions. */
export function addressPage(frame: PageFrame, view: AddressView): string {
  const texts = chainTexts[frame.language]
  const { address, balances, transactions, searched } = view
  const facts = factsOf([
    [texts.address, code(address)],
    ...balances.map((balance) => [texts.balance, escaped(balance)] as const),
  ])
  const heading = fillPlaceholders(texts.addressTransactions, { count: String(searched) })
  const content = `${facts}<h2>${heading}</h2>${transactionTable(frame, transactions)}`
  return page(frame, texts.address, content)
}

/** The page for an unknown block, transaction or address. */
export function missingPage(frame: PageFrame): string {
  const texts = chainTexts[frame.language]
  return page(frame, texts.missingTitle, `<p>${texts.missing}</p>`)
}

/** The page while the chain does not run. */
export function restingPage(frame: PageFrame): string {
  const texts = chainTexts[frame.language]
  return page(frame, texts.restingTitle, `<p>${texts.resting}</p>`)
}

function transactionTable(frame: PageFrame, lines: readonly TransactionSummary[]): string {
  const texts = chainTexts[frame.language]
  const head = [texts.transaction, texts.from, texts.to, texts.amount]
  const rows = lines.map((line) => [
    link(frame, `tx/${line.txid}`, line.txid),
    ...partiesOf(frame, line),
  ])
  return table(texts, head, rows)
}

function partiesOf(frame: PageFrame, { from, to, amount }: Movement): readonly string[] {
  const party = (address: string | null) =>
    address === null ? '–' : link(frame, `address/${address}`, address)
  return [party(from), party(to), escaped(amount)]
}

function table(
  texts: Texts,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  if (rows.length === 0) return `<p class="quiet">${texts.empty}</p>`
  const heads = head.map((name) => `<th scope="col">${name}</th>`).join('')
  const lines = rows.map((row) => {
    const cells = row.map(
      (cell, at) => `<td data-head="${head[at] ?? ''}"><span>${cell}</span></td>`,
    )
    return `<tr>${cells.join('')}</tr>`
  })
  return `<table><thead><tr>${heads}</tr></thead><tbody>${lines.join('')}</tbody></table>`
}

function factsOf(rows: readonly (readonly [name: string, value: string])[]): string {
  const list = rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')
  return `<section class="sheet"><dl>${list}</dl></section>`
}

function code(text: string): string {
  return `<code>${escaped(text)}</code>`
}

function link({ root, chain }: PageFrame, path: string, text: string): string {
  const href = `${root}/${chain?.name ?? ''}/${path}`
  return `<a href="${escaped(href)}"><code>${escaped(text)}</code></a>`
}

function page(frame: PageFrame, heading: string, content: string): string {
  const { root, language, chain, chains } = frame
  const texts = chainTexts[language]
  const title = heading === texts.explorer ? heading : `${heading} | ${texts.explorer}`
  const here = (name: string) => (chain?.name === name ? ' aria-current="page"' : '')
  const others = chains.map(({ name, label }) => {
    return `<a href="${root}/${name}"${here(name)}>${escaped(label)}</a>`
  })
  const search =
    chain === null
      ? ''
      : `<form class="row" role="search" action="${root}/${chain.name}/search">
    <label for="q">${texts.search}</label>
    <input id="q" name="q" maxlength="100" required autocomplete="off" spellcheck="false">
    <button type="submit">${texts.searchButton}</button></form>`
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escaped(title)}</title><link rel="icon" href="/icon.svg">` +
    `<link rel="stylesheet" href="${root}/style.css"></head>` +
    `<body><header><a href="/">${texts.exchange}</a>` +
    `<nav aria-label="${texts.chains}">${others.join(' ')}</nav></header>` +
    `<main><p class="note">${texts.simulated}</p><h1>${escaped(heading)}</h1>${search}${content}` +
    '</main></body></html>\n'
  )
}
