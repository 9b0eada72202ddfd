/**
 * What is missing before money, on the home page, over the trade forms, on the pages of deposits and
 * withdrawals, and beside their buttons (DEC-44); nothing for guests and for those who have it all.
 */
import { gateMessages } from '@tukar/i18n'
import { clientConfig } from '../app/client-config.ts'
import { sayer } from '../app/translate.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './identity-note.module.css'
import type { Standing } from './standing.ts'
import { StandingLink } from './standing-link.tsx'
import { useStanding } from './use-standing.ts'

const say = sayer(gateMessages)

/** `form`: beside the button of a form, below a note of the page. */
export type NotePlace = 'home' | 'trade' | 'money' | 'form'

/** The note. */
export function IdentityNote({ place }: { readonly place: NotePlace }) {
  const known = useStanding()
  if (known === null || known.standing === 'agreed') return null
  const { standing, mode } = known
  const isInstant = place === 'home' && mode !== 'steps' && isBefore(standing)
  // Within a form it is no part of the page on its own.
  const Element = place === 'form' ? 'div' : 'aside'
  return (
    <Element className={styles['note']} data-place={place}>
      <Icon name="shield" size={18} />
      <div className={styles['body']}>
        <p>{textOf(standing)}</p>
        <span className={styles['ways']}>
          {isInstant && (
            <ButtonLink to="/" hash="verify" kind="quiet" size="small">
              {say('instant')}
            </ButtonLink>
          )}
          {!(isInstant && mode === 'modal') && <StandingLink standing={standing} />}
        </span>
      </div>
    </Element>
  )
}

function isBefore(standing: Standing): boolean {
  return standing === 'none' || standing === 'draft' || standing === 'rejected'
}

function textOf(standing: Standing): string {
  const { tradesBeforeKyc } = clientConfig
  if (standing === 'waiting') return say('bannerWaiting')
  if (standing === 'approved') {
    return say(tradesBeforeKyc ? 'bannerAgreement' : 'bannerAgreementLive')
  }
  return say(tradesBeforeKyc ? 'bannerKyc' : 'bannerKycLive')
}
