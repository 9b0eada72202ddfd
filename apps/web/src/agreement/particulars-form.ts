/** The personal details before the agreement (AGR-02, DEC-66), and their validation. Pure. */
import { npwpOf, type ParticularField, type Particulars, particularsBy, phoneOf } from '@tukar/wire'

/** All fields of the form. */
export const particularFields = [
  'number',
  'numberType',
  'birthDate',
  'birthPlace',
  'gender',
  'motherName',
  'phone',
  'address',
  'domicile',
  'city',
  'province',
  'profession',
  'incomeSource',
  'income',
  'purpose',
  'npwp',
] as const satisfies readonly ParticularField[]

/** The values of the form; empty texts for missing values. */
export type ParticularsForm = Particulars

export type ParticularFault = 'missing' | 'wrong'
export type ParticularFaults = Readonly<Partial<Record<ParticularField, ParticularFault>>>

/** The fields that the identity check verified; they cannot be changed here. */
const verifiable: readonly ParticularField[] = ['number', 'numberType', 'birthDate']
const optional: ReadonlySet<ParticularField> = new Set(['gender', 'npwp'])

/** Returns the read-only fields of a loaded form. */
export function verifiedFields(loaded: ParticularsForm): ReadonlySet<ParticularField> {
  return new Set(verifiable.filter((field) => loaded[field] !== ''))
}

/** Fields that the browser does not store: identity numbers, and answers to banks' security questions. */
const unstored: ReadonlySet<ParticularField> = new Set(['number', 'npwp', 'motherName'])

/** Returns the fields of a form that the tab may store. */
export function toDraft(form: ParticularsForm): Readonly<Record<string, string>> {
  const names = particularFields.filter((field) => !unstored.has(field))
  return Object.fromEntries(names.map((field) => [field, form[field]]))
}

/** Whether the user lives at the address of the document. */
export function isHomeAddress({ address, domicile }: ParticularsForm): boolean {
  return domicile === address
}

/** Returns the initial form; without a stored address, the user lives at the document's address. */
export function createInitialForm(
  loaded: ParticularsForm,
  draft: Readonly<Record<string, string>>,
): ParticularsForm {
  const begun = mergeDraft(loaded, draft)
  const isKnown = begun.domicile !== '' || 'domicile' in draft
  return { ...begun, domicile: isKnown ? begun.domicile : begun.address }
}

/** Returns a loaded form with its stored draft applied; verified fields keep their loaded values. */
export function mergeDraft(
  loaded: ParticularsForm,
  draft: Readonly<Record<string, string>>,
): ParticularsForm {
  const verified = verifiedFields(loaded)
  return particularsBy((field) => {
    const isLoaded = unstored.has(field) || verified.has(field)
    return isLoaded ? loaded[field] : (draft[field] ?? loaded[field])
  })
}

/**
 * Returns the fault of each invalid field; empty if the form can be sent. A number that equals its loaded
 * value is masked, and valid.
 */
export function particularFaults(form: ParticularsForm, loaded: ParticularsForm): ParticularFaults {
  const faults: Partial<Record<ParticularField, ParticularFault>> = {}
  for (const field of particularFields) {
    const text = form[field].trim()
    if (text === '') {
      if (!optional.has(field)) faults[field] = 'missing'
    } else if (text !== loaded[field] && isWrong(field, text)) faults[field] = 'wrong'
  }
  return faults
}

/** Fields with a format of numbers or dates; other fields accept any text. */
const isNone: Readonly<Partial<Record<ParticularField, (text: string) => boolean>>> = {
  // Of any country; the server checks the required one.
  phone: (text) => phoneOf(text, 'global') === null,
  npwp: (text) => npwpOf(text) === null,
  birthDate: (text) => !/^\d{4}-\d{2}-\d{2}$/.test(text),
}

function isWrong(field: ParticularField, text: string): boolean {
  return isNone[field]?.(text) === true
}
