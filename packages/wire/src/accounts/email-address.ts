/**
 * E-mail addresses: which ones can receive e-mail (RFC 5321, 5322 and 6531), and which spellings reach one
 * mailbox. Case, Unicode forms, full-width letters, punycode, a trailing dot and needless quotes make no
 * difference. Dots and plus tags do: by the standards they are different mailboxes, and only some providers
 * ignore them.
 */
import { plainTyped } from '@tukar/i18n/inputs'

const emailLengthMax = 254
const localOctetsMax = 64
const labelLengthMax = 63
/** Longer than any address, pasted invisible characters included. */
const textLengthMax = 1_000
/** Characters of a local part: those of RFC 5322, and all visible ones beyond ASCII (RFC 6531). */
const dotAtom = /^(?:[\w!#$%&'*+/=?^`{|}~-]|(?![\p{C}\p{Z}])[^\0-\x7f])+$/u
const labelGrammar = /^(?!-)[\p{L}\p{M}\p{N}-]+(?<!-)$/u
/** Dots that input methods produce (UTS 46). */
const domainDots = /[\u3002\uff61]/g

/**
 * Returns the address to store: without invisible characters, a leading `mailto:`, needless quotes and a
 * trailing dot. Null if no mail server could accept it.
 */
export function readEmail(text: string): string | null {
  if (text.length > textLengthMax) return null
  const plain = plainTyped(text).replace(/^mailto:/i, '')
  const at = plain.lastIndexOf('@')
  const local = plain.slice(0, Math.max(at, 0)).replace(/^"([^"\\]*)"$/, '$1')
  const domain = plain
    .slice(at + 1)
    .replace(domainDots, '.')
    .replace(/\.$/, '')
  const email = `${local}@${domain}`
  // Folding may lengthen an address or add characters: both forms must be valid.
  const isWell = [email, foldedEmail(local, domain)].every(isWritten)
  return isWell ? email : null
}

/** Returns the key of an address: all spellings of one mailbox have the same key (ATT-16). */
export function emailKeyOf(text: string): string {
  const email = readEmail(text)
  if (email === null) return text.slice(0, textLengthMax).normalize('NFKC').trim().toLowerCase()
  const at = email.lastIndexOf('@')
  return foldedEmail(email.slice(0, at), email.slice(at + 1))
}

/**
 * Returns the mailbox of an address, for rights that depend on it. The key folds letters that only look
 * alike; the mailbox keeps them distinct, because a mail server may give `\u{1d41b}oss@` to another person
 * than `boss@`. It ignores only the case of A to Z, and in the domain what DNS reads as one name.
 */
export function mailboxOf(text: string): string {
  const email = readEmail(text) ?? text.slice(0, textLengthMax).trim()
  const at = email.lastIndexOf('@')
  const local = email.slice(0, Math.max(at, 0)).replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const labels = lowered(email.slice(at + 1))
    .split('.')
    .map((label) => punycodeRead(label) ?? label)
  return `${local}@${labels.join('.')}`
}

/** Whether an address can receive e-mail (DEC-27). */
export function isEmail(text: string): boolean {
  return readEmail(text) !== null
}

/** Addresses of older accounts: today's rules are stricter, and their owners still sign in. */
const looseGrammar = /^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@\p{C}]+$/u

/** Whether an account may have an address: it can receive e-mail, or an older account may have it. */
export function mayHaveAccount(text: string): boolean {
  return isEmail(text) || (text.length <= emailLengthMax && looseGrammar.test(text.trim()))
}

function foldedEmail(local: string, domain: string): string {
  const labels = folded(domain).split('.').map(unicodeLabel)
  return `${folded(local)}@${labels.join('.')}`
}

/** Both small sigmas count as one letter: the capital does not tell which it was. */
const folded = (text: string): string => lowered(text).replaceAll('\u03c2', '\u03c3')

/** Lower case letter by letter, so that the last letter of a word is folded as all others. */
const lowered = (text: string): string =>
  text.normalize('NFKC').replaceAll('\u03a3', '\u03c3').toLowerCase()

/** Decodes a punycode label; returns it unchanged if it is not punycode or not the canonical form. */
function unicodeLabel(label: string): string {
  const read = punycodeRead(label)
  return read === null ? label : folded(read)
}

function punycodeRead(label: string): string | null {
  return label.startsWith('xn--') ? decodePunycode(label.slice('xn--'.length)) : null
}

function isWritten(email: string): boolean {
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  const labels = domain.split('.')
  return (
    email.length <= emailLengthMax &&
    countOctets(local) <= localOctetsMax &&
    local.split('.').every((atom) => dotAtom.test(atom)) &&
    labels.length > 1 &&
    labels.every(isLabel) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}

function isLabel(label: string): boolean {
  const isUnreadable =
    /^xn--/i.test(label) && unicodeLabel(label.toLowerCase()) === label.toLowerCase()
  return label.length <= labelLengthMax && labelGrammar.test(label) && !isUnreadable
}

/** The length in UTF-8 bytes. */
function countOctets(text: string): number {
  let count = 0
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    count += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4
  }
  return count
}

/** The parameters of punycode (RFC 3492, 5). */
const base = 36
const [tMin, tMax, skew, damp, initialBias, initialCode] = [1, 26, 38, 700, 72, 128]

/** Decodes punycode without its `xn--`; null if it is malformed. */
function decodePunycode(text: string): string | null {
  const split = text.lastIndexOf('-')
  const output = Array.from(split > 0 ? text.slice(0, split) : '', (letter) => letter.charCodeAt(0))
  const rest = split > 0 ? text.slice(split + 1) : text
  let [code, bias, index, at] = [initialCode, initialBias, 0, 0]
  if (rest === '') return null
  while (at < rest.length) {
    const before = index
    for (let [weight, k] = [1, base]; ; k += base) {
      const digit = readDigit(rest.charCodeAt(at))
      at += 1
      if (digit === null) return null
      index += digit * weight
      const threshold = Math.min(Math.max(k - bias, tMin), tMax)
      if (digit < threshold) break
      weight *= base - threshold
      if (!Number.isSafeInteger(index) || weight > Number.MAX_SAFE_INTEGER / base) return null
    }
    const count = output.length + 1
    bias = adapted(index - before, count, before === 0)
    code += Math.floor(index / count)
    if (code > 0x10_ff_ff) return null
    index %= count
    output.splice(index, 0, code)
    index += 1
  }
  return String.fromCodePoint(...output)
}

function readDigit(code: number): number | null {
  if (code >= 97 && code <= 122) return code - 97
  return code >= 48 && code <= 57 ? code - 22 : null
}

function adapted(delta: number, count: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? damp : 2))
  left += Math.floor(left / count)
  let k = 0
  for (; left > ((base - tMin) * tMax) / 2; k += base) left = Math.floor(left / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * left) / (left + skew))
}
