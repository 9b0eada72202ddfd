/** The calls of particulars and agreement (AGR-02 to AGR-04). */
import type { Told } from '../accounts/account-calls.ts'
import { textAt } from '../api/json.ts'
import { send } from '../api/request.ts'
import {
  type AgreementText,
  bodyOf,
  readAgreement,
  readSigning,
  type Signing,
} from './agreement-wire-reading.ts'
import type { ParticularsForm } from './particulars-form.ts'

/** Loads what the form begins with. Throws where the server does not answer. */
export async function loadSigning(): Promise<Signing> {
  const outcome = await send({ host: 'api', method: 'GET', path: '/users/mydata' })
  if (!outcome.ok) throw new Error(outcome.code || outcome.kind)
  return readSigning(outcome.body)
}

/** Loads the agreement in the language of the page. Throws where the server does not answer. */
export async function loadAgreement(): Promise<AgreementText> {
  const path = '/users/user-agreement-text'
  const outcome = await send({ host: 'sync', method: 'GET', path })
  if (!outcome.ok) throw new Error(outcome.code || outcome.kind)
  return readAgreement(outcome.body)
}

/** Saves the particulars. */
export function saveParticulars(form: ParticularsForm, loaded: ParticularsForm): Promise<Told> {
  return tell('/users/data-update', bodyOf(form, loaded))
}

/** Agrees to the version that was shown. */
export function agreeTo(version: string): Promise<Told> {
  return tell('/users/user-agree', version === '' ? {} : { version })
}

async function tell(path: string, body: unknown): Promise<Told> {
  const outcome = await send({ host: 'sync', method: 'POST', path, body })
  return outcome.ok ? { ok: true, message: textAt(outcome.body, 'msg') } : outcome
}
