/** A statement as a file for spreadsheets: made line by line while it is sent. */
import { Readable } from 'node:stream'
import { csvForms, csvLine, csvMark, statementCells, statementColumns } from '@tukar/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../platform/http/host.ts'
import type { StatementPeriod } from './period.ts'
import type { Statement } from './statement.ts'

/** Lines are sent in pieces of about this length. */
const pieceLength = 32_768

export type StatementFile = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly period: Pick<StatementPeriod, 'from' | 'to'>
}

/** The name under which a statement is saved. */
export function statementFileName({ from, to }: StatementFile['period'], ending: string): string {
  return `tukar-statement-${from}-${to}.${ending}`
}

/** Names the file, and returns what is sent: nothing is read before the receiver takes it. */
export function sendCsv({ request, reply, period }: StatementFile, statement: Statement): Readable {
  const form = csvForms[languageOf(request)]
  const name = statementFileName(period, 'csv')
  reply.header('content-type', 'text/csv; charset=utf-8')
  reply.header('content-disposition', `attachment; filename="${name}"`)
  async function* pieces(): AsyncGenerator<string> {
    let piece = csvMark + csvLine(statementColumns, form)
    for await (const line of statement.lines()) {
      piece += csvLine(statementCells(line), form)
      if (piece.length < pieceLength) continue
      yield piece
      piece = ''
    }
    yield piece
  }
  // A failure on the way cuts the connection, so that no part is taken for the whole.
  return Readable.from(pieces(), { objectMode: false })
}
