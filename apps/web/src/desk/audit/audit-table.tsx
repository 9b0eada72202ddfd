/** Entries of the record, with what each changed said key by key. */
import { deskAuditMessages } from '@tukar/i18n'
import { sayer } from '../../app/say.ts'
import styles from '../desk.module.css'
import { ScrollBox } from '../scroll-box.tsx'
import { momentText, say as sayDesk } from '../texts.ts'
import type { AuditEntry } from './audit-reading.ts'
import type { Difference } from './difference.ts'

const say = sayer(deskAuditMessages)

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
    <ScrollBox label={sayDesk('audit')}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {heads.map((key) => (
              <th key={key} scope="col">
                {sayDesk(key)}
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
  )
}

function EntryRow({ entry }: { readonly entry: AuditEntry }) {
  return (
    <tr>
      <td>{entry.no}</td>
      <td className={styles['moment']}>{momentText(entry.at)}</td>
      <td>{entry.operator || sayDesk('machine')}</td>
      <td>
        <code>{entry.action}</code>
      </td>
      <td>
        <code>{entry.subject}</code>
      </td>
      <td>{entry.reason}</td>
      <td>
        <dl className={styles['differences']}>
          {entry.differences.map((one) => (
            <DifferenceLine key={one.key} difference={one} />
          ))}
        </dl>
      </td>
    </tr>
  )
}

function DifferenceLine({
  difference: { key, before, after },
}: {
  readonly difference: Difference
}) {
  return (
    <div>
      <dt>
        <code>{key}</code>
      </dt>
      <dd>
        {before !== null && (
          <del>
            <code>{before}</code>
          </del>
        )}
        {after === null ? (
          <span className={styles['quiet']}>{say('isNot')}</span>
        ) : (
          <ins>
            <code>{after}</code>
          </ins>
        )}
      </dd>
    </div>
  )
}
