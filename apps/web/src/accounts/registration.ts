/**
 * The rules of the registration form (REG-08 to REG-17): a slot per field, in each field the rules in
 * their order, and the last error in the list's order as the form's status (DEC-25).
 */

export type RegistrationValues = {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly passwordConfirm: string
  readonly isAgreed: boolean
}

export type RegistrationField = keyof RegistrationValues

/** Keys of the account catalogue. */
export type RegistrationError =
  | 'nameEmpty'
  | 'emailEmpty'
  | 'emailInvalid'
  | 'passwordEmpty'
  | 'passwordShort'
  | 'passwordWeak'
  | 'confirmEmpty'
  | 'confirmDifferent'
  | 'termsRequired'

export type RegistrationErrors = Readonly<Partial<Record<RegistrationField, RegistrationError>>>

/** The order of the fields, and of their errors. */
export const registrationFields = [
  'name',
  'email',
  'password',
  'passwordConfirm',
  'isAgreed',
] as const satisfies readonly RegistrationField[]

const emailLengthMax = 254
const passwordLengthMin = 8

/** Returns whether a text is an e-mail address: one @, a dotted domain, no blanks (DEC-27). */
export function isEmail(text: string): boolean {
  return text.length <= emailLengthMax && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)
}

function emailError(email: string): RegistrationError | null {
  if (email === '') return 'emailEmpty'
  return isEmail(email) ? null : 'emailInvalid'
}

function passwordError(password: string): RegistrationError | null {
  if (password === '') return 'passwordEmpty'
  if (password.length < passwordLengthMin) return 'passwordShort'
  return /\p{Lu}/u.test(password) && /\d/.test(password) ? null : 'passwordWeak'
}

function confirmError(password: string, confirm: string): RegistrationError | null {
  if (confirm === '') return 'confirmEmpty'
  return confirm === password ? null : 'confirmDifferent'
}

/** Returns each field's error; a field without one is left out. */
export function registrationErrors(values: RegistrationValues): RegistrationErrors {
  const found: Readonly<Record<RegistrationField, RegistrationError | null>> = {
    name: values.name.trim() === '' ? 'nameEmpty' : null,
    email: emailError(values.email.trim()),
    password: passwordError(values.password),
    passwordConfirm: confirmError(values.password, values.passwordConfirm),
    isAgreed: values.isAgreed ? null : 'termsRequired',
  }
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== null))
}

/** Returns the last error in the order of the list, as the form's status line says it. */
export function lastError(errors: RegistrationErrors): RegistrationError | null {
  const present = registrationFields.flatMap((field) => errors[field] ?? [])
  return present.at(-1) ?? null
}
