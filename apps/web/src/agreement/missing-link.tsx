/** The way to what is missing, where the exchange refused for that (ATT-51). */
import { gateMessages } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import { ButtonLink, type ButtonKind } from '../ui/button.tsx'
import { type Missing, missingOf } from './standing.ts'

const say = sayer(gateMessages)

/** The link; nothing where the refusal is about something else. */
export function MissingLink({
  code,
  kind = 'secondary',
}: {
  /** Of the refusal. */
  readonly code: string
  readonly kind?: ButtonKind
}) {
  const missing = missingOf(code)
  return missing === null ? null : <WayTo missing={missing} kind={kind} />
}

function WayTo({ missing, kind }: { readonly missing: Missing; readonly kind: ButtonKind }) {
  if (missing === 'kyc') {
    return (
      <ButtonLink to="/kyc/nationality" kind={kind} size="small">
        {say('startKyc')}
      </ButtonLink>
    )
  }
  return (
    <ButtonLink to="/settings/agreement-sign" kind={kind} size="small">
      {say('updateKyc')}
    </ButtonLink>
  )
}
