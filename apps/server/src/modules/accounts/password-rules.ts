/** What a password must be like; the same for a new account and a changed one (DEC-28). */
import { Refusal } from '../../platform/http/refusal.ts'

const passwordLengthMin = 8
/** Longer ones are refused before any hash is computed (ATT-18). */
export const passwordLengthMax = 128

/** Refuses with the code of the first fault: too long, too short, weak, or not repeated alike. */
export function checkNewPassword(password: string, passwordConfirm: string): void {
  if (password.length > passwordLengthMax) {
    throw new Refusal('register.password_long', { max: passwordLengthMax })
  }
  if (password.length < passwordLengthMin) throw new Refusal('register.password_short')
  if (!/\p{Lu}/u.test(password) || !/\d/.test(password)) throw new Refusal('register.password_weak')
  if (password !== passwordConfirm) throw new Refusal('register.password_mismatch')
}
