/** The next action for a verification status (SET-07, SET-08). */
import { eligibilityMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import { ButtonLink } from '../ui/button.tsx'
import type { VerificationStatus } from './verification-status.ts'

const t = pageTranslator(eligibilityMessages)

const labels: Readonly<Record<Exclude<VerificationStatus, 'approved' | 'agreed'>, string>> = {
  none: t('startKyc'),
  draft: t('continueKyc'),
  waiting: t('viewKyc'),
  rejected: t('correctKyc'),
}

/** The link; nothing if no action is left. */
export function VerificationLink({ status }: { readonly status: VerificationStatus }) {
  if (status === 'agreed') return null
  if (status === 'approved') {
    return (
      <ButtonLink to="/settings/agreement-sign" kind="primary" size="small">
        {t('updateKyc')}
      </ButtonLink>
    )
  }
  const kind = status === 'waiting' ? 'secondary' : 'primary'
  return (
    <ButtonLink to="/kyc/nationality" kind={kind} size="small">
      {labels[status]}
    </ButtonLink>
  )
}
