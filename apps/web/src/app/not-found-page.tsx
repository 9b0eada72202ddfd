/** The page for an address at which there is nothing. */
import { shellMessages, statusPageMessages } from '@tukar/i18n'
import { ButtonLink } from '../ui/button.tsx'
import { NotFoundView, notFoundTitle } from './not-found-view.tsx'
import { sayer } from './translate.ts'
import { usePageTitle } from './title.ts'

const say = sayer(shellMessages)
const sayStatus = sayer(statusPageMessages)

/** Nothing is at this address (DEC-05). */
export function NotFoundPage() {
  usePageTitle(notFoundTitle())
  return (
    <NotFoundView>
      <ButtonLink to="/" kind="primary">
        {sayStatus('toHome')}
      </ButtonLink>
      <ButtonLink to="/markets">{say('toMarkets')}</ButtonLink>
    </NotFoundView>
  )
}
