/** The envelope of every answer. */
import { idmetaTexts } from './identity/idmeta-texts.ts'

export type Envelope = {
  readonly success: 0 | 1
  readonly msg: string
  /** Dotted and stable; empty after success. */
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  readonly request_id: string
}

/** Texts that clients compare: byte-exact, never translated (DEC-03). */
export const protocolTexts = {
  wrongCaptcha: 'Wrong captcha',
  maintenance: 'Server maintenance',
} as const

/** The protocol text of each code. */
const protocolCodes: Readonly<Record<string, string>> = {
  'idmeta.wrong_image': idmetaTexts.wrongImage,
  'idmeta.unreadable': idmetaTexts.unreadable,
  'idmeta.no_face': idmetaTexts.noFace,
  'idmeta.small_face': idmetaTexts.smallFace,
  'idmeta.other_face': idmetaTexts.otherFace,
  'captcha.wrong': protocolTexts.wrongCaptcha,
  'server.maintenance': protocolTexts.maintenance,
}

/** The protocol text of a code; null if its message is translated. */
export function protocolMessageOf(code: string): string | null {
  return Object.hasOwn(protocolCodes, code) ? (protocolCodes[code] ?? null) : null
}
