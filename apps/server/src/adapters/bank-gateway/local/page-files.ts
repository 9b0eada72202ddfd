/**
 * Script and style files of the local bank's pages. The content security policy forbids inline scripts and
 * styles.
 */
import { webFontPath } from '../../../platform/http/web-folder.ts'
import { pageStyle } from '../../../platform/text/page-style.ts'

/** Counts down the time left to pay, and reloads the page at the end. */
export const payScript = `const place = document.querySelector('[data-until]')
const two = (value) => String(value).padStart(2, '0')
const show = () => {
  const left = Math.max(0, Math.floor((Date.parse(place.dataset.until) - Date.now()) / 1000))
  const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60]
  place.textContent = parts.map(two).join(':')
  if (left === 0) setTimeout(() => location.reload(), 3000)
  else setTimeout(show, 1000)
}
if (place !== null) show()
const total = document.querySelector('[data-sum]')
const follow = () => {
  const chosen = document.querySelector('input[name=method]:checked')
  if (chosen !== null && total !== null) total.textContent = chosen.dataset.total
}
addEventListener('change', follow)
follow()
`

export const bankStyle = `${pageStyle(webFontPath())}
.note { border: 1px solid var(--line); border-left: 4px solid var(--accent); border-radius: 12px;
  background: var(--sheet); padding: 12px 16px; margin: 0 0 16px }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 12px;
  padding: 16px; margin: 0 0 16px }
.sum { font-size: 28px; line-height: 34px; font-weight: 700; font-variant-numeric: tabular-nums }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 12px 0 0 }
dt, .quiet { color: var(--quiet) }
dd { margin: 0; font-variant-numeric: tabular-nums }
fieldset { border: 0; margin: 0 0 16px; padding: 0; min-width: 0 }
legend { font-weight: 600; padding: 0; margin: 0 0 8px }
h2 { font-size: 17px; line-height: 24px; margin: 24px 0 8px }
.sheet h2, .two h2 { margin-top: 0 }
.methods { display: grid; gap: 8px; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)) }
.method { cursor: pointer; background: var(--sheet); display: grid; grid-template-columns: 24px 1fr; gap: 2px 8px; min-height: 44px;
  padding: 10px 12px; border: 1px solid var(--line); border-radius: 12px }
.method:has(input:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent) }
.method:has(input:disabled) { color: var(--quiet); cursor: not-allowed }
.method input { width: 20px; height: 20px; margin: 2px 0 0; accent-color: var(--accent) }
.method .quiet { grid-column: 2; font-size: 13px }
.badge { border: 1px solid var(--accent); color: var(--accent); border-radius: 999px;
  font-size: 12px; line-height: 18px; padding: 0 8px; margin-left: 8px; white-space: nowrap }
button, .button { display: inline-block; font: inherit; font-weight: 600; min-height: 44px;
  padding: 10px 20px; border-radius: 12px; border: 1px solid var(--line); cursor: pointer;
  background: var(--sheet); color: var(--ink); text-decoration: none }
button.main, .button.main { background: var(--accent); border-color: var(--accent);
  color: var(--on-accent) }
button:focus-visible, input:focus-visible, .button:focus-visible
  { outline: 2px solid var(--accent); outline-offset: 2px }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center }
form.row { margin: 0 }
.two form + form { margin-top: 8px }
main:has(table) { max-width: 1100px }
details img { display: block; width: 200px; height: 200px; margin: 8px 0 16px;
  border-radius: 8px }
summary { cursor: pointer; padding: 10px 0 }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: 8px 12px 8px 0; border-top: 1px solid var(--line);
  vertical-align: middle }
th { color: var(--quiet); font-weight: 500; border-top: 0 }
td.number, th.number { text-align: right }
@media (max-width: 759px) { table, tbody, tr, td { display: block }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  tr { background: var(--sheet); border: 1px solid var(--line); border-radius: 12px;
    padding: 8px 12px; margin: 0 0 8px }
  td { border: 0; padding: 4px 0; display: grid; grid-template-columns: 96px 1fr; gap: 12px }
  td::before { content: attr(data-head); color: var(--quiet) } }
@media (min-width: 760px) { .two { display: grid; grid-template-columns: 280px 1fr; gap: 24px;
  align-items: start } }
`
