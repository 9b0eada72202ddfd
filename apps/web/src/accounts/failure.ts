/** What a failed account call means to its form. */
import { accountMessages } from '@tukar/i18n'
import { failureText } from '../api/failure-text.ts'
import type { Failure } from '../api/request.ts'
import { sayer } from '../app/say.ts'

const say = sayer(accountMessages)

/** Protocol text: compared, and shown in the words of the page (DEC-03). */
const wrongCaptchaText = 'Wrong captcha'

/** Returns whether the server did not accept the captcha's proof. */
export function isWrongCaptcha(failure: Failure): boolean {
  return failure.message === wrongCaptchaText
}

/** Returns what a failed account call says to a person. */
export function accountFailureText(failure: Failure): string {
  return isWrongCaptcha(failure) ? say('captchaWrong') : failureText(failure)
}
