/** The filter of audit log entries: operator, action, subject, and period. */
import { consoleAuditMessages } from '@tukar/i18n'
import { useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldFrame } from '../../ui/field.tsx'
import { Select, type SelectProps } from '../../ui/select.tsx'
import styles from '../desk.module.css'
import { t as tDesk } from '../texts.ts'
import { type AuditFilter, everything } from './audit-calls.ts'
import type { Audit } from './audit-wire.ts'
import { actionText } from './audit-texts.ts'

const t = pageTranslator(consoleAuditMessages)

export type AuditFilterFormProps = Pick<Audit, 'operators' | 'actions'> & {
  readonly onFind: (filter: AuditFilter) => void
}

/** The form; a filter applies when it is submitted. */
export function AuditFilterForm({ operators, actions, onFind }: AuditFilterFormProps) {
  const [typed, setTyped] = useState<AuditFilter>(everything)
  const put = (part: Partial<AuditFilter>) => setTyped({ ...typed, ...part })
  const whos = [
    { value: '', label: t('anybody') },
    ...operators.map(({ userId, name }) => ({ value: userId, label: name })),
    { value: 'machine', label: tDesk('machine') },
  ]
  const whats = [
    { value: '', label: t('anything') },
    ...actions.map((action) => ({ value: action, label: actionText(action) })),
  ]
  const day = (key: 'from' | 'to') => (
    <Field
      label={t(key)}
      type="date"
      value={typed[key]}
      onChange={(event) => put({ [key]: event.target.value })}
    />
  )
  return (
    <form
      className={styles['filters']}
      aria-label={t('filters')}
      onSubmit={(event) => {
        event.preventDefault()
        onFind(typed)
      }}
    >
      <Chosen
        label={tDesk('auditWho')}
        value={typed.operator}
        options={whos}
        onChange={(operator) => put({ operator })}
      />
      <Chosen
        label={tDesk('auditAction')}
        value={typed.action}
        options={whats}
        onChange={(action) => put({ action })}
      />
      <Field
        label={tDesk('auditSubject')}
        note={t('subjectNote')}
        value={typed.subject}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => put({ subject: event.target.value })}
      />
      {day('from')}
      {day('to')}
      <div className={styles['choices']}>
        <Button type="submit" kind="primary" size="small">
          {t('apply')}
        </Button>
        <Button
          size="small"
          onClick={() => {
            setTyped(everything)
            onFind(everything)
          }}
        >
          {t('clear')}
        </Button>
      </div>
    </form>
  )
}

/** A select with its label above. */
function Chosen(props: SelectProps<string>) {
  return <FieldFrame label={props.label}>{() => <Select {...props} />}</FieldFrame>
}
