/** The e-mail that a decision would send, as its receiver sees it. */
import type { IdentityDecisionInput } from './identity.ts'
import { previewMail } from './identity-calls.ts'
import { MailPreview } from '../cases/mail-preview.tsx'

export type IdentityMailProps = { readonly id: number; readonly input: IdentityDecisionInput }

/** The e-mail, written by the server in the receiver's language. */
export function IdentityMail({ id, input }: IdentityMailProps) {
  const { decision, reason, piece } = input
  return (
    <MailPreview
      about={`${id} ${decision} ${reason} ${piece}`}
      load={() => previewMail(id, input)}
    />
  )
}
