/** The style sheet of the explorer's pages. The content security policy forbids inline styles. */
import { webFontPath } from '../../platform/http/web-folder.ts'
import { pageStyle } from '../../platform/text/page-style.ts'

export const explorerStyle = `${pageStyle(webFontPath())}
main { max-width: 1100px }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; max-width: 1100px }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px }
header a { display: inline-block; padding: 10px 0 }
nav a[aria-current] { font-weight: 700; text-decoration: none; color: var(--ink) }
h2 { font-size: 17px; line-height: 24px; margin: 24px 0 8px }
code { font-size: 13px; overflow-wrap: anywhere }
.note { border: 1px solid var(--line); border-left: 4px solid var(--accent); border-radius: 12px;
  background: var(--sheet); padding: 12px 16px; margin: 0 0 16px }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 12px;
  padding: 16px; margin: 16px 0 }
.quiet, dt, th { color: var(--quiet) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 }
dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 0 0 16px }
input { flex: 1 1 240px; min-width: 0; font: inherit; min-height: 44px; padding: 8px 12px;
  border: 1px solid var(--quiet); border-radius: 12px; background: var(--sheet); color: var(--ink) }
button { font: inherit; font-weight: 600; min-height: 44px; padding: 10px 20px; cursor: pointer;
  border-radius: 12px; border: 1px solid var(--accent); background: var(--accent);
  color: var(--on-accent) }
button:focus-visible, input:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: 8px 12px 8px 0; border-top: 1px solid var(--line);
  vertical-align: top; overflow-wrap: anywhere }
th { font-weight: 500; border-top: 0 }
@media (max-width: 759px) { table, tbody, tr, td { display: block }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  tr { background: var(--sheet); border: 1px solid var(--line); border-radius: 12px;
    padding: 8px 12px; margin: 0 0 8px }
  td { border: 0; padding: 4px 0; display: grid; grid-template-columns: 96px 1fr; gap: 12px }
  td > span { min-width: 0 }
  td::before { content: attr(data-head); color: var(--quiet) }
  dl { grid-template-columns: 1fr } dd { margin-bottom: 8px } }
`
