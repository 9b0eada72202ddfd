/** The record of what operators did, and whether it is whole (INV-23). */
import { useState } from 'react'
import { failureText } from '../api/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { Banner, EmptyState, ErrorState, Skeleton } from '../ui/feedback.tsx'
import { loadAudit } from './desk-calls.ts'
import styles from './desk.module.css'
import { ScrollBox } from './scroll-box.tsx'
import { momentText, say } from './texts.ts'
import { useLoaded } from './use-loaded.ts'
import type { Audit, AuditEntry } from './wire-reading.ts'

/** The page of the record. */
export function AuditPage() {
  const [page, setPage] = useState(1)
  const { loaded, reload } = useLoaded(`audit ${page}`, () => loadAudit(page))
  return (
    <div className={styles['page']}>
      <div className={styles['pageHead']}>
        <h1>{say('audit')}</h1>
        <Button size="small" onClick={reload}>
          {say('refresh')}
        </Button>
      </div>
      <p className={styles['quiet']}>{say('auditText')}</p>
      {loaded.state === 'loading' && <Skeleton height={240} />}
      {loaded.state === 'error' && (
        <ErrorState
          title={say('failedTitle')}
          text={failureText(loaded.failure)}
          code={loaded.failure.requestId}
          onRetry={reload}
        />
      )}
      {loaded.state === 'ready' && <Record audit={loaded.value} onPage={setPage} />}
    </div>
  )
}

type RecordProps = { readonly audit: Audit; readonly onPage: (page: number) => void }

function Record({ audit, onPage }: RecordProps) {
  const { rows, page, isLast, verifiedTo, brokenAt, hash } = audit
  return (
    <>
      {brokenAt === null ? (
        <Banner tone="good">
          {say('auditWhole', { to: verifiedTo })} {say('auditHash')}:{' '}
          <code className={styles['hash']}>{hash}</code>
        </Banner>
      ) : (
        <Banner tone="bad" isSpoken>
          {say('auditBroken', { at: brokenAt })}
        </Banner>
      )}
      {rows.length === 0 ? (
        <EmptyState>{say('auditEmpty')}</EmptyState>
      ) : (
        <ScrollBox label={say('audit')}>
          <table className={styles['table']}>
            <thead>
              <tr>
                {(
                  [
                    'auditNo',
                    'auditAt',
                    'auditWho',
                    'auditAction',
                    'auditSubject',
                    'auditReason',
                    'auditChange',
                  ] as const
                ).map((key) => (
                  <th key={key} scope="col">
                    {say(key)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((entry) => (
                <EntryRow key={entry.no} entry={entry} />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {(page > 1 || !isLast) && (
        <div className={styles['pager']}>
          <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
            {say('fewer')}
          </Button>
          <span>{say('page', { page })}</span>
          <Button size="small" disabled={isLast} onClick={() => onPage(page + 1)}>
            {say('more')}
          </Button>
        </div>
      )}
    </>
  )
}

function EntryRow({ entry }: { readonly entry: AuditEntry }) {
  const change = [entry.before, entry.after].filter((text) => text !== '').join(' → ')
  return (
    <tr>
      <td>{entry.no}</td>
      <td className={styles['moment']}>{momentText(entry.at)}</td>
      <td>{entry.operator ?? say('machine')}</td>
      <td>
        <code>{entry.action}</code>
      </td>
      <td>
        <code>{entry.subject}</code>
      </td>
      <td>{entry.reason}</td>
      <td>
        <code className={styles['change']}>{change}</code>
      </td>
    </tr>
  )
}
