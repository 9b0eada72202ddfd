/** A link to the missing step, after a refusal of the exchange (ATT-51). */
import { eligibilityMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import { ButtonLink, type ButtonKind } from '../ui/button.tsx'
import { type Missing, findMissingByRefusal } from './verification-status.ts'

const t = pageTranslator(eligibilityMessages)

/** The link; empty if the refusal has another reason. */
export function MissingLink({
  code,
  kind = 'secondary',
}: {
  /** The code of the refusal. */
  readonly code: string
  readonly kind?: ButtonKind
}) {
  const missing = findMissingByRefusal(code)
  return missing === null ? null : <StepLink missing={missing} kind={kind} />
}

function StepLink({ missing, kind }: { readonly missing: Missing; readonly kind: ButtonKind }) {
  if (missing === 'kyc') {
    return (
      <ButtonLink to="/kyc/nationality" kind={kind} size="small">
        {t('startKyc')}
      </ButtonLink>
    )
  }
  return (
    <ButtonLink to="/settings/agreement-sign" kind={kind} size="small">
      {t('updateKyc')}
    </ButtonLink>
  )
}
