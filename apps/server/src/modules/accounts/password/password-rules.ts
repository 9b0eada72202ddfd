/** Checks a new password by the rules that the pages use, for a new account and for a change. */
import { passwordFaultOf, passwordLengthMax } from '@tukar/wire'
import { Refusal } from '../../../platform/http/refusal.ts'

/** Refuses with the code of the first fault: too long, too short, weak, or not repeated correctly. */
export function checkNewPassword(password: string, passwordConfirm: string): void {
  switch (passwordFaultOf(password)) {
    case 'long':
      throw new Refusal('register.password_long', { max: passwordLengthMax })
    case 'short':
      throw new Refusal('register.password_short')
    case 'weak':
      throw new Refusal('register.password_weak')
    case null:
      if (password !== passwordConfirm) throw new Refusal('register.password_mismatch')
  }
}
