/** What the verification dialog says of what it is told by codes and figures. */
import { formatRate, kycMessages, kycModalMessages } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import type { Cause } from './modal-steps.ts'

export const say = sayer(kycModalMessages)
/** What the pages of the steps say as well: of the camera and of pictures (DEC-57). */
export const sayStep = sayer(kycMessages)

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
      return say(cause.kind)
    case 'told':
      return cause.text
    case 'camera':
      return sayStep(cause.fault)
    case 'unexpected':
      return cause.text === '' ? say('unexpectedText') : cause.text
  }
}

/** The title above it. */
export function causeTitle({ kind }: Cause): string {
  if (kind === 'camera') return sayStep('cameraTitle')
  return say(kind === 'unexpected' ? 'unexpected' : 'errorTitle')
}
