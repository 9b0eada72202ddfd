/** The texts of the verification dialog for codes and figures. */
import { formatRate, kycMessages, kycModalMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import type { Cause } from './modal-steps.ts'

export const t = pageTranslator(kycModalMessages)
/** The texts that the step pages share: camera and pictures (DEC-57). */
export const tStep = pageTranslator(kycMessages)

/** More digits than are shown, and never scientific notation. */
const shareDigits = 6

/** A fraction as a percentage with 2 decimals (FMT-09). */
export function scoreText(share: number): string {
  return formatRate(share.toFixed(shareDigits))
}

/** The text of the error step by its cause. */
export function causeText(cause: Cause): string {
  switch (cause.kind) {
    case 'imageType':
    case 'unreadable':
    case 'noFace':
    case 'smallFace':
    case 'lowProbability':
      return t(cause.kind)
    case 'told':
      return cause.text
    case 'camera':
      return tStep(cause.fault)
    case 'unexpected':
      return cause.text === '' ? t('unexpectedText') : cause.text
  }
}

/** The title of the error step. */
export function causeTitle({ kind }: Cause): string {
  if (kind === 'camera') return tStep('cameraTitle')
  return t(kind === 'unexpected' ? 'unexpected' : 'errorTitle')
}
