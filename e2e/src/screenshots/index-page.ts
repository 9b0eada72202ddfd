/** One page with all screenshots of a run. */
import type { Display } from '../harness/browser.ts'
import { screens } from '../harness/screens.ts'

export type Screenshot = {
  /** Relative to the page's own folder. */
  readonly file: string
  readonly screen: string
  readonly display: Display
}

/** The suffix of a screen that guests see differently. */
export const userMark = '-user'

const phonePx = 700

const style = `body { margin: 24px; background: #16191d; color: #e8edf2; font: 15px/22px sans-serif }
h2 { margin: 32px 0 8px } nav a { color: inherit; margin-right: 12px }
.row { display: flex; gap: 16px; align-items: flex-start; overflow-x: auto }
figure { margin: 0; flex: none } figcaption { color: #a9b5c2; font-size: 13px }
img { display: block; width: 640px; height: 400px; border: 1px solid #2b3643; object-fit: cover;
  object-position: top } img.phone { width: 220px; height: 476px }`

function figureOf({ file, screen, display }: Screenshot): string {
  const kind = display.width < phonePx ? 'phone' : 'desk'
  const caption = `${display.width} px, ${display.theme}, ${display.language}`
  return (
    `<figure><a href="${file}"><img class="${kind}" src="${file}" alt="${screen}, ${caption}" loading="lazy"></a>` +
    `<figcaption>${caption}</figcaption></figure>`
  )
}

/** The page as HTML: a row for each screen, with the user's view below the guest's. */
export function indexPage(pictures: readonly Screenshot[]): string {
  const placeOf = (name: string) =>
    screens.findIndex((one) => name.replace(userMark, '') === one.name)
  const names = [...new Set(pictures.map(({ screen }) => screen))].toSorted(
    (one, other) => placeOf(one) - placeOf(other),
  )
  const rows = names.map((name) => {
    const figures = pictures.filter(({ screen }) => screen === name).map(figureOf)
    return `<h2 id="${name}">${name}</h2><div class="row">${figures.join('')}</div>`
  })
  const links = names.map((name) => `<a href="#${name}">${name}</a>`).join('')
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Screens</title>' +
    `<style>${style}</style></head><body><h1>${pictures.length} pictures of ${names.length} screens` +
    `</h1><nav>${links}</nav>${rows.join('')}</body></html>\n`
  )
}
