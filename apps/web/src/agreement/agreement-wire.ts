/** Answers about details and the agreement as the pages have them: wire names stop here. */
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
  /** Whether the person is verified and has not agreed yet (AGR-01). */
  readonly mayAgree: boolean
  readonly form: ParticularsForm
}

/** Reads the profile as what the form begins with. */
export function readSigning(row: ProfileRow): Signing {
  return {
    mayAgree: row.orang_kyc_status === 'approve' && row.orang_agreement === 0,
    form: particularsBy((field) => row[particularNames[field]] ?? ''),
  }
}

/** What is sent: everything that may be changed. */
export function toBody(
  form: ParticularsForm,
  loaded: ParticularsForm,
): Readonly<Record<string, string>> {
  const verified = verifiedFields(loaded)
  const sent = particularFields.filter((field) => !verified.has(field))
  return Object.fromEntries(sent.map((field) => [particularNames[field], form[field].trim()]))
}

/** The field that a refusal is about, as its parameters name it; null where it names none. */
export function fieldNamed(params: JsonRecord): ParticularField | null {
  return particularFields.find((field) => particularNames[field] === params['field']) ?? null
}

export type AgreementText = {
  readonly blocks: readonly BodyBlock[]
  readonly version: string
  readonly summary: readonly string[]
  /** Whether the particulars before it are complete (DEC-67). */
  readonly isReady: boolean
}

/** Reads the text; of its HTML the allowed blocks alone are left (DEC-68). */
export function readAgreement(text: AgreementFields): AgreementText {
  const { data, version, summary, ready } = text
  return { blocks: readArticleBody(data), version, summary, isReady: ready }
}
