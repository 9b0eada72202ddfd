/** What the verification dialog says of what it is told by codes and figures. */
import { formatRate, kycMessages, kycModalMessages } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import type { Cause } from './modal-steps.ts'

export const t = sayer(kycModalMessages)
/** What the pages of the steps say as well: of the camera and of pictures (DEC-57). */
export const tStep = sayer(kycMessages)

/** More digits than are shown, and never in powers of ten. */
const shareDigits = 6

/** A share of 1 as a percentage with 2 decimals (FMT-09). */
export function scoreText(share: number): string {
  return formatRate(share.toFixed(shareDigits))
}

/** What the error step says of its cause. */
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

/** The title above it. */
export function causeTitle({ kind }: Cause): string {
  if (kind === 'camera') return tStep('cameraTitle')
  return t(kind === 'unexpected' ? 'unexpected' : 'errorTitle')
}
