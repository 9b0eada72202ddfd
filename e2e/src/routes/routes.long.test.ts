/**
 * Every screen in every theme and language, for guests and users, in the three widths that the product
 * is made for; and the widths between and beyond them, in two looks each.
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
const twoLooks = [
  { theme: 'dark', language: 'en', viewer: 'guest' },
  { theme: 'light', language: 'id', viewer: 'user' },
] as const

registerRoutesSuite([
  ...widths.flatMap((width) => allLooks.map((look) => roundAt(width, look))),
  ...otherWidths.flatMap((width) => twoLooks.map((look) => roundAt(width, look))),
])
