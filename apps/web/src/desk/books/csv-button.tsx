/** A button that saves the shown data as a file, and shows the result. */
import type { Route } from '@tukar/wire'
import { useState } from 'react'
import type { FileOutcome } from '../../api/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { saveBooksFile } from './books-calls.ts'
import { t } from './books-texts.ts'
import styles from './books.module.css'

export type CsvButtonProps = {
  /** The route of the call that returns the file. */
  readonly route: Route
  readonly query?: Readonly<Record<string, string>>
  /** The accessible name of the data. */
  readonly label: string
  /** The file's name, without the product's name and the extension. */
  readonly name: string
}

/** The button. */
export function CsvButton({ route, query = {}, label, name }: CsvButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [outcome, setOutcome] = useState<FileOutcome | null>(null)
  const file = `tukar-${name}.csv`
  const run = async () => {
    setIsBusy(true)
    setOutcome(null)
    setOutcome(await saveBooksFile(route, query, file).catch((): FileOutcome => 'failed'))
    setIsBusy(false)
  }
  const said = isBusy
    ? t('csvBusy')
    : outcome === null
      ? ''
      : outcome === 'done'
        ? t('csvDone', { name: file })
        : t('csvFailed')
  return (
    <span className={styles['actions']}>
      <p role="status">{said}</p>
      <Button
        size="small"
        aria-label={t('csvOf', { what: label })}
        isBusy={isBusy}
        onClick={() => {
          run().catch(() => undefined)
        }}
      >
        <Icon name="arrow-down" size={14} />
        {t('csv')}
      </Button>
    </span>
  )
}
