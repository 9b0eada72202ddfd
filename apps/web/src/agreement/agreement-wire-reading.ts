/** Reads answers about particulars and the agreement: wire names stop here. */
import {
  type BodyBlock,
  type ParticularField,
  particularNames,
  particularsBy,
  readArticleBody,
} from '@tukar/wire'
import { isAgreed } from '../accounts/wire-reading.ts'
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import { particularFields, type ParticularsForm, verifiedFields } from './particulars-form.ts'

export type Signing = {
  /** Whether the person is verified and has not agreed yet (AGR-01). */
  readonly mayAgree: boolean
  readonly form: ParticularsForm
}

/** Reads the profile as what the form begins with. */
export function readSigning(body: JsonRecord): Signing {
  const data = isRecord(body['data']) ? body['data'] : {}
  return {
    mayAgree: data['orang_kyc_status'] === 'approve' && !isAgreed(data['orang_agreement']),
    form: particularsBy((field) => textAt(data, particularNames[field])),
  }
}

/** What is sent: everything that may be changed. */
export function bodyOf(
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
export function readAgreement(body: JsonRecord): AgreementText {
  const { summary } = body
  return {
    blocks: readArticleBody(textAt(body, 'data')),
    version: textAt(body, 'version'),
    summary: Array.isArray(summary)
      ? summary.filter((line): line is string => typeof line === 'string')
      : [],
    isReady: body['ready'] === true,
  }
}
