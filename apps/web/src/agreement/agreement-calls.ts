/** The calls of particulars and agreement (AGR-02 to AGR-04). */
import { routes } from '@tukar/wire'
import { call, load, toMessageResult, type MessageResult } from '../api/call.ts'
import {
  type AgreementText,
  bodyOf,
  readAgreement,
  readSigning,
  type Signing,
} from './agreement-wire.ts'
import type { ParticularsForm } from './particulars-form.ts'

/** Loads what the form begins with. Throws where the server does not answer. */
export function loadSigning(): Promise<Signing> {
  return load(routes.profile, {}, ({ data }) => readSigning(data))
}

/** Loads the agreement in the language of the page. Throws where the server does not answer. */
export function loadAgreement(): Promise<AgreementText> {
  return load(routes.agreementText, {}, readAgreement)
}

/** Saves the details. */
export async function saveParticulars(
  form: ParticularsForm,
  loaded: ParticularsForm,
): Promise<MessageResult> {
  return toMessageResult(await call(routes.updateDetails, { input: bodyOf(form, loaded) }))
}

/** Agrees to the version that was shown. */
export async function agreeTo(version: string): Promise<MessageResult> {
  return toMessageResult(await call(routes.agree, { input: version === '' ? {} : { version } }))
}
