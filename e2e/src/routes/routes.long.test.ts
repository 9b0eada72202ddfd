/** Every screen in every width, theme and language, for guests and users. */
import { screensFor } from '../harness/screens.ts'
import { registerRoutesSuite } from './routes-suite.ts'

const widths = [320, 390, 768, 1024, 1280, 1440, 1920]
const themes = ['dark', 'light'] as const
const languages = ['en', 'id'] as const
const viewers = ['guest', 'user'] as const

registerRoutesSuite(
  widths.flatMap((width) =>
    themes.flatMap((theme) =>
      languages.flatMap((language) =>
        viewers.map((viewer) => ({
          looks: { width, height: 900, theme, language },
          viewer,
          seen: screensFor(viewer, width),
        })),
      ),
    ),
  ),
)
