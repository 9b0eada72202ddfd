/**
 * The rules of the registration form (REG-08 to REG-17). Each field has its own rules in order. The last
 * error in the order of fields is the form's status (DEC-25).
 */
import { isEmail, type PasswordFault, passwordFaultOf } from '@tukar/wire'

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
  | 'passwordLong'
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

function emailError(email: string): RegistrationError | null {
  if (email === '') return 'emailEmpty'
  return isEmail(email) ? null : 'emailInvalid'
}

const passwordErrors = {
  long: 'passwordLong',
  short: 'passwordShort',
  weak: 'passwordWeak',
} as const satisfies Readonly<Record<PasswordFault, RegistrationError>>

function passwordError(password: string): RegistrationError | null {
  if (password === '') return 'passwordEmpty'
  const fault = passwordFaultOf(password)
  return fault === null ? null : passwordErrors[fault]
}

function confirmError(password: string, confirm: string): RegistrationError | null {
  if (confirm === '') return 'confirmEmpty'
  return confirm === password ? null : 'confirmDifferent'
}

/** Returns the error of each invalid field. */
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

/** Returns the last error in the order of the list, for the form's status line. */
export function lastError(errors: RegistrationErrors): RegistrationError | null {
  const present = registrationFields.flatMap((field) => errors[field] ?? [])
  return present.at(-1) ?? null
}
