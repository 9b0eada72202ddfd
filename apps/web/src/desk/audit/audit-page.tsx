/** The audit log of operators' actions: filters, and whether the log is complete (INV-23). */
import { consoleAuditMessages } from '@tukar/i18n'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Banner, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from '../desk.module.css'
import { momentText, t as tDesk } from '../texts.ts'
import { useLoaded } from '../use-loaded.ts'
import { type AuditFilter, everything, loadAudit, saveAudit } from './audit-calls.ts'
import { AuditFilterForm } from './audit-filter-form.tsx'
import type { Audit } from './audit-wire.ts'
import { AuditTable } from './audit-table.tsx'

const t = pageTranslator(consoleAuditMessages)
const tableHeight = 480

/** The page of the audit log. */
export function AuditPage() {
  const [page, setPage] = useState(1)
  const [filter, setFilter] = useState<AuditFilter>(everything)
  const key = `${page} ${JSON.stringify(filter)}`
  const { loaded, reload } = useLoaded(key, () => loadAudit(filter, page))
  // The choices stay while another page loads.
  const [known, setKnown] = useState<Pick<Audit, 'operators' | 'actions'> | null>(null)
  if (loaded.state === 'ready' && loaded.value !== known) setKnown(loaded.value)
  return (
    <div className={styles['page']}>
      <div className={styles['pageHead']}>
        <h1>{tDesk('audit')}</h1>
        <Button size="small" onClick={reload}>
          {tDesk('refresh')}
        </Button>
      </div>
      <p className={styles['quiet']}>{tDesk('auditText')}</p>
      <AuditFilterForm
        operators={known?.operators ?? []}
        actions={known?.actions ?? []}
        onFind={(next) => {
          setFilter(next)
          setPage(1)
        }}
      />
      {loaded.state === 'loading' && <Skeleton height={tableHeight} />}
      {loaded.state === 'error' && (
        <ErrorState
          title={tDesk('failedTitle')}
          text={failureText(loaded.failure)}
          code={loaded.failure.requestId}
          onRetry={reload}
        />
      )}
      {loaded.state === 'ready' && (
        <Found audit={loaded.value} filter={filter} onPage={setPage} onSaved={reload} />
      )}
    </div>
  )
}

type FoundProps = {
  readonly audit: Audit
  readonly filter: AuditFilter
  readonly onPage: (page: number) => void
  readonly onSaved: () => void
}

function Found({ audit, filter, onPage, onSaved }: FoundProps) {
  const { rows, page, isLast, total } = audit
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const outcome = await saveAudit(filter).catch(() => 'failed')
    setBusy(false)
    if (outcome === 'done') toast('good', t('saved'))
    else toast('bad', t('notSaved'))
    onSaved()
  }
  return (
    <>
      <Wholeness audit={audit} />
      <div className={styles['pageHead']}>
        <p>{t('count', { count: total })}</p>
        <Button size="small" isBusy={isBusy} onClick={() => void save()}>
          {t('save')}
        </Button>
      </div>
      {rows.length === 0 ? (
        <EmptyState>{filter === everything ? tDesk('auditEmpty') : t('none')}</EmptyState>
      ) : (
        <AuditTable rows={rows} />
      )}
      {(page > 1 || !isLast) && (
        <div className={styles['pager']}>
          <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
            {tDesk('fewer')}
          </Button>
          <span>{tDesk('page', { page })}</span>
          <Button size="small" disabled={isLast} onClick={() => onPage(page + 1)}>
            {tDesk('more')}
          </Button>
        </div>
      )}
    </>
  )
}

function Wholeness({ audit: { brokenAt, verifiedTo, wholeAt, hash } }: { readonly audit: Audit }) {
  if (brokenAt !== null) {
    return (
      <Banner tone="bad" isSpoken>
        {tDesk('auditBroken', { at: brokenAt })}
      </Banner>
    )
  }
  return (
    <Banner tone="good">
      {tDesk('auditWhole', { to: verifiedTo })} {tDesk('auditWholeAt', { at: momentText(wholeAt) })}{' '}
      {tDesk('auditHash')}: <code className={styles['hash']}>{hash}</code>
    </Banner>
  )
}
