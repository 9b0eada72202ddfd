/** Which entries are looked for: whose, what, of what, and from when to when. */
import { deskAuditMessages } from '@tukar/i18n'
import { useState } from 'react'
import { sayer } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldFrame } from '../../ui/field.tsx'
import { Select, type SelectProps } from '../../ui/select.tsx'
import styles from '../desk.module.css'
import { say as sayDesk } from '../texts.ts'
import { type AuditFilter, everything } from './audit-calls.ts'
import type { Audit } from './audit-wire.ts'
import { deedText } from './record-words.ts'

const say = sayer(deskAuditMessages)

export type AuditFilterFormProps = Pick<Audit, 'operators' | 'actions'> & {
  readonly onFind: (filter: AuditFilter) => void
}

/** The form; what is written filters nothing before it is sent. */
export function AuditFilterForm({ operators, actions, onFind }: AuditFilterFormProps) {
  const [typed, setTyped] = useState<AuditFilter>(everything)
  const put = (part: Partial<AuditFilter>) => setTyped({ ...typed, ...part })
  const whos = [
    { value: '', label: say('anybody') },
    ...operators.map(({ userId, name }) => ({ value: userId, label: name })),
    { value: 'machine', label: sayDesk('machine') },
  ]
  const whats = [
    { value: '', label: say('anything') },
    ...actions.map((action) => ({ value: action, label: deedText(action) })),
  ]
  const day = (key: 'from' | 'to') => (
    <Field
      label={say(key)}
      type="date"
      value={typed[key]}
      onChange={(event) => put({ [key]: event.target.value })}
    />
  )
  return (
    <form
      className={styles['filters']}
      aria-label={say('filters')}
      onSubmit={(event) => {
        event.preventDefault()
        onFind(typed)
      }}
    >
      <Chosen
        label={sayDesk('auditWho')}
        value={typed.operator}
        options={whos}
        onChange={(operator) => put({ operator })}
      />
      <Chosen
        label={sayDesk('auditAction')}
        value={typed.action}
        options={whats}
        onChange={(action) => put({ action })}
      />
      <Field
        label={sayDesk('auditSubject')}
        note={say('subjectNote')}
        value={typed.subject}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => put({ subject: event.target.value })}
      />
      {day('from')}
      {day('to')}
      <div className={styles['choices']}>
        <Button type="submit" kind="primary" size="small">
          {say('apply')}
        </Button>
        <Button
          size="small"
          onClick={() => {
            setTyped(everything)
            onFind(everything)
          }}
        >
          {say('clear')}
        </Button>
      </div>
    </form>
  )
}

/** A choice with its label above. */
function Chosen(props: SelectProps<string>) {
  return <FieldFrame label={props.label}>{() => <Select {...props} />}</FieldFrame>
}
