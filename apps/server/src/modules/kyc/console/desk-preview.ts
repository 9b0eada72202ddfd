/**
 * A preview of the e-mail about an identity decision (ui.md 3.14), made by the same function as the e-mail
 * and in the user's language. The name stays masked.
 */
import type { DeskPreview, IdentityDecision, KycReason } from '@tukar/wire'
import { Refusal } from '../../../platform/http/refusal.ts'
import { renderMail } from '../../../platform/mail/templates.ts'
import { findAddressee } from '../../accounts/index.ts'
import { maskedName } from '../../desk/index.ts'
import { decisionMail } from '../record/decide.ts'
import { decisionsOf } from './desk-figures.ts'
import * as store from './desk-store.ts'
import type { KycDeps } from '../deps.ts'

/** The e-mail of a decision; refuses `desk.already_decided` if the case does not wait. */
export async function previewDecision(
  {
    database,
    keys,
    origin,
    product,
    clock,
  }: Pick<KycDeps, 'database' | 'keys' | 'origin' | 'product' | 'clock'>,
  userId: number,
  { decision, reason }: { readonly decision: IdentityDecision; readonly reason: KycReason | null },
): Promise<DeskPreview> {
  const row = await store.findCase(database, userId)
  if (row === null) throw new Refusal('desk.case_unknown')
  if (!decisionsOf(row).includes(decision)) throw new Refusal('desk.already_decided')
  const addressee = await findAddressee(database, keys, userId)
  if (addressee === null) return { mail: null }
  const { fullName, language } = addressee
  const body = decisionMail(
    { origin, clock },
    {
      decision: decision === 'approve' ? 'approve' : 'reject',
      reason,
      name: maskedName(fullName),
      language,
    },
  )
  const { subject, text } = renderMail(body.template, language, body.params, { product, origin })
  return { mail: { language, subject, text } }
}
