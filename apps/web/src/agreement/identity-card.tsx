/** The identity on the profile page: how far it is, and what comes next (SET-07, SET-08). */
import { gateMessages, settingsMessages } from '@tukar/i18n'
import settings from '../accounts/settings/settings.module.css'
import { sayer } from '../app/translate.ts'
import { Badge, type BadgeTone, Skeleton } from '../ui/feedback.tsx'
import type { Standing } from './standing.ts'
import { StandingLink } from './standing-link.tsx'
import { useStanding } from './use-standing.ts'

const say = sayer(gateMessages)
const saySettings = sayer(settingsMessages)

const texts: Readonly<
  Record<Standing, { readonly badge: string; readonly text: string; readonly tone: BadgeTone }>
> = {
  none: { badge: say('standingNone'), text: say('tellNone'), tone: 'neutral' },
  draft: { badge: say('standingDraft'), text: say('tellDraft'), tone: 'neutral' },
  waiting: { badge: say('standingWaiting'), text: say('tellWaiting'), tone: 'accent' },
  rejected: { badge: say('standingRejected'), text: say('tellRejected'), tone: 'warn' },
  approved: { badge: say('standingApproved'), text: say('tellApproved'), tone: 'up' },
  agreed: { badge: say('standingAgreed'), text: say('tellAgreed'), tone: 'up' },
}

/** The card. */
export function IdentityCard() {
  const known = useStanding()
  return (
    <section className={settings['card']} aria-labelledby="identity-title">
      <div className={settings['cardHead']}>
        <h2 id="identity-title">{saySettings('identity')}</h2>
        {known === null ? (
          <Skeleton width={120} height={22} />
        ) : (
          <Badge tone={texts[known.standing].tone}>{texts[known.standing].badge}</Badge>
        )}
      </div>
      {known === null ? (
        <Skeleton height={20} />
      ) : (
        <>
          <p className={settings['plain']}>{texts[known.standing].text}</p>
          {known.standing !== 'agreed' && (
            <div className={settings['actions']}>
              <StandingLink standing={known.standing} />
            </div>
          )}
        </>
      )}
    </section>
  )
}
