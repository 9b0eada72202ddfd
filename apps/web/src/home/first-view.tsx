/** The headline of the home page as markup in both languages, rendered at build time. */
import type { Language } from '@tukar/i18n'
import { renderToStaticMarkup } from 'react-dom/server'
import { HeroGround, Pitch } from './pitch.tsx'

const languages: readonly Language[] = ['en', 'id']

/** Returns the markup; the style sheet shows the language that `first-paint.js` chose. */
export function firstView(): string {
  return renderToStaticMarkup(
    <div id="first-view" aria-hidden="true">
      <div className="first-view-strip" />
      {languages.map((language) => (
        <div key={language} lang={language} data-words={language}>
          <HeroGround>
            <Pitch language={language} />
          </HeroGround>
        </div>
      ))}
    </div>,
  )
}
