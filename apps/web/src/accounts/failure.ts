/** The texts for failed account calls. */
import { accountMessages } from '@tukar/i18n'
import { protocolTexts } from '@tukar/wire'
import { failureText } from '../api/failure-text.ts'
import type { Failure } from '../api/request.ts'
import { pageTranslator } from '../app/translate.ts'

const t = pageTranslator(accountMessages)

/** Returns whether the server rejected the captcha's proof; recognized by the text (DEC-03). */
export function isWrongCaptcha(failure: Failure): boolean {
  return failure.message === protocolTexts.wrongCaptcha
}

/** Returns the text to show for a failed account call. */
export function accountFailureText(failure: Failure): string {
  return isWrongCaptcha(failure) ? t('captchaWrong') : failureText(failure)
}
