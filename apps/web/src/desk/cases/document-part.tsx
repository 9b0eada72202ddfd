/** The uploaded document of a case: loaded on request and shown from memory, never opened as a page. */
import { useEffect, useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import type { Failure } from '../../api/request.ts'
import { Button, OuterButtonLink } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { type LoadedDocument, loadDocument } from '../desk-calls.ts'
import styles from '../desk.module.css'
import { t } from '../texts.ts'

/** The document of a deposit. */
export function DocumentPart({ id, hasFile }: { readonly id: number; readonly hasFile: boolean }) {
  const [shown, setShown] = useState<LoadedDocument | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => () => void (shown !== null && URL.revokeObjectURL(shown.url)), [shown])
  if (!hasFile) return <p className={styles['quiet']}>{t('noDocuments')}</p>
  const load = async () => {
    setBusy(true)
    const loaded = await loadDocument(id)
    setBusy(false)
    setFailure(loaded.ok ? null : loaded)
    setShown(loaded.ok ? loaded.value : null)
  }
  if (shown === null) {
    return (
      <>
        {failure !== null && (
          <Banner tone="bad" isSpoken>
            {t('documentFailed')} {failureText(failure)}
          </Banner>
        )}
        <Button size="small" isBusy={isBusy} onClick={() => void load()}>
          {t('showDocument')}
        </Button>
      </>
    )
  }
  return (
    <>
      <img className={styles['document']} src={shown.url} alt={t('documentOf', { id })} />
      <OuterButtonLink size="small" href={shown.url}>
        {t('openDocument')}
      </OuterButtonLink>
    </>
  )
}
