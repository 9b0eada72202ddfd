/** The kind of a document, from its text, and its fields. */
import type { Extraction } from './comparison.ts'
import { type KtpFields, type Line, readKtp } from './ktp.ts'
import { readPassport } from './passport.ts'

export type DocumentType = 'ID_CARD' | 'PASSPORT' | 'UNKNOWN'
export type DocumentText = { readonly documentType: DocumentType; readonly extraction: Extraction }

/** With fewer readable labels it is another document, or none. */
const ktpLabelsMin = 3
/** Passports share some labels with cards, but fewer. */
const ktpLabelsSure = 6
/** A number on another paper counts only with a high confidence. */
const otherConfidenceMin = 0.6

/**
 * The document of these lines; null if nothing can be read. Lines of a passport's machine readable zone are
 * passed separately, because another reader recognizes them.
 */
export function readDocument(
  lines: readonly Line[],
  zone: readonly string[] | null,
): DocumentText | null {
  const passport = zone === null ? null : readPassport(zone)
  if (passport !== null) {
    const { number: documentNumber, name: fullName, ...read } = passport
    const extraction = { fullName, documentNumber, gender: null, ...read }
    return { documentType: 'PASSPORT', extraction }
  }
  const card = readKtp(lines)
  if (isKtp(card)) return { documentType: 'ID_CARD', extraction: toExtraction(card) }
  if (card.number === null || card.confidence < otherConfidenceMin) return null
  return { documentType: 'UNKNOWN', extraction: toExtraction(card) }
}

/** An ID card has labels and its number, or so many labels and fields that it can be no other document. */
function isKtp({ labels, number, name, birthDate }: KtpFields): boolean {
  if (labels < ktpLabelsMin) return false
  return number !== null || (labels >= ktpLabelsSure && name !== null && birthDate !== null)
}

function toExtraction({ name, number, birthDate, gender, confidence }: KtpFields): Extraction {
  const read = { fullName: name, documentNumber: number, birthDate, gender }
  // Cards are valid for life, whatever older ones state.
  return { ...read, expiryDate: null, confidence }
}
