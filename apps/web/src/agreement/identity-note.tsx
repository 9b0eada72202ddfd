/**
 * The missing step before deposits and withdrawals: on the home page, above the trade forms, on wallet pages,
 * and beside their buttons (DEC-44). Empty for guests and for users who completed all steps.
 */
import { eligibilityMessages } from '@tukar/i18n'
import { clientConfig } from '../app/client-config.ts'
import { pageTranslator } from '../app/translate.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './identity-note.module.css'
import type { VerificationStatus } from './verification-status.ts'
import { VerificationLink } from './verification-link.tsx'
import { useVerificationStatus } from './use-verification-status.ts'

const t = pageTranslator(eligibilityMessages)

/** `form`: beside the button of a form, below a note of the page. */
export type NotePage = 'home' | 'trade' | 'money' | 'form'

/** The note with the missing step. */
export function IdentityNote({ page }: { readonly page: NotePage }) {
  const known = useVerificationStatus()
  if (known === null || known.status === 'agreed') return null
  const { status, mode } = known
  const isInstant = page === 'home' && mode !== 'steps' && isBefore(status)
  // Inside a form the note is not a landmark of the page.
  const Element = page === 'form' ? 'div' : 'aside'
  return (
    <Element className={styles['note']} data-place={page}>
      <Icon name="shield" size={18} />
      <div className={styles['body']}>
        <p>{toStatusText(status)}</p>
        <span className={styles['ways']}>
          {isInstant && (
            <ButtonLink to="/" hash="verify" kind="quiet" size="small">
              {t('instant')}
            </ButtonLink>
          )}
          {!(isInstant && mode === 'modal') && <VerificationLink status={status} />}
        </span>
      </div>
    </Element>
  )
}

function isBefore(status: VerificationStatus): boolean {
  return status === 'none' || status === 'draft' || status === 'rejected'
}

function toStatusText(status: VerificationStatus): string {
  const { tradesBeforeKyc } = clientConfig
  if (status === 'waiting') return t('bannerWaiting')
  if (status === 'approved') {
    return t(tradesBeforeKyc ? 'bannerAgreement' : 'bannerAgreementLive')
  }
  return t(tradesBeforeKyc ? 'bannerKyc' : 'bannerKycLive')
}
