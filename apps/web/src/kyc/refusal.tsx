/** Why an identity was not confirmed, and what is asked for again. */
import { kycMessages } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import { Banner } from '../ui/feedback.tsx'
import type { KycStatus, Piece } from './steps.ts'

const say = sayer(kycMessages)

const pieceTexts: Readonly<Record<Piece, string>> = {
  document: say('pieceDocument'),
  video: say('pieceVideo'),
  details: say('pieceDetails'),
}

/** What the server's word for a reason says to a person. */
export function reasonText(reason: string): string {
  switch (reason) {
    case 'number_used':
      return say('reasonNumberUsed')
    case 'unreadable':
      return say('reasonUnreadable')
    case 'name_differs':
      return say('reasonNameDiffers')
    case 'number_differs':
      return say('reasonNumberDiffers')
    case 'face_differs':
      return say('reasonFaceDiffers')
    case 'no_face':
      return say('reasonNoFace')
    case 'too_young':
      return say('reasonTooYoung')
    case 'expired':
      return say('reasonExpired')
    case 'suspicious':
      return say('reasonSuspicious')
    default:
      return say('reasonOther')
  }
}

/** Stands above the form that is to be corrected; nothing where nothing was refused. */
export function Refusal({ status }: { readonly status: KycStatus }) {
  const { state, reason, piece } = status
  if (state !== 'rejected') return null
  return (
    <Banner tone="warn">
      <strong>{say('rejectedTitle')}</strong>
      {reason !== null && <p>{reasonText(reason)}</p>}
      {piece !== null && <p>{say('rejectedPiece', { piece: pieceTexts[piece] })}</p>}
    </Banner>
  )
}
