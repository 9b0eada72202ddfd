/** The mailbox as pages: a list, and one mail. No script but one that looks for new mails. */
import { fillPlaces, type Language, mailboxTexts } from '@tukar/i18n/server'
import { escaped } from '../platform/text/html.ts'
import type { Message } from './store.ts'

/** The list, the newest first; `recipient` is whom it was narrowed to, or null. */
export function listPage(
  language: Language,
  messages: readonly Message[],
  recipient: string | null,
): string {
  const texts = mailboxTexts[language]
  const heading = recipient === null ? texts.title : fillPlaces(texts.filtered, { to: recipient })
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
  const time = receivedAt.toISOString()
  return (
    `<li><a href="/mailbox/messages/${messageId}/view"><strong>${escaped(subject)}</strong>` +
    `<span>${escaped(recipient)}</span><time datetime="${time}">${shown(time)}</time></a></li>`
  )
}

/** One mail: its HTML in a frame that runs nothing and may only follow links, and its text. */
export function mailPage(language: Language, message: Message): string {
  const texts = mailboxTexts[language]
  const { messageId, recipient, sender, subject, text, receivedAt } = message
  const time = receivedAt.toISOString()
  const rows = [
    [texts.from, escaped(sender)],
    [texts.to, `<a href="/mailbox?to=${encodeURIComponent(recipient)}">${escaped(recipient)}</a>`],
    [texts.time, shown(time)],
  ]
  return page(
    language,
    subject,
    `<p><a href="/mailbox">${texts.back}</a></p>` +
      `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>` +
      `<iframe title="${escaped(subject)}" src="/mailbox/messages/${messageId}/html" ` +
      'sandbox="allow-same-origin allow-top-navigation-by-user-activation"></iframe>' +
      `<details><summary>${texts.asText}</summary><pre>${escaped(text)}</pre></details>`,
  )
}

/** What is shown where there is no such mail. */
export function missingPage(language: Language): string {
  const texts = mailboxTexts[language]
  return page(
    language,
    texts.title,
    `<p>${texts.missing}</p><p><a href="/mailbox">${texts.back}</a></p>`,
  )
}

/** A mail's own HTML; its links open in the whole window, not in the frame. */
export function framedHtml(html: string): string {
  return html.replace(/<head>/i, '<head><base target="_top">')
}

/** `2026-03-01 07:00:00` in UTC. */
function shown(isoTime: string): string {
  return `${isoTime.slice(0, 19).replace('T', ' ')} UTC`
}

function page(language: Language, heading: string, content: string): string {
  const texts = mailboxTexts[language]
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escaped(heading)}</title><link rel="icon" href="/icon.svg">` +
    '<link rel="stylesheet" href="/mailbox/style.css"></head>' +
    `<body><header><a href="/">${texts.exchange}</a></header><main><h1>${escaped(heading)}</h1>` +
    `${content}</main></body></html>\n`
  )
}

/** Loads the page anew once there is a newer mail. */
export const lookScript = `const newest = Number(document.currentScript.dataset.newest)
const to = new URLSearchParams(location.search).get('to')
const query = to === null ? 'rows=1' : 'rows=1&to=' + encodeURIComponent(to)
setInterval(async () => {
  if (document.hidden) return
  const answer = await fetch('/mailbox/messages?' + query).catch(() => null)
  if (answer === null || !answer.ok) return
  const { data } = await answer.json()
  if (data.length > 0 && data[0].id !== newest) location.reload()
}, 2000)
`

export const styleSheet = `:root { color-scheme: light dark; --line: #d3dbe3; --quiet: #56646f;
  --accent: #5b3fd6; --ground: #f6f8fa; --sheet: #fff; --ink: #0f1720 }
@media (prefers-color-scheme: dark) { :root { --line: #2b3643; --quiet: #a9b5c2;
  --accent: #b9a4ff; --ground: #0b0f14; --sheet: #11161d; --ink: #e8edf2 } }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/23px system-ui, sans-serif; overflow-wrap: anywhere }
header, main { max-width: 760px; margin: 0 auto; padding: 16px }
h1 { font-size: 22px; line-height: 28px; margin: 0 0 12px }
a { color: var(--accent) }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.intro, dt, .mails span, time { color: var(--quiet) }
.mails { list-style: none; margin: 16px 0 0; padding: 0; background: var(--sheet);
  border: 1px solid var(--line); border-radius: 12px }
.mails li + li { border-top: 1px solid var(--line) }
.mails a { display: grid; gap: 2px; padding: 12px 16px; color: inherit; text-decoration: none }
.mails a:hover strong { text-decoration: underline }
time { font-size: 13px; font-variant-numeric: tabular-nums }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0 0 16px }
dd { margin: 0 }
iframe { width: 100%; height: 640px; border: 1px solid var(--line); border-radius: 12px;
  background: #fff; color-scheme: light }
details { margin-top: 16px }
pre { white-space: pre-wrap; background: var(--sheet); border: 1px solid var(--line);
  border-radius: 12px; padding: 16px }
`
