/** Entries of the audit log as text, with the old and new value of each changed fact. */
import { consoleAuditMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { DeskLink } from '../frame/desk-link.tsx'
import styles from '../desk.module.css'
import { DeskTable } from '../desk-table.tsx'
import { momentText, t as tDesk } from '../texts.ts'
import type { AuditEntry } from './audit-wire.ts'
import type { Difference } from './difference.ts'
import {
  actionText,
  factText,
  factValue,
  isAround,
  findSubjectRoute,
  reasonText,
  subjectText,
} from './audit-texts.ts'

const t = pageTranslator(consoleAuditMessages)

const heads = [
  'auditNo',
  'auditAt',
  'auditWho',
  'auditAction',
  'auditSubject',
  'auditReason',
  'auditChange',
] as const

/** The table. */
export function AuditTable({ rows }: { readonly rows: readonly AuditEntry[] }) {
  return (
    <DeskTable label={tDesk('audit')} heads={heads.map((key) => tDesk(key))}>
      {rows.map((entry) => (
        <EntryRow key={entry.no} entry={entry} />
      ))}
    </DeskTable>
  )
}

/** An entry about a change also names the kind of the change. */
function EntryRow({ entry }: { readonly entry: AuditEntry }) {
  const { no, at, operator, action, reason, differences } = entry
  const isOfChange = action.startsWith('change.')
  const kind = isOfChange ? differences.find(({ key }) => key === 'kind')?.after : undefined
  const facts = differences.filter(({ key }) => !isOfChange || key !== 'kind')
  return (
    <tr>
      <td>{no}</td>
      <td className={styles['when']}>{momentText(at)}</td>
      <td>{operator || tDesk('machine')}</td>
      <td title={action}>
        {actionText(action)}
        {typeof kind === 'string' && <small className={styles['below']}>{actionText(kind)}</small>}
      </td>
      <td>
        <Subject entry={entry} />
      </td>
      <td>{reasonText(reason)}</td>
      <td>
        {facts.length > 0 && (
          <dl className={styles['differences']}>
            {facts.map((one) => (
              <DifferenceRow key={one.key} difference={one} subject={entry.subject} />
            ))}
          </dl>
        )}
      </td>
    </tr>
  )
}

/** The subject as text, and below it the recorded id. */
function Subject({ entry: { subject, about } }: { readonly entry: AuditEntry }) {
  const route = findSubjectRoute(subject, about)
  const text = subjectText(subject, about)
  return (
    <>
      {route === null ? (
        text
      ) : (
        <DeskLink to={route} className={styles['inlineLink']}>
          {text}
        </DeskLink>
      )}
      {text !== subject && (
        <small className={styles['below']}>
          <code>{subject}</code>
        </small>
      )}
    </>
  )
}

function DifferenceRow({
  difference: { key, before, after },
  subject,
}: {
  readonly difference: Difference
  readonly subject: string
}) {
  const shown = (value: string) => factValue(key, value, subject)
  return (
    <div>
      <dt>{factText(key, subject)}</dt>
      {before !== null && after === null && isAround(key) ? (
        <dd>{shown(before)}</dd>
      ) : (
        <dd>
          {before !== null && <del>{shown(before)}</del>}
          {after === null ? (
            <span className={styles['quiet']}>{t('isNot')}</span>
          ) : (
            <ins>{shown(after)}</ins>
          )}
        </dd>
      )}
    </div>
  )
}
