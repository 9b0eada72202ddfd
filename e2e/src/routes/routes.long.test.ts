/**
 * Every screen in both themes and both languages, for guests and users, in each of the three widths that
 * the product is made for; every mix of these is seen in one width at least. The widths between
 * and beyond them come in two looks each.
 */
import { screensFor } from '../harness/screens.ts'
import { registerRoutesSuite, type Round } from './routes-suite.ts'

const widths = [390, 1024, 1440]
const otherWidths = [320, 768, 1280, 1920]
const themes = ['dark', 'light'] as const
const languages = ['en', 'id'] as const
const viewers = ['guest', 'user'] as const

type Look = Pick<Round['looks'], 'theme' | 'language'> & Pick<Round, 'viewer'>

function roundAt(width: number, { theme, language, viewer }: Look): Round {
  const looks = { width, height: 900, theme, language }
  return { looks, viewer, seen: screensFor(viewer, width) }
}

const allLooks = themes.flatMap((theme) =>
  languages.flatMap((language) => viewers.map((viewer) => ({ theme, language, viewer }))),
)
/** Half of them: each viewer in both themes and languages, mixed the other way in every other width. */
function looksOf(place: number): readonly Look[] {
  return allLooks.filter(({ theme, language, viewer }) => {
    const isMatched = (theme === 'dark') === (language === 'en')
    return isMatched === ((viewer === 'user') === (place % 2 === 0))
  })
}

const twoLooks = [
  { theme: 'dark', language: 'en', viewer: 'guest' },
  { theme: 'light', language: 'id', viewer: 'user' },
] as const

registerRoutesSuite([
  ...widths.flatMap((width, place) => looksOf(place).map((look) => roundAt(width, look))),
  ...otherWidths.flatMap((width) => twoLooks.map((look) => roundAt(width, look))),
])
