/** What a failed account call means to its form. */
import { accountMessages } from '@tukar/i18n'
import { protocolTexts } from '@tukar/wire'
import { failureText } from '../api/failure-text.ts'
import type { Failure } from '../api/request.ts'
import { sayer } from '../app/translate.ts'

const say = sayer(accountMessages)

/** Returns whether the server did not accept the captcha's proof: told by its text (DEC-03). */
export function isWrongCaptcha(failure: Failure): boolean {
  return failure.message === protocolTexts.wrongCaptcha
}

/** Returns what a failed account call says to a person. */
export function accountFailureText(failure: Failure): string {
  return isWrongCaptcha(failure) ? say('captchaWrong') : failureText(failure)
}
