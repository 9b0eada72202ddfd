/**
 * The missing step before deposits and withdrawals: on the home page, above the trade forms, on wallet pages,
 * and beside their buttons (DEC-44). Empty for guests and for users who completed all steps.
 */
import { eligibilityMessages } from '@tukar/i18n'
import { clientConfig } from '../app/client-config.ts'
import { sayer } from '../app/translate.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './identity-note.module.css'
import type { VerificationStatus } from './verification-status.ts'
import { VerificationLink } from './verification-link.tsx'
import { useVerificationStatus } from './use-verification-status.ts'

const t = sayer(eligibilityMessages)

/** `form`: beside the button of a form, below a note of the page. */
export type NotePlace = 'home' | 'trade' | 'money' | 'form'

/** The note. */
export function IdentityNote({ place }: { readonly place: NotePlace }) {
  const known = useVerificationStatus()
  if (known === null || known.status === 'agreed') return null
  const { status, mode } = known
  const isInstant = place === 'home' && mode !== 'steps' && isBefore(status)
  // Inside a form the note is not a landmark of the page.
  const Element = place === 'form' ? 'div' : 'aside'
  return (
    <Element className={styles['note']} data-place={place}>
      <Icon name="shield" size={18} />
      <div className={styles['body']}>
        <p>{textOf(status)}</p>
        <span className={styles['ways']}>
          {isInstant && (
            <ButtonLink to="/" hash="verify" kind="quiet" size="small">
              {t('instant')}
            </ButtonLink>
          )}
          {!(isInstant && mode === 'modal') && <VerificationLink standing={status} />}
        </span>
      </div>
    </Element>
  )
}

function isBefore(standing: VerificationStatus): boolean {
  return standing === 'none' || standing === 'draft' || standing === 'rejected'
}

function textOf(standing: VerificationStatus): string {
  const { tradesBeforeKyc } = clientConfig
  if (standing === 'waiting') return t('bannerWaiting')
  if (standing === 'approved') {
    return t(tradesBeforeKyc ? 'bannerAgreement' : 'bannerAgreementLive')
  }
  return t(tradesBeforeKyc ? 'bannerKyc' : 'bannerKycLive')
}
