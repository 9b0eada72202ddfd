/** Files that are made while they are sent: tables for spreadsheets (CSV) and documents (PDF). */
import { Readable } from 'node:stream'
import { type CsvCell, csvForms, csvLine, csvMark } from '@tukar/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../http/host.ts'
import { type TableDocument, writeDocument } from './table-document.ts'

export type SentFile = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The file's name, between the product's name and the extension. */
  readonly name: string
}

/** Lines are sent in pieces of about this length. */
const pieceLength = 32_768

/** Sets the file name, and returns a stream that reads rows only as the receiver takes them. */
export function sendCsv<Record>(
  file: SentFile & { readonly head: readonly string[] },
  records: AsyncIterable<Record> | Iterable<Record>,
  cellsOf: (record: Record) => readonly CsvCell[],
): Readable {
  const form = csvForms[languageOf(file.request)]
  nameFile(file, 'text/csv; charset=utf-8', 'csv')
  async function* pieces(): AsyncGenerator<string> {
    let piece = csvMark + csvLine(file.head, form)
    for await (const record of records) {
      piece += csvLine(cellsOf(record), form)
      if (piece.length < pieceLength) continue
      yield piece
      piece = ''
    }
    yield piece
  }
  // An error cuts the connection, so that a partial file is not mistaken for a complete one.
  return Readable.from(pieces(), { objectMode: false })
}

/** As `sendCsv`, for a document. */
export function sendPdf(file: SentFile, document: TableDocument): Readable {
  nameFile(file, 'application/pdf', 'pdf')
  return Readable.from(writeDocument(document), { objectMode: false })
}

function nameFile({ reply, name }: SentFile, mediaType: string, ending: string): void {
  reply.header('content-type', mediaType)
  reply.header('content-disposition', `attachment; filename="tukar-${name}.${ending}"`)
}
