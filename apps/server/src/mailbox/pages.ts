/**
 * The mailbox as pages: a list, and one e-mail. The scripts are in page-files.ts. Without them everything is
 * readable, with times in the time zone of Jakarta.
 */
import { fillPlaceholders, type Language, mailboxTexts } from '@tukar/i18n/server'
import { jakartaTimeText } from '../platform/text/dates.ts'
import { escaped } from '../platform/text/html.ts'
import type { Message } from './store.ts'

/** The list, newest first. `recipient` filters it; null: all. */
export function listPage(
  language: Language,
  messages: readonly Message[],
  recipient: string | null,
): string {
  const texts = mailboxTexts[language]
  const heading =
    recipient === null ? texts.title : fillPlaceholders(texts.filtered, { to: recipient })
  const all = recipient === null ? '' : `<p><a href="/mailbox">${texts.back}</a></p>`
  const content =
    messages.length === 0
      ? `<p class="empty">${texts.empty}</p>`
      : `<ul class="mails">${messages.map(listItem).join('')}</ul>`
  const newest = messages[0]?.messageId ?? 0
  return page(
    language,
    heading,
    `<p class="intro">${texts.intro}</p>${all}${content}` +
      `<script src="/mailbox/look.js" data-newest="${newest}" defer></script>`,
  )
}

function listItem({ messageId, recipient, subject, receivedAt }: Message): string {
  return (
    `<li><a href="/mailbox/messages/${messageId}/view"><strong>${escaped(subject)}</strong>` +
    `<span>${escaped(recipient)}</span>${shown(receivedAt)}</a></li>`
  )
}

/** One e-mail: its HTML in a sandboxed frame that runs no scripts and may only follow links, and its text. */
export function mailPage(language: Language, message: Message): string {
  const texts = mailboxTexts[language]
  const { messageId, recipient, sender, subject, text, receivedAt } = message
  const rows = [
    [texts.from, escaped(sender)],
    [texts.to, `<a href="/mailbox?to=${encodeURIComponent(recipient)}">${escaped(recipient)}</a>`],
    [texts.time, shown(receivedAt)],
  ]
  return page(
    language,
    subject,
    `<p><a href="/mailbox">${texts.back}</a></p>` +
      `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>` +
      `<iframe title="${escaped(subject)}" src="/mailbox/messages/${messageId}/html" ` +
      'sandbox="allow-same-origin allow-top-navigation-by-user-activation"></iframe>' +
      `<details><summary>${texts.asText}</summary><pre>${escaped(text)}</pre></details>` +
      '<script src="/mailbox/fit.js" defer></script>',
  )
}

/** The page for an unknown e-mail. */
export function missingPage(language: Language): string {
  const texts = mailboxTexts[language]
  return page(
    language,
    texts.title,
    `<p>${texts.missing}</p><p><a href="/mailbox">${texts.back}</a></p>`,
  )
}

/** The HTML of an e-mail. Its links open in the whole window instead of the frame. */
export function framedHtml(html: string): string {
  return html.replace(/<head>/i, '<head><base target="_top">')
}

/** A time, which the page's script formats in the reader's time zone. */
function shown(moment: Date): string {
  return `<time datetime="${moment.toISOString()}">${jakartaTimeText(moment.getTime())}</time>`
}

function page(language: Language, heading: string, content: string): string {
  const texts = mailboxTexts[language]
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escaped(heading)}</title><link rel="icon" href="/icon.svg">` +
    '<link rel="stylesheet" href="/mailbox/style.css">' +
    '<script src="/mailbox/time.js" defer></script></head>' +
    `<body><header><a href="/">${texts.exchange}</a></header><main><h1>${escaped(heading)}</h1>` +
    `${content}</main></body></html>\n`
  )
}
