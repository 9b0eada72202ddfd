/** Compares a card with what was typed. */
import { nameLikeness } from './names.ts'

export type Extraction = {
  readonly fullName: string | null
  readonly documentNumber: string | null
  /** YYYY-MM-DD. */
  readonly birthDate: string | null
  /** YYYY-MM-DD, the last day that a passport is valid; null for papers without one. */
  readonly expiryDate: string | null
  /** The gender on a card; null if it has none, or it is unreadable. */
  readonly gender: 'M' | 'F' | null
  /** The confidence of the recognition, 0 to 1. */
  readonly confidence: number
}

export type Expected = {
  readonly fullName: string | null
  readonly documentNumber: string | null
  /** YYYY-MM-DD. */
  readonly birthDate: string | null
}

/** Null if one side lacks it. */
export type DataCheck = {
  /** Likeness, 0 to 1. */
  readonly name: number | null
  readonly number: boolean | null
  readonly birthDate: boolean | null
}

/** Compares; numbers by their letters and digits alone, in upper case. */
export function compare(read: Extraction, expected: Expected): DataCheck {
  const both = <T>(
    one: string | null,
    other: string | null,
    how: (one: string, other: string) => T,
  ) => (one === null || other === null ? null : how(one, other))
  return {
    name: both(read.fullName, expected.fullName, (one, other) => rounded(nameLikeness(one, other))),
    number: both(
      read.documentNumber,
      expected.documentNumber,
      (one, other) => plain(one) === plain(other),
    ),
    birthDate: both(read.birthDate, expected.birthDate, (one, other) => one === other),
  }
}

/** More than three decimals would be meaningless. */
export function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}

function plain(number: string): string {
  return number.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}
