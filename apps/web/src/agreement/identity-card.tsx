/** The identity card of the profile page: verification status and next step (SET-07, SET-08). */
import { eligibilityMessages, settingsMessages } from '@tukar/i18n'
import settings from '../accounts/settings/settings.module.css'
import { pageTranslator } from '../app/translate.ts'
import { Badge, type BadgeTone, Skeleton } from '../ui/feedback.tsx'
import type { VerificationStatus } from './verification-status.ts'
import { VerificationLink } from './verification-link.tsx'
import { useVerificationStatus } from './use-verification-status.ts'

const t = pageTranslator(eligibilityMessages)
const tSettings = pageTranslator(settingsMessages)

const texts: Readonly<
  Record<
    VerificationStatus,
    { readonly badge: string; readonly text: string; readonly tone: BadgeTone }
  >
> = {
  none: { badge: t('standingNone'), text: t('tellNone'), tone: 'neutral' },
  draft: { badge: t('standingDraft'), text: t('tellDraft'), tone: 'neutral' },
  waiting: { badge: t('standingWaiting'), text: t('tellWaiting'), tone: 'accent' },
  rejected: { badge: t('standingRejected'), text: t('tellRejected'), tone: 'warn' },
  approved: { badge: t('standingApproved'), text: t('tellApproved'), tone: 'up' },
  agreed: { badge: t('standingAgreed'), text: t('tellAgreed'), tone: 'up' },
}

/** The card of the verification status. */
export function IdentityCard() {
  const known = useVerificationStatus()
  return (
    <section className={settings['card']} aria-labelledby="identity-title">
      <div className={settings['cardHead']}>
        <h2 id="identity-title">{tSettings('identity')}</h2>
        {known === null ? (
          <Skeleton width={120} height={22} />
        ) : (
          <Badge tone={texts[known.status].tone}>{texts[known.status].badge}</Badge>
        )}
      </div>
      {known === null ? (
        <Skeleton height={20} />
      ) : (
        <>
          <p className={settings['plain']}>{texts[known.status].text}</p>
          {known.status !== 'agreed' && (
            <div className={settings['actions']}>
              <VerificationLink status={known.status} />
            </div>
          )}
        </>
      )}
    </section>
  )
}
