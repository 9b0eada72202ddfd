/** The values of the bank account form, and their validation. */
import { digitsTyped } from '@tukar/i18n'

export type BankForm = {
  /** The name of a listed bank; empty until one is selected. */
  readonly bank: string
  readonly holder: string
  readonly number: string
}

/**
 * The name that the account's holder must have: the verified name, or the registered name before
 * verification; empty while unknown.
 */
export function findHolderName(
  profile: { readonly fullName: string; readonly verifiedName: string } | null,
): string {
  return profile === null ? '' : profile.verifiedName || profile.fullName
}

/**
 * The initial values: the saved account, or the user's name, which the holder of a first account must have.
 */
export function createInitialForm(saved: BankForm | null, holderName: string): BankForm {
  if (saved === null) return { bank: '', holder: holderName, number: '' }
  const { bank, holder, number } = saved
  return { bank, holder, number }
}

export type BankFormFault =
  | 'bankEmpty'
  | 'holderEmpty'
  | 'holderShort'
  | 'holderLong'
  | 'numberEmpty'
  | 'numberWrong'
export type BankFormFaults = Readonly<Partial<Record<keyof BankForm, BankFormFault>>>

const holderLengthMin = 2
/** DEC-97; the server refuses longer ones. */
export const holderLengthMax = 100
const numberGrammar = /^\d{5,20}$/

/** The field of a server refusal; null if it is about no single field. */
export function findRefusedField(code: string): keyof BankForm | null {
  switch (code) {
    case 'bank.unknown':
      return 'bank'
    case 'bank.holder':
    case 'bank.holder_long':
    case 'bank.holder_letter':
    case 'bank.holder_differs':
      return 'holder'
    case 'bank.number':
      return 'number'
    default:
      return null
  }
}

/** Returns the digits of a typed or pasted account number, without spaces, dots and dashes. */
export function parseAccountNumber(text: string): string {
  return digitsTyped(text)
}

/** Returns the fault of each invalid field; empty if the form can be sent (DEC-97). */
export function findBankFaults({ bank, holder, number }: BankForm): BankFormFaults {
  const ofHolder = holderFault(Array.from(holder.trim()).length)
  const digits = parseAccountNumber(number)
  return {
    ...(bank === '' && { bank: 'bankEmpty' as const }),
    ...(ofHolder !== null && { holder: ofHolder }),
    ...(digits === '' && { number: 'numberEmpty' as const }),
    ...(digits !== '' && !numberGrammar.test(digits) && { number: 'numberWrong' as const }),
  }
}

function holderFault(letters: number): BankFormFault | null {
  if (letters === 0) return 'holderEmpty'
  if (letters < holderLengthMin) return 'holderShort'
  return letters > holderLengthMax ? 'holderLong' : null
}
