/** How one field of a record is written and read, and records as lists of fields. */
import { type ByteReader, type ByteWriter, CodecError } from './bytes.ts'

/** Writes and reads one value. */
export type Field<T> = {
  write(writer: ByteWriter, value: T): void
  read(reader: ByteReader): T
}

/** The fields of a record, in their order in the bytes; append-only within a format version. */
export type Fields<R> = { readonly [K in keyof R]: Field<R[K]> }

/** An integer of whatever brand. */
export function int<T extends number>(): Field<T> {
  return {
    write: (writer, value) => writer.int(value),
    read: (reader) => reader.int() as T,
  }
}

/** An integer ≥ 0 or null, which is written as −1. */
export function intOrNull<T extends number>(): Field<T | null> {
  return {
    write: (writer, value) => writer.int(value ?? -1),
    read: (reader) => {
      const value = reader.int()
      return value < 0 ? null : (value as T)
    },
  }
}

export const text: Field<string> = {
  write: (writer, value) => writer.text(value),
  read: (reader) => reader.text(),
}

export const flag: Field<boolean> = {
  write: (writer, value) => writer.int(value ? 1 : 0),
  read: (reader) => reader.int() === 1,
}

/** One of an append-only list of words, as its place in the list. */
export function oneOf<T extends string>(words: readonly T[]): Field<T> {
  const places = new Map(words.map((word, place) => [word, place]))
  return {
    write: (writer, value) => writer.int(places.get(value) ?? -1),
    read: (reader) => {
      const word = words[reader.int()]
      if (word === undefined) throw new CodecError('a word is not in its list')
      return word
    },
  }
}

/** A list, with its length. */
export function listOf<T>(item: Field<T>): Field<readonly T[]> {
  return {
    write: (writer, values) => {
      writer.int(values.length)
      for (const value of values) item.write(writer, value)
    },
    read: (reader) => {
      const values: T[] = []
      for (let left = reader.int(); left > 0; left--) values.push(item.read(reader))
      return values
    },
  }
}

/** A record, with what is the same in all of its kind added on reading. */
export function record<R extends object>(fields: Fields<R>): Field<R> {
  const entries = Object.entries(fields) as [keyof R & string, Field<unknown>][]
  return {
    write: (writer, value) => {
      for (const [name, field] of entries) field.write(writer, value[name])
    },
    read: (reader) => {
      const value: Record<string, unknown> = {}
      for (const [name, field] of entries) value[name] = field.read(reader)
      return value as R
    },
  }
}

/** A union by `kind`: the place of the kind in the list, then its fields. */
export function unionOf<U extends { readonly kind: string }>(
  kinds: {
    readonly [K in U['kind']]: Fields<Omit<Extract<U, { kind: K }>, 'kind'>>
  },
): Field<U> {
  const names = Object.keys(kinds) as U['kind'][]
  const places = new Map(names.map((name, place) => [name, place]))
  const entries = names.map((name) => Object.entries(kinds[name]) as [string, Field<unknown>][])
  return {
    write: (writer, value) => {
      const place = places.get(value.kind) ?? -1
      writer.int(place)
      const fields = value as unknown as Record<string, unknown>
      for (const [name, field] of entries[place] ?? []) field.write(writer, fields[name])
    },
    read: (reader) => {
      const place = reader.int()
      const list = entries[place]
      if (list === undefined) throw new CodecError('a kind is not in its list')
      const value: Record<string, unknown> = { kind: names[place] }
      for (const [name, field] of list) value[name] = field.read(reader)
      return value as unknown as U
    },
  }
}
