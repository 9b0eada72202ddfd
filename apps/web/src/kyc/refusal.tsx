/** Why the identity was rejected, and what must be sent again. */
import { kycMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import { Banner } from '../ui/feedback.tsx'
import type { KycStatus, Piece } from './steps/steps.ts'

const t = pageTranslator(kycMessages)

const pieceTexts: Readonly<Record<Piece, string>> = {
  document: t('pieceDocument'),
  video: t('pieceVideo'),
  details: t('pieceDetails'),
}

/** The text of a rejection reason. */
export function reasonText(reason: string): string {
  switch (reason) {
    case 'number_used':
      return t('reasonNumberUsed')
    case 'unreadable':
      return t('reasonUnreadable')
    case 'name_differs':
      return t('reasonNameDiffers')
    case 'number_differs':
      return t('reasonNumberDiffers')
    case 'face_differs':
      return t('reasonFaceDiffers')
    case 'no_face':
      return t('reasonNoFace')
    case 'too_young':
      return t('reasonTooYoung')
    case 'expired':
      return t('reasonExpired')
    case 'suspicious':
      return t('reasonSuspicious')
    default:
      return t('reasonOther')
  }
}

/** Shown above the form to correct; empty without a rejection. */
export function Refusal({ status }: { readonly status: KycStatus }) {
  const { state, reason, piece } = status
  if (state !== 'rejected') return null
  return (
    <Banner tone="warn">
      <strong>{t('rejectedTitle')}</strong>
      {reason !== null && <p>{reasonText(reason)}</p>}
      {piece !== null && <p>{t('rejectedPiece', { piece: pieceTexts[piece] })}</p>}
    </Banner>
  )
}
