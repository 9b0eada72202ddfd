/** The one thing to do where a person stands (SET-07, SET-08). */
import { gateMessages } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import { ButtonLink } from '../ui/button.tsx'
import type { Standing } from './standing.ts'

const say = sayer(gateMessages)

const labels: Readonly<Record<Exclude<Standing, 'approved' | 'agreed'>, string>> = {
  none: say('startKyc'),
  draft: say('continueKyc'),
  waiting: say('viewKyc'),
  rejected: say('correctKyc'),
}

/** The link; nothing once there is nothing left to do. */
export function StandingLink({ standing }: { readonly standing: Standing }) {
  if (standing === 'agreed') return null
  if (standing === 'approved') {
    return (
      <ButtonLink to="/settings/agreement-sign" kind="primary" size="small">
        {say('updateKyc')}
      </ButtonLink>
    )
  }
  const kind = standing === 'waiting' ? 'secondary' : 'primary'
  return (
    <ButtonLink to="/kyc/nationality" kind={kind} size="small">
      {labels[standing]}
    </ButtonLink>
  )
}
