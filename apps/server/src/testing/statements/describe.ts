/** Describes a statement with PostgreSQL without running it. */
import type { pg } from '../../platform/database/driver.ts'

export type DescribedColumn = {
  readonly name: string
  readonly oid: number
  /** The table and number of the source column; 0 if it is computed. */
  readonly tableId: number
  readonly columnId: number
}

export type Described =
  | { readonly ok: true; readonly columns: readonly DescribedColumn[]; readonly parameters: number }
  | { readonly ok: false; readonly why: string }

/** Parses and describes a statement, as the driver does before it sends values. */
export function describeStatement(client: pg.Client, text: string): Promise<Described> {
  return new Promise((resolve) => {
    client.query(new Description(text, resolve))
  })
}

/** A query of the driver that ends after the description. */
class Description implements pg.Submittable {
  readonly #text: string
  readonly #tell: (described: Described) => void
  #columns: readonly DescribedColumn[] = []
  #parameters = 0
  #stopListening: () => void = () => undefined

  constructor(text: string, tell: (described: Described) => void) {
    this.#text = text
    this.#tell = tell
  }

  submit(connection: pg.Connection): void {
    const onParameters = ({ dataTypeIDs }: { readonly dataTypeIDs: readonly number[] }): void => {
      this.#parameters = dataTypeIDs.length
    }
    connection.on('parameterDescription', onParameters)
    this.#stopListening = () => connection.off('parameterDescription', onParameters)
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
      name,
      oid: dataTypeID,
      tableId: tableID,
      columnId: columnID,
    }))
  }

  handleError(error: Error): void {
    this.#stopListening()
    this.#tell({ ok: false, why: error.message })
  }

  handleReadyForQuery(): void {
    this.#stopListening()
    this.#tell({ ok: true, columns: this.#columns, parameters: this.#parameters })
  }
}
