/** The calls of personal details and agreement (AGR-02 to AGR-04). */
import { routes } from '@tukar/wire'
import { call, load, toMessageResult, type MessageResult } from '../api/call.ts'
import {
  type AgreementText,
  toBody,
  readAgreement,
  readSigning,
  type Signing,
} from './agreement-wire.ts'
import type { ParticularsForm } from './particulars-form.ts'

/** Loads the initial values of the form. Throws if the server does not answer. */
export function loadSigning(): Promise<Signing> {
  return load(routes.profile, {}, ({ data }) => readSigning(data))
}

/** Loads the agreement in the page's language. Throws if the server does not answer. */
export function loadAgreement(): Promise<AgreementText> {
  return load(routes.agreementText, {}, readAgreement)
}

/** Saves the personal details. */
export async function saveParticulars(
  form: ParticularsForm,
  loaded: ParticularsForm,
): Promise<MessageResult> {
  return toMessageResult(await call(routes.updateDetails, { input: toBody(form, loaded) }))
}

/** Agrees to the shown version. */
export async function agreeTo(version: string): Promise<MessageResult> {
  return toMessageResult(await call(routes.agree, { input: version === '' ? {} : { version } }))
}
