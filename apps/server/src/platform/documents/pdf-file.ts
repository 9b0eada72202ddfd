/** The PDF file format (ISO 32000-1): numbered objects, and a table of their offsets. */
import { deflateSync } from 'node:zlib'

export type PdfFile = {
  /** A number for an object that is written later. */
  readonly reserve: () => number
  readonly object: (id: number, body: string) => void
  /** An object with bytes, which are stored deflated; `entries` are further entries of its dictionary. */
  readonly stream: (id: number, bytes: Buffer, entries?: string) => void
  /** As `stream`, for bytes that are deflated already. */
  readonly deflated: (id: number, bytes: Buffer, entries: string) => void
  /** Writes the table of objects: nothing may follow. */
  readonly end: (catalogId: number, informationId: number) => void
  /** The bytes written since the last call, so that a long file is never in memory as a whole. */
  readonly take: () => Buffer
}

/** Four bytes above 127 mark the file as binary. */
const head = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')

export function createPdfFile(): PdfFile {
  const offsets: number[] = [0]
  let written = 0
  let pending: Buffer[] = []

  function write(bytes: Buffer): void {
    pending.push(bytes)
    written += bytes.length
  }
  function begin(id: number): void {
    offsets[id] = written
    write(Buffer.from(`${id} 0 obj\n`))
  }
  function deflated(id: number, bytes: Buffer, entries: string): void {
    begin(id)
    write(Buffer.from(`<< /Length ${bytes.length} /Filter /FlateDecode ${entries} >>\nstream\n`))
    write(bytes)
    write(Buffer.from('\nendstream\nendobj\n'))
  }

  write(head)
  return {
    reserve: () => offsets.push(-1) - 1,
    object(id, body) {
      begin(id)
      write(Buffer.from(`${body}\nendobj\n`))
    },
    stream: (id, bytes, entries = '') => deflated(id, deflateSync(bytes), entries),
    deflated,
    end(catalogId, informationId) {
      const tableAt = written
      const rows = offsets.slice(1).map((at) => `${String(at).padStart(10, '0')} 00000 n \n`)
      write(
        Buffer.from(
          `xref\n0 ${offsets.length}\n0000000000 65535 f \n${rows.join('')}` +
            `trailer\n<< /Size ${offsets.length} /Root ${catalogId} 0 R /Info ${informationId} 0 R >>\n` +
            `startxref\n${tableAt}\n%%EOF\n`,
        ),
      )
    },
    take() {
      const taken = Buffer.concat(pending)
      pending = []
      return taken
    },
  }
}

/** A text of a dictionary, as UTF-16 in hexadecimal digits: nothing in it can end it. */
export function pdfText(text: string): string {
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`
}

/** A time of a dictionary, in UTC. */
export function pdfTime(timeMs: number): string {
  return `(D:${new Date(timeMs).toISOString().slice(0, 19).replaceAll(/\D/g, '')}Z)`
}
