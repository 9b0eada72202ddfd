/** Converts answers about personal details and the agreement from wire names. */
import {
  type AgreementFields,
  type BodyBlock,
  type ParticularField,
  particularNames,
  particularsBy,
  type ProfileRow,
  readArticleBody,
} from '@tukar/wire'
import type { JsonRecord } from '../api/json.ts'
import { particularFields, type ParticularsForm, verifiedFields } from './particulars-form.ts'

export type Signing = {
  /** Whether the user is verified and has not agreed yet (AGR-01). */
  readonly mayAgree: boolean
  readonly form: ParticularsForm
}

/** Reads the form's initial values from the profile. */
export function readSigning(row: ProfileRow): Signing {
  return {
    mayAgree: row.orang_kyc_status === 'approve' && row.orang_agreement === 0,
    form: particularsBy((field) => row[particularNames[field]] ?? ''),
  }
}

/** Returns the body to send: all fields that can be changed. */
export function toBody(
  form: ParticularsForm,
  loaded: ParticularsForm,
): Readonly<Record<string, string>> {
  const verified = verifiedFields(loaded)
  const sent = particularFields.filter((field) => !verified.has(field))
  return Object.fromEntries(sent.map((field) => [particularNames[field], form[field].trim()]))
}

/** Returns the field that a refusal names in its parameters; null if it names none. */
export function fieldNamed(params: JsonRecord): ParticularField | null {
  return particularFields.find((field) => particularNames[field] === params['field']) ?? null
}

export type AgreementText = {
  readonly blocks: readonly BodyBlock[]
  readonly version: string
  readonly summary: readonly string[]
  /** Whether the personal details are complete (DEC-67). */
  readonly isReady: boolean
}

/** Reads the text; only the allowed blocks of its HTML remain (DEC-68). */
export function readAgreement(text: AgreementFields): AgreementText {
  const { data, version, summary, ready } = text
  return { blocks: readArticleBody(data), version, summary, isReady: ready }
}
