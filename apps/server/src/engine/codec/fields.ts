/** How one field of a record is encoded and decoded, and records as lists of fields. */
import { type ByteReader, type ByteWriter, CodecError } from './bytes.ts'

/** Writes and reads one value. */
export type Field<T> = {
  write(writer: ByteWriter, value: T): void
  read(reader: ByteReader): T
}

/** The fields of a record, in their encoded order; append-only within a format version. */
export type Fields<R> = { readonly [K in keyof R]: Field<R[K]> }

/** An integer of any brand. */
export function int<T extends number>(): Field<T> {
  return {
    write: (writer, value) => writer.int(value),
    read: (reader) => branded(reader.int()),
  }
}

/** An integer ≥ 0 or null, encoded as −1. */
export function intOrNull<T extends number>(): Field<T | null> {
  return {
    write: (writer, value) => writer.int(value ?? -1),
    read: (reader) => {
      const value = reader.int()
      return value < 0 ? null : branded(value)
    },
  }
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a brand has no other beginning
function branded<T extends number>(value: number): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the bytes carry no brand
  return value as T
}

export const text: Field<string> = {
  write: (writer, value) => writer.text(value),
  read: (reader) => reader.text(),
}

export const flag: Field<boolean> = {
  write: (writer, value) => writer.int(value ? 1 : 0),
  read: (reader) => {
    const value = reader.int()
    if (value !== 0 && value !== 1) throw new CodecError('a flag is neither')
    return value === 1
  },
}

/** One of an append-only list of words, encoded as its index. */
export function oneOf<T extends string>(words: readonly T[]): Field<T> {
  const places = new Map(words.map((word, index) => [word, index]))
  return {
    write: (writer, value) => {
      const index = places.get(value)
      if (index === undefined) throw new CodecError(`${value} is not in its list`)
      writer.int(index)
    },
    read: (reader) => {
      const word = words[reader.int()]
      if (word === undefined) throw new CodecError('a word is not in its list')
      return word
    },
  }
}

/** How many items follow. */
export function readLength(reader: ByteReader): number {
  const length = reader.int()
  if (length < 0) throw new CodecError('a length is below zero')
  return length
}

/** A list, with its length. */
export function listOf<T>(item: Field<T>): Field<readonly T[]> {
  return {
    write: (writer, values) => {
      writer.int(values.length)
      for (const value of values) item.write(writer, value)
    },
    read: (reader) => {
      // Each item takes at least one byte, so a wrong length fails at the end of the bytes.
      const values: T[] = []
      for (let left = readLength(reader); left > 0; left--) values.push(item.read(reader))
      return values
    },
  }
}

type Named = Record<string, unknown>
type Entries = readonly (readonly [string, Field<unknown>])[]

// The two functions below treat records as sets of named fields; the tables that name the fields define their
// types. A record is decoded into a copy of a blank one, because objects that grow field by field with
// dynamic names are six times as slow.

/** A record, by its fields. */
export function record<R extends object>(fields: Fields<R>): Field<R> {
  const entries: Entries = Object.entries(fields)
  const blank = createBlank([], entries)
  return {
    write: (writer, value) => writeEntries(writer, value, entries),
    read: (reader) => readEntries<R>(reader, { ...blank }, entries),
  }
}

/** A union by `kind`: the index of the kind in the list, then its fields. */
export function unionOf<U extends { readonly kind: string }>(
  kinds: {
    readonly [K in U['kind']]: Fields<Omit<Extract<U, { kind: K }>, 'kind'>>
  },
): Field<U> {
  const names = Object.keys(kinds)
  const places = new Map(names.map((name, index) => [name, index]))
  const tables: Entries[] = Object.values<object>(kinds).map((fields) => Object.entries(fields))
  const blanks = tables.map((entries, index) => createBlank([['kind', names[index]]], entries))
  return {
    write: (writer, value) => {
      const index = places.get(value.kind)
      const entries = index === undefined ? undefined : tables[index]
      if (index === undefined || entries === undefined) {
        throw new CodecError(`${value.kind} is not in its list`)
      }
      writer.int(index)
      writeEntries(writer, value, entries)
    },
    read: (reader) => {
      const index = reader.int()
      const entries = tables[index]
      if (entries === undefined) throw new CodecError('a kind is not in its list')
      return readEntries<U>(reader, { ...blanks[index] }, entries)
    },
  }
}

function createBlank(first: readonly (readonly [string, unknown])[], entries: Entries): Named {
  return Object.fromEntries([...first, ...entries.map(([name]) => [name, null] as const)])
}

function writeEntries(writer: ByteWriter, value: object, entries: Entries): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any object is a bag of names
  const named = value as Named
  for (const [name, field] of entries) field.write(writer, named[name])
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- see above
function readEntries<R extends object>(reader: ByteReader, blank: Named, entries: Entries): R {
  for (const [name, field] of entries) blank[name] = field.read(reader)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `entries` are the fields of R
  return blank as R
}
