/** The page for an address at which there is nothing. */
import { shellMessages, statusPageMessages } from '@tukar/i18n'
import { ButtonLink } from '../ui/button.tsx'
import styles from './frame.module.css'
import { sayer } from './say.ts'
import { usePageTitle } from './title.ts'

const say = sayer(shellMessages)
const sayStatus = sayer(statusPageMessages)

/** Nothing is at this address (DEC-05). */
export function NotFoundPage() {
  usePageTitle(say('notFound'))
  return (
    <div className={styles['page']}>
      <p className={styles['pageMark']} aria-hidden="true">
        404
      </p>
      <h1>{say('notFound')}</h1>
      <p>{sayStatus('notFoundText')}</p>
      <div className={styles['pageActions']}>
        <ButtonLink to="/" kind="primary">
          {sayStatus('toHome')}
        </ButtonLink>
        <ButtonLink to="/markets">{say('toMarkets')}</ButtonLink>
      </div>
    </div>
  )
}
