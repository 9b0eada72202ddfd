/** The style of the small pages that the server renders itself, in the colors of the web app. */

/**
 * The style sheet, which follows the reader's light or dark theme.
 *
 * @param fontPath the path of the web app's font on this host; null uses the system's font
 */
export function pageStyle(fontPath: string | null): string {
  const face =
    fontPath === null
      ? ''
      : `@font-face { font-family: "${family}"; font-weight: 200 800; font-display: swap;
  src: url("${fontPath}") format("woff2") }
`
  return `${face}${colorsAndText}`
}

const family = 'Plus Jakarta Sans Variable'

const colorsAndText = `:root { color-scheme: light dark; --line: #d3dbe3; --quiet: #56646f;
  --accent: #5b3fd6; --on-accent: #fff; --ground: #f6f8fa; --sheet: #fff; --ink: #0f1720 }
@media (prefers-color-scheme: dark) { :root { --line: #2b3643; --quiet: #a9b5c2;
  --accent: #b9a4ff; --on-accent: #0b0f14; --ground: #0b0f14; --sheet: #11161d; --ink: #e8edf2 } }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/23px "${family}", system-ui, sans-serif; overflow-wrap: anywhere }
*, ::before, ::after { box-sizing: border-box }
header, main { max-width: 760px; margin: 0 auto; padding: 16px }
h1 { font-size: 22px; line-height: 28px; margin: 0 0 12px }
a { color: var(--accent) }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
`
