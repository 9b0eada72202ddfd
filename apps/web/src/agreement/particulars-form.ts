/** What a person fills in before he agrees (AGR-02, DEC-66), and what is wrong with it. Pure. */
import { npwpOf, type ParticularField, type Particulars, particularsBy, phoneOf } from '@tukar/wire'

/** Every field of the form. */
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

/** What stands in the form, empty where nothing does. */
export type ParticularsForm = Particulars

export type ParticularFault = 'missing' | 'wrong'
export type ParticularFaults = Readonly<Partial<Record<ParticularField, ParticularFault>>>

/** What the identity check verified, if it did: nobody changes that here. */
const verifiable: readonly ParticularField[] = ['number', 'numberType', 'birthDate']
const optional: ReadonlySet<ParticularField> = new Set(['gender', 'npwp'])

/** Returns the fields of a loaded form that cannot be changed. */
export function verifiedFields(loaded: ParticularsForm): ReadonlySet<ParticularField> {
  return new Set(verifiable.filter((field) => loaded[field] !== ''))
}

/** What a browser does not keep: numbers of identity, and what banks ask for as a secret. */
const unkept: ReadonlySet<ParticularField> = new Set(['number', 'npwp', 'motherName'])

/** Returns what of a form may be kept in the tab. */
export function toDraft(form: ParticularsForm): Readonly<Record<string, string>> {
  const names = particularFields.filter((field) => !unkept.has(field))
  return Object.fromEntries(names.map((field) => [field, form[field]]))
}

/** Whether the person lives where the document says. */
export function isHomeAddress({ address, domicile }: ParticularsForm): boolean {
  return domicile === address
}

/** Returns the form that a loaded one begins with: who has not said where he lives, lives where the document says. */
export function begunForm(
  loaded: ParticularsForm,
  kept: Readonly<Record<string, string>>,
): ParticularsForm {
  const begun = mergeDraft(loaded, kept)
  const isKnown = begun.domicile !== '' || 'domicile' in kept
  return { ...begun, domicile: isKnown ? begun.domicile : begun.address }
}

/** Returns a loaded form with what was kept of it; what was verified stays as it was loaded. */
export function mergeDraft(
  loaded: ParticularsForm,
  kept: Readonly<Record<string, string>>,
): ParticularsForm {
  const verified = verifiedFields(loaded)
  return particularsBy((field) => {
    const isLoaded = unkept.has(field) || verified.has(field)
    return isLoaded ? loaded[field] : (kept[field] ?? loaded[field])
  })
}

/**
 * Returns each field's fault; an empty record where the form may be sent. A number that stands as it was
 * loaded is half hidden, and right.
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

/** Numbers and dates that are none; other fields take any text. */
const isNone: Readonly<Partial<Record<ParticularField, (text: string) => boolean>>> = {
  // Of any country: which one it has to be, the server knows.
  phone: (text) => phoneOf(text, 'global') === null,
  npwp: (text) => npwpOf(text) === null,
  birthDate: (text) => !/^\d{4}-\d{2}-\d{2}$/.test(text),
}

function isWrong(field: ParticularField, text: string): boolean {
  return isNone[field]?.(text) === true
}
