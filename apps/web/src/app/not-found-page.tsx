/** The page for an unknown address. */
import { shellMessages, statusPageMessages } from '@tukar/i18n'
import { ButtonLink } from '../ui/button.tsx'
import { NotFoundView, notFoundTitle } from './not-found-view.tsx'
import { pageTranslator } from './translate.ts'
import { usePageTitle } from './title.ts'

const t = pageTranslator(shellMessages)
const tStatus = pageTranslator(statusPageMessages)

/** Unknown address (DEC-05). */
export function NotFoundPage() {
  usePageTitle(notFoundTitle())
  return (
    <NotFoundView>
      <ButtonLink to="/" kind="primary">
        {tStatus('toHome')}
      </ButtonLink>
      <ButtonLink to="/markets">{t('toMarkets')}</ButtonLink>
    </NotFoundView>
  )
}
