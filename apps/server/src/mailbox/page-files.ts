/** Scripts and styles of the mailbox's pages as files. The content security policy forbids inline scripts. */
import { webFontPath } from '../platform/http/web-folder.ts'
import { pageStyle } from '../platform/text/page-style.ts'

/** Formats times as the exchange's own pages do, in the reader's time zone. */
export const timeScript = `const two = (value) => String(value).padStart(2, '0')
const zone = new Intl.DateTimeFormat('id', { timeZoneName: 'short' })
for (const place of document.querySelectorAll('time')) {
  const at = new Date(place.dateTime)
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  const clock = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')
  const name = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')
  place.textContent = day + ' ' + clock + ' ' + name.value
}
`

/** Sets the height of the e-mail's frame to its content, so that the frame never scrolls. */
export const fitScript = `const frame = document.querySelector('iframe')
const fit = () => {
  const mail = frame.contentDocument
  if (mail === null || mail.body === null) return
  const lines = frame.offsetHeight - frame.clientHeight
  frame.style.height = mail.body.offsetHeight + lines + 'px'
}
frame.addEventListener('load', fit)
addEventListener('resize', fit)
fit()
`

/** Reloads the page when a newer e-mail arrives. */
export const reloadScript = `const newest = Number(document.currentScript.dataset.newest)
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

export const styleSheet = `${pageStyle(webFontPath())}.intro, dt, .mails span, time { color: var(--quiet) }
.mails { list-style: none; margin: 16px 0 0; padding: 0; background: var(--sheet);
  border: 1px solid var(--line); border-radius: 12px }
.mails li + li { border-top: 1px solid var(--line) }
.mails a { display: grid; gap: 2px; padding: 12px 16px; color: inherit; text-decoration: none }
.mails a:hover strong { text-decoration: underline }
time { font-size: 13px; font-variant-numeric: tabular-nums }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0 0 16px }
dd { margin: 0 }
iframe { display: block; width: 100%; height: 70vh; border: 1px solid var(--line);
  border-radius: 12px }
details { margin-top: 16px }
pre { white-space: pre-wrap; background: var(--sheet); border: 1px solid var(--line);
  border-radius: 12px; padding: 16px }
`
